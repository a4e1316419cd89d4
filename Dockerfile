# The Python that the tests run on (.ci/run compares them): another one has other bugs, which no test has seen.
ARG PYTHON=3.11
FROM python:${PYTHON}-slim AS build
WORKDIR /source
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY engines engines
COPY lessons lessons
COPY puzzles puzzles
COPY render render
COPY bot bot
# The wheel is built here and installed into an environment without pip, which is all that goes on.
RUN pip wheel --no-cache-dir --constraint constraints.txt --wheel-dir /wheels '.[metrics,postgres]' \
    && python -m venv --without-pip /opt/speltafel \
    && pip --python /opt/speltafel/bin/python install --no-cache-dir --no-index --find-links /wheels 'speltafel[metrics,postgres]'

FROM python:${PYTHON}-slim
# Names in pictures: the scripts that the house font lacks, and what lays Arabic and Hebrew from right to left.
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends fonts-noto-core fonts-noto-cjk libfribidi0 \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --no-create-home speltafel \
    && install --directory --owner=speltafel --group=speltafel /data
COPY --from=build /opt/speltafel /opt/speltafel
# Python must not look for modules in /data, which the bot may write.
ENV PATH=/opt/speltafel/bin:$PATH \
    PYTHONSAFEPATH=1 \
    SPELTAFEL_DATABASE=/data/speltafel.sqlite3
USER speltafel
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s CMD ["python", "-m", "bot", "health"]
# As a list, so that the bot itself gets SIGTERM and can leave tidily.
CMD ["python", "-m", "bot"]
