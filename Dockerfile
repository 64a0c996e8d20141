# annoeval with everything it needs; what it keeps lies in /data, or in PostgreSQL by ANNOEVAL_DATABASE_URL.
FROM python:3.11-slim

ENV PIP_NO_CACHE_DIR=1 PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
WORKDIR /app
COPY requirements.txt requirements-dask.txt ./
RUN pip install -r requirements.txt
COPY setup.py pyproject.toml MANIFEST.in README.md app.py ./
COPY annoeval annoeval
COPY pages pages
COPY data data
COPY docs docs
COPY .streamlit/config.toml .streamlit/config.toml
RUN useradd --create-home --uid 1000 annoeval && mkdir /data && chown annoeval /data
USER annoeval
ENV ANNOEVAL_HOME=/data ANNOEVAL_ACCESS=links
VOLUME /data
EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
  CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=5)"]
CMD ["python", "-m", "annoeval", "app", "--headless", "--address", "0.0.0.0", "--port", "8501"]
