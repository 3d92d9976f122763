# Two stages: the first has a Swift toolchain, the second only what the server needs to run.
# Each step is a script of Config/scripts that CI runs outside Docker as well.
FROM swift:6.3-bookworm AS build
WORKDIR /src
COPY Config/scripts/install-libraries Config/scripts/
RUN Config/scripts/install-libraries build
COPY . .
RUN Config/scripts/build-release /out/waymark && Config/scripts/assemble-image /out/waymark /image

FROM debian:bookworm-slim
RUN apt-get update --quiet=2 \
    && apt-get install --yes --quiet=2 --no-install-recommends ca-certificates libsqlite3-0 libssl3 zlib1g libstdc++6 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /var/lib/waymark --shell /usr/sbin/nologin waymark
COPY --from=build /image/ /
RUN chown waymark:waymark /var/lib/waymark
USER waymark
VOLUME /var/lib/waymark
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["waymark", "health", "--server", "http://127.0.0.1:8080"]
ENTRYPOINT ["waymark", "serve", "--config", "/etc/waymark/waymark.json"]
CMD ["--listen", "0.0.0.0:8080", "--database", "/var/lib/waymark/waymark.db"]
