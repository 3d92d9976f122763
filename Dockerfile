# Two stages: the first has a Swift toolchain, the second only what the server needs to run.
# Each step is a script of Config/scripts; `make image` runs the same scripts in a clean Debian root, without Docker.
FROM swift:6.3-bookworm AS build
WORKDIR /src
COPY Config/scripts/install-libraries Config/scripts/
RUN Config/scripts/install-libraries wasm
COPY . .
RUN Config/scripts/build-engine wasm && Config/scripts/build-release /out/waymark && Config/scripts/assemble-image /out/waymark /image

FROM debian:bookworm-slim
COPY Config/scripts/install-runtime /tmp/install-runtime
RUN /tmp/install-runtime && rm /tmp/install-runtime
COPY --from=build /image/ /
USER waymark
VOLUME /var/lib/waymark
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["waymark", "health", "--server", "http://127.0.0.1:8080"]
ENTRYPOINT ["waymark", "serve", "--config", "/etc/waymark/waymark.json"]
CMD ["--listen", "0.0.0.0:8080", "--database", "/var/lib/waymark/waymark.db"]
