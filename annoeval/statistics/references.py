"""Who defined a figure: one short citation and one BibTeX entry each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Reference:
    """key: of the BibTeX entry. short: as in a text, "Cohen (1960)". kind: of entry. fields: its fields."""

    key: str
    short: str
    kind: str
    fields: dict[str, str]

    @property
    def printed(self) -> str:
        """As it stands in a list: "Cohen, Jacob (1960). A coefficient of … . Psychological Bulletin, 20, 37–46."."""
        f = {name: value.replace("{", "").replace("}", "").replace("--", "–") for name, value in self.fields.items()}
        where = ", ".join(f[n] for n in ("journal", "booktitle", "publisher", "volume", "pages") if n in f)
        author = f["author"].replace(" and ", "; ")
        return f"{author} ({f['year']}). {f['title'].rstrip('.')}.{f' {where}.' if where else ''}"

    @property
    def bibtex(self) -> str:
        """The BibTeX entry."""
        lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in self.fields.items())
        return f"@{self.kind}{{{self.key},\n{lines}\n}}"


def _article(
    key: str, short: str, author: str, title: str, journal: str, year: int, volume: str, pages: str
) -> Reference:
    fields = {"author": author, "title": title, "journal": journal, "year": str(year), "volume": volume, "pages": pages}
    return Reference(key, short, "article", fields)


REFERENCES = {
    r.key: r
    for r in (
        _article(
            "cohen1960", "Cohen (1960)", "Cohen, Jacob", "A coefficient of agreement for nominal scales",
            "Educational and Psychological Measurement", 1960, "20", "37--46",
        ),
        _article(
            "cohen1968", "Cohen (1968)", "Cohen, Jacob",
            "Weighted kappa: nominal scale agreement with provision for scaled disagreement or partial credit",
            "Psychological Bulletin", 1968, "70", "213--220",
        ),
        _article(
            "fleiss1969", "Fleiss, Cohen & Everitt (1969)", "Fleiss, Joseph L. and Cohen, Jacob and Everitt, B. S.",
            "Large sample standard errors of kappa and weighted kappa", "Psychological Bulletin", 1969, "72",
            "323--327",
        ),
        _article(
            "scott1955", "Scott (1955)", "Scott, William A.",
            "Reliability of content analysis: the case of nominal scale coding", "Public Opinion Quarterly", 1955, "19",
            "321--325",
        ),
        _article(
            "fleiss1971", "Fleiss (1971)", "Fleiss, Joseph L.",
            "Measuring nominal scale agreement among many raters", "Psychological Bulletin", 1971, "76", "378--382",
        ),
        _article(
            "light1971", "Light (1971)", "Light, Richard J.",
            "Measures of response agreement for qualitative data: some generalizations and alternatives",
            "Psychological Bulletin", 1971, "76", "365--377",
        ),
        _article(
            "conger1980", "Conger (1980)", "Conger, Anthony J.",
            "Integration and generalization of kappas for multiple raters", "Psychological Bulletin", 1980, "88",
            "322--328",
        ),
        _article(
            "brennan1981", "Brennan & Prediger (1981)", "Brennan, Robert L. and Prediger, Dale J.",
            "Coefficient kappa: some uses, misuses, and alternatives", "Educational and Psychological Measurement",
            1981,
            "41", "687--699",
        ),
        _article(
            "gwet2008", "Gwet (2008)", "Gwet, Kilem Li",
            "Computing inter-rater reliability and its variance in the presence of high agreement",
            "British Journal of Mathematical and Statistical Psychology", 2008, "61", "29--48",
        ),
        Reference("gwet2014", "Gwet (2014)", "book", {
            "author": "Gwet, Kilem Li", "title": "Handbook of Inter-Rater Reliability", "edition": "4",
            "publisher": "Advanced Analytics", "year": "2014",
        }),
        Reference("krippendorff2011", "Krippendorff (2011)", "misc", {
            "author": "Krippendorff, Klaus", "title": "Computing {Krippendorff's} alpha-reliability",
            "howpublished": "University of Pennsylvania, Departmental Papers (ASC) 43", "year": "2011",
        }),
        Reference("krippendorff2019", "Krippendorff (2019)", "book", {
            "author": "Krippendorff, Klaus", "title": "Content Analysis: An Introduction to Its Methodology",
            "edition": "4", "publisher": "Sage", "year": "2019",
        }),
        _article(
            "shrout1979", "Shrout & Fleiss (1979)", "Shrout, Patrick E. and Fleiss, Joseph L.",
            "Intraclass correlations: uses in assessing rater reliability", "Psychological Bulletin", 1979, "86",
            "420--428",
        ),
        Reference("passonneau2006", "Passonneau (2006)", "inproceedings", {
            "author": "Passonneau, Rebecca",
            "title": "Measuring agreement on set-valued items ({MASI}) for semantic and "
            "pragmatic annotation", "booktitle": "Proceedings of LREC", "year": "2006",
        }),
        _article(
            "efron1987", "Efron (1987)", "Efron, Bradley", "Better bootstrap confidence intervals",
            "Journal of the American Statistical Association", 1987, "82", "171--185",
        ),
        _article(
            "miller1974", "Miller (1974)", "Miller, Rupert G.", "The jackknife: a review", "Biometrika", 1974, "61",
            "1--15",
        ),
        _article(
            "clopper1934", "Clopper & Pearson (1934)", "Clopper, C. J. and Pearson, E. S.",
            "The use of confidence or fiducial limits illustrated in the case of the binomial", "Biometrika", 1934,
            "26",
            "404--413",
        ),
        _article(
            "landis1977", "Landis & Koch (1977)", "Landis, J. Richard and Koch, Gary G.",
            "The measurement of observer agreement for categorical data", "Biometrics", 1977, "33", "159--174",
        ),
        _article(
            "byrt1993", "Byrt, Bishop & Carlin (1993)", "Byrt, Ted and Bishop, Janet and Carlin, John B.",
            "Bias, prevalence and kappa", "Journal of Clinical Epidemiology", 1993, "46", "423--429",
        ),
        _article(
            "dawid1979", "Dawid & Skene (1979)", "Dawid, A. P. and Skene, A. M.",
            "Maximum likelihood estimation of observer error-rates using the {EM} algorithm",
            "Journal of the Royal Statistical Society: Series C", 1979, "28", "20--28",
        ),
        Reference("calderon2025", "Calderon, Reichart & Dror (2025)", "inproceedings", {
            "author": "Calderon, Nitay and Reichart, Roi and Dror, Rotem",
            "title": "The alternative annotator test for {LLM}-as-a-judge: how to statistically justify replacing "
            "human annotators with {LLM}s",
            "booktitle": "Proceedings of the 63rd Annual Meeting of the ACL", "year": "2025",
            "pages": "16051--16081",
        }),
        _article(
            "benjamini2001", "Benjamini & Yekutieli (2001)", "Benjamini, Yoav and Yekutieli, Daniel",
            "The control of the false discovery rate in multiple testing under dependency", "The Annals of Statistics",
            2001, "29", "1165--1188",
        ),
        _article(
            "lin1989", "Lin (1989)", "Lin, Lawrence I-Kuei",
            "A concordance correlation coefficient to evaluate reproducibility", "Biometrics", 1989, "45", "255--268",
        ),
        _article(
            "wilson1927", "Wilson (1927)", "Wilson, Edwin B.",
            "Probable inference, the law of succession, and statistical inference",
            "Journal of the American Statistical Association", 1927, "22", "209--212",
        ),
        _article(
            "welch1947", "Welch (1947)", "Welch, B. L.",
            "The generalization of 'Student's' problem when several different population variances are involved",
            "Biometrika", 1947, "34", "28--35",
        ),
        _article(
            "welch1951", "Welch (1951)", "Welch, B. L.",
            "On the comparison of several mean values: an alternative approach", "Biometrika", 1951, "38", "330--336",
        ),
        _article(
            "mann1947", "Mann & Whitney (1947)", "Mann, H. B. and Whitney, D. R.",
            "On a test of whether one of two random variables is stochastically larger than the other",
            "The Annals of Mathematical Statistics", 1947, "18", "50--60",
        ),
        _article(
            "mcnemar1947", "McNemar (1947)", "McNemar, Quinn",
            "Note on the sampling error of the difference between correlated proportions or percentages",
            "Psychometrika", 1947, "12", "153--157",
        ),
        _article(
            "stuart1955", "Stuart (1955)", "Stuart, Alan",
            "A test for homogeneity of the marginal distributions in a two-way classification", "Biometrika", 1955,
            "42", "412--416",
        ),
        _article(
            "friedman1937", "Friedman (1937)", "Friedman, Milton",
            "The use of ranks to avoid the assumption of normality implicit in the analysis of variance",
            "Journal of the American Statistical Association", 1937, "32", "675--701",
        ),
        _article(
            "cochran1950", "Cochran (1950)", "Cochran, W. G.", "The comparison of percentages in matched samples",
            "Biometrika", 1950, "37", "256--266",
        ),
        _article(
            "kruskal1952", "Kruskal & Wallis (1952)", "Kruskal, William H. and Wallis, W. Allen",
            "Use of ranks in one-criterion variance analysis", "Journal of the American Statistical Association", 1952,
            "47", "583--621",
        ),
        _article(
            "hotelling1931", "Hotelling (1931)", "Hotelling, Harold", "The generalization of Student's ratio",
            "The Annals of Mathematical Statistics", 1931, "2", "360--378",
        ),
        _article(
            "hedges1981", "Hedges (1981)", "Hedges, Larry V.",
            "Distribution theory for Glass's estimator of effect size and related estimators",
            "Journal of Educational Statistics", 1981, "6", "107--128",
        ),
        _article(
            "holm1979", "Holm (1979)", "Holm, Sture", "A simple sequentially rejective multiple test procedure",
            "Scandinavian Journal of Statistics", 1979, "6", "65--70",
        ),
        _article(
            "brier1950", "Brier (1950)", "Brier, Glenn W.",
            "Verification of forecasts expressed in terms of probability", "Monthly Weather Review", 1950, "78",
            "1--3",
        ),
        Reference("naeini2015", "Naeini, Cooper & Hauskrecht (2015)", "inproceedings", {
            "author": "Naeini, Mahdi Pakdaman and Cooper, Gregory F. and Hauskrecht, Milos",
            "title": "Obtaining well calibrated probabilities using {B}ayesian binning",
            "booktitle": "Proceedings of the 29th AAAI Conference on Artificial Intelligence", "year": "2015",
            "pages": "2901--2907",
        }),
    )
}  # fmt: skip


def bibtex(keys: Iterable[str]) -> str:
    """BibTeX entries of references, each once, in the order asked for."""
    return "\n\n".join(REFERENCES[key].bibtex for key in dict.fromkeys(keys))
