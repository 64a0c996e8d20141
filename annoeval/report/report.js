// Draws the plots of a report from the figures that stand in it. Nothing is fetched: the file is all there is.
const figures = JSON.parse(document.getElementById("figures").textContent);
const config = { displayModeBar: false, responsive: false, doubleClick: false, scrollZoom: false };
for (const figure of document.querySelectorAll("figure[data-plot]")) {
  const { data, layout } = figures[figure.dataset.plot];
  const plot = figure.querySelector(".plot");
  Plotly.newPlot(plot, data, { ...layout, width: 924, autosize: false }, config);
  for (const button of figure.querySelectorAll("button")) {
    const format = button.dataset.format;
    const scale = format === "png" ? 3 : 1;
    button.onclick = () =>
      Plotly.downloadImage(plot, { format, scale, width: 924, height: layout.height, filename: figure.dataset.plot });
  }
}
