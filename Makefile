# Two commands matter: `make demo` shows the product, `make test` proves it. `make` lists the rest.
SHELL := /bin/bash
# One kind of release build for the image, the limits and the benchmarks: what is measured is what is delivered, and it
# is compiled once.
RELEASE := WAYMARK_RELEASE=1 swift build --configuration release --static-swift-stdlib -debug-info-format none --disable-local-rpath
BENCH_BINARY := .build/release/waymark-bench
# Debug builds compile each module at once; Package.swift says why. A plain `swift build` does not, so it compiles all again.
export WAYMARK_WHOLE_MODULES ?= 1

.PHONY: help demo test build release wasm library web test-web test-console screenshots test-java image package bench bench-http capacity instructions attack soak sanitize kill cluster fuzz everything lint format clean

help: ## This list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: ## Build, start the server on 127.0.0.1:8080 with the example apps, and print commands to try
	@Config/scripts/demo

test: ## Install what the tests need, then lint, build and run every test (ARGUMENTS="--filter IndexTests" for less)
	@Config/scripts/install-libraries test
	@$(MAKE) --no-print-directory lint
	@Config/scripts/run-tests $(ARGUMENTS)

build: ## Debug build of everything
	@Config/scripts/install-libraries build
	Config/scripts/build-debug

release: ## The one binary, Swift runtime linked in, with the engine for browsers, at .build/waymark
	@Config/scripts/install-libraries wasm
	@Config/scripts/build-engine wasm
	@Config/scripts/build-release .build/waymark

wasm: ## The engine for browsers and Node, at .build/wasm: waymark-resolver.wasm, waymark-engine.wasm, waymark.mjs
	@Config/scripts/install-libraries wasm
	@Config/scripts/build-engine wasm

web: wasm ## The client for web pages and Node, with the engine, at .build/web
	@Config/scripts/build-web

test-web: web ## Install what it needs, and test the client for web pages and Node: in Node, Chromium and Firefox
	@Config/scripts/install-libraries web
	@[ -x .build/waymark ] || $(MAKE) --no-print-directory release
	@.ci/try-web

test-console: ## Install what it needs, and test the console in Chromium and Firefox
	@Config/scripts/install-libraries console
	@[ -x .build/waymark ] || $(MAKE) --no-print-directory release
	@.ci/try-console

screenshots: ## Pictures of the console at three widths and of the pages of links, light and dark, in .build/screenshots
	@Config/scripts/install-libraries console
	@Config/scripts/install-libraries links
	@[ -x .build/waymark ] || $(MAKE) --no-print-directory release
	@Config/scripts/make-screenshots

library: ## The engine for C and every language that calls C, at .build/library: libwaymark.so, libwaymark.a, waymark.h
	@Config/scripts/build-engine library

test-java: ## Install what the client for Java needs, build it with its libraries, and run its tests (ARGUMENTS="Retry-After" for less)
	@Config/scripts/install-libraries java
	@$(MAKE) --no-print-directory library
	@Config/scripts/test-java $(ARGUMENTS)

image: release ## Make the content of the image and test it in a clean Debian root (as root)
	@Config/scripts/try-image .build/waymark .build/image

package: ## What people download, at .build/packages: the Debian package, archives, the clients, SPDX and SHA256SUMS
	@Config/scripts/install-libraries package
	@Config/scripts/make-package

bench-http: ## Measure the server, nginx, and a server that parses nothing (BENCH="--rounds 3 --only 304" for less)
	@Config/scripts/install-libraries bench
	$(RELEASE) --product waymark
	WAYMARK_BENCHMARKS=1 $(RELEASE) --product waymark-bench
	@$(BENCH_BINARY) http $(BENCH)

capacity: ## Measure the capacity of one core of a node, an nginx edge and a Varnish edge, with 10,000 rules
	@Config/scripts/install-libraries edge
	@[ -x .build/waymark ] || $(MAKE) --no-print-directory release
	WAYMARK_BENCHMARKS=1 $(RELEASE) --product waymark-bench
	@.ci/measure-capacity $(ROUNDS)

instructions: ## Count instructions and allocations of requests and look-ups with callgrind; fails above the limits
	@Config/scripts/install-libraries instructions
	$(RELEASE) --product waymark
	WAYMARK_BENCHMARKS=1 $(RELEASE) --product waymark-bench
	@$(BENCH_BINARY) instructions

attack: ## Test many clients and attackers at full size, and measure how long others wait during each attack
	@Config/scripts/install-libraries test
	Config/scripts/build-debug --build-tests
	WAYMARK_ATTACK=100 swift test --skip-build --no-parallel --filter 'EndToEndTests.(AttackTests|IsolationTests|StopTests)'
	$(RELEASE) --product waymark
	WAYMARK_BENCHMARKS=1 $(RELEASE) --product waymark-bench
	@$(BENCH_BINARY) isolation

soak: ## Run mixed load and all attacks on the real server for SOAK_MINUTES (15); fails on errors or memory growth
	@Config/scripts/install-libraries build
	$(RELEASE) --product waymark
	WAYMARK_BENCHMARKS=1 $(RELEASE) --product waymark-bench
	@$(BENCH_BINARY) soak --seconds $$(($(or $(SOAK_MINUTES),15) * 60))

sanitize: ## Run the tests under AddressSanitizer and ThreadSanitizer (SANITIZERS=address FILTER=… WAYMARK_TARGETS="SystemTests …" for less)
	@Config/scripts/install-libraries test
	@Config/scripts/sanitize $(SANITIZERS)

kill: ## Kill the server 500 times while it writes and publishes (KILLS=…, WAYMARK_SEED=… for other ones)
	@Config/scripts/install-libraries test
	Config/scripts/build-debug --build-tests
	WAYMARK_KILLS=$(or $(KILLS),500) swift test --skip-build --filter EndToEndTests.KillTests

cluster: ## Three nodes on two PostgreSQL servers under 200 faults (CLUSTER="--runs 20 --seed 7 --fault failover" for others)
	@Config/scripts/install-libraries cluster
	@[ -x .build/waymark ] || $(MAKE) --no-print-directory release
	@.ci/try-cluster $(or $(CLUSTER),--runs 200)

fuzz: ## Ten million executions of each parser under libFuzzer (FUZZ_RUNS=… FUZZ_TARGETS="json …" for less)
	@Config/scripts/install-libraries build
	@Config/scripts/fuzz $(or $(FUZZ_RUNS),10000000) $(FUZZ_TARGETS)

bench: ## Measure the engine and Foundation, the store and SQLite alone (BENCH="--sizes 10,10000 --rounds 3" for less)
	@Config/scripts/install-libraries build
	$(RELEASE) --product waymark
	WAYMARK_BENCHMARKS=1 $(RELEASE) --product waymark-bench
	@$(BENCH_BINARY) engine $(BENCH)
	@$(BENCH_BINARY) store $(BENCH)

everything: ## All that CI does, each step at its full size, with a table of the steps; it takes hours
	.ci/run everything

lint: ## The formatter's strict check, and shellcheck's warnings
	swift format lint --strict --parallel --recursive Package.swift Sources Tests
	shellcheck --severity=warning $$(grep -rlE '^#!/(usr/bin/env bash|bin/sh)$$' .ci Config Sources Tests)

format: ## Correct the formatting where the formatter can
	swift format --in-place --parallel --recursive Package.swift Sources Tests

clean: ## Remove build output (the demo's data stays in demo/)
	rm -rf .build
