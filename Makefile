# `make run` and `make test` are the main commands; `make help` lists the others.
.DEFAULT_GOAL := help
TARGET := $(or $(CARGO_TARGET_DIR),target)

PYTHON ?= python3

.PHONY: help run test build package test-package check-deploy check-api web install-run install-test fmt sql api-types numplan-data conformance bench-engine bench-ledger bench-lookup bench-neighbour bench-scale bench-screening bench-soak fuzz lighthouse simulate screenshots

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

run: build ## build everything and run the demo on http://127.0.0.1:8080
	$(TARGET)/release/numsift serve --demo --data ./data

test: install-test ## run all checks; the last line counts passed and failed
	@scripts/test.sh

build: web ## build the release binary with the console embedded
	NUMSIFT_COMMIT=$$(git rev-parse --short HEAD 2>/dev/null) cargo build --release --locked --package numsift
	@scripts/check-release.sh $(TARGET)/release/numsift

package: build ## make a Debian package and a tarball in dist/
	scripts/package.sh $(TARGET)/release/numsift dist

test-package: ## install, start, upgrade and remove a package of the debug binary in a throw-away root (needs root)
	cargo build --package numsift
	scripts/test-package.sh $(TARGET)/debug/numsift

check-deploy: ## check the units, proxy samples, compose file and Helm chart with the programs that read them
	PYTHON=$(PYTHON) scripts/check-deploy.sh

web: install-run ## build the console
	cd web && npm run --silent build

install-run:
	@scripts/install.sh run

install-test:
	@scripts/install.sh test

fmt: ## format all code
	cargo fmt --all
	cd web && npm run --silent format

sql: install-test ## check all SQL against real databases and update .sqlx
	scripts/prepare-sql.sh

api-types: install-test ## regenerate the OpenAPI document and the types of the web client and the SDKs from it
	cargo run --quiet --package numsift -- openapi > web/openapi.json
	cd web && npm run --silent api:types
	cargo run --quiet --package numsift -- openapi --public > $(TARGET)/public.json
	$(PYTHON) sdk/python/generate.py < $(TARGET)/public.json > sdk/python/src/numsift/schema.py
	sdk/check/node_modules/.bin/openapi-typescript $(TARGET)/public.json --output sdk/typescript/src/schema.ts

check-api: install-test ## check the OpenAPI documents, and run generated clients and the SDKs against a server
	cargo build --package numsift
	scripts/check-api.sh

numplan-data: ## compile the newest numbering-plan metadata into tables
	scripts/numplan-data.sh

conformance: ## compare the number engine with the reference on five million lines
	scripts/conformance.sh

bench-engine: ## measure the number engine beside its peers
	bench/engine/run.sh

bench-ledger: install-test ## measure ledger postings beside bare updates on both databases
	bench/ledger/run.sh

bench-lookup: install-test ## measure lookups through the public API beside a bare handler on both databases
	bench/lookup/run.sh

bench-scale: install-test ## measure one task on 1 to 16 workers with PostgreSQL and a bucket (NUMBERS=40000 per worker)
	bench/scale/run.sh $(NUMBERS)

bench-screening: install-test ## measure uploads, tasks, pages and exports beside bare work (NUMBERS=10000000)
	bench/screening/run.sh $(NUMBERS)

bench-neighbour: ## measure a customer's calls beside another customer who does the most it may
	bench/neighbour/run.sh

bench-soak: install-test ## let customers work for 30 minutes (MINUTES=) while processes are killed, and check that nothing is lost
	bench/soak/run.sh $(or $(MINUTES),30)

fuzz: install-test ## fuzz the number engine and all readers of foreign bytes (SECONDS=60), and the public API
	scripts/fuzz-engine.sh $(or $(SECONDS),60)
	scripts/fuzz-readers.sh $(or $(SECONDS),60)
	cargo build --package numsift
	scripts/fuzz-api.sh

simulate: ## run ten thousand seeds of the simulation (SEEDS=), or one with its trace (SEED=)
	cargo run --release --locked --quiet --package numsift-simulation -- $(if $(SEED),--seed $(SEED) $(BUG),$(or $(SEEDS),10000))

screenshots: install-test ## take a screenshot of every page in every variant into ./screenshots
	scripts/screenshots.sh

lighthouse: install-test ## measure pages of the release build with Lighthouse and compare them with their budgets (RUNS=5)
	scripts/lighthouse.sh
