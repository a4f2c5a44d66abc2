#!/usr/bin/env python3
"""Checks the units, deploy/compose.yaml and the manifests of the Helm chart.

    check-deploy.py units                    what the units promise to the documents and the program
    check-deploy.py compose                  the structure of the compose file
    check-deploy.py context [NAME=VALUE...]  prints the context for the chart's templates as JSON
    check-deploy.py manifests                validates manifests from standard input against the schemas of Kubernetes

`manifests` needs the package kubernetes-validate from PyPI.
"""

import json, pathlib, re, sys

import yaml

DEPLOY = pathlib.Path(__file__).parents[2] / "deploy"
# What the compose file may use, from the Compose Specification.
TOP = {"name", "services", "volumes", "networks"}
SERVICE = {"image", "restart", "stop_grace_period", "environment", "volumes", "depends_on", "command", "entrypoint", "networks",
           "healthcheck", "ports"}
CONDITIONS = {"service_started", "service_healthy", "service_completed_successfully"}


def units():
    program = (DEPLOY.parent / "crates/numsift/src/config.rs").read_text()
    longest_drain = int(re.search(r"LONGEST_DRAIN_S: u64 = (\d+)", program)[1])
    access_log = re.search(r'access_log = "(/[^"]*)/access.log"', (DEPLOY.parent / "docs/operate.md").read_text())[1]
    for name in ("numsift.service", "numsift-serve.service"):
        unit = (DEPLOY / "systemd" / name).read_text()
        timeout = int(re.search(r"^TimeoutStopSec=(\d+)$", unit, re.M)[1])
        assert timeout >= longest_drain + 20, f"{name} kills a server after {timeout} s, which may drain for {longest_drain} s"
        logs = re.search(r"^LogsDirectory=(.+)$", unit, re.M)
        assert logs and f"/var/log/{logs[1]}" == access_log, f"{name}: the server cannot write to {access_log}"
    print("units: timeouts and folders")


def compose():
    text = (DEPLOY / "compose.yaml").read_text()
    file = yaml.safe_load(text)
    unknown = {key for key in file if not key.startswith("x-")} - TOP
    assert not unknown, f"unknown keys {unknown}"
    services = file["services"]
    assert {"server", "worker-1", "worker-2", "database", "files", "proxy"} <= services.keys()
    for name, service in services.items():
        assert service.keys() <= SERVICE, f"{name}: unknown keys {service.keys() - SERVICE}"
        assert service.get("image"), f"{name} has no image"
        needs = service.get("depends_on", [])
        for other in needs:
            assert other in services, f"{name} depends on {other}, which does not exist"
            if isinstance(needs, dict):
                condition = needs[other]["condition"]
                assert condition in CONDITIONS, f"{name}: unknown condition {condition}"
                assert condition != "service_healthy" or "healthcheck" in services[other], f"{other} has no health check"
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source.startswith("./") or source in file["volumes"], f"{name}: unknown volume {source}"
            if source.startswith("./") and source != "./secret.key":
                assert (DEPLOY / source).exists(), f"{name}: {source} does not exist"
        for network in service.get("networks", []):
            assert network in file["networks"], f"{name}: unknown network {network}"
        for value in service.get("environment", {}).values():
            assert isinstance(value, str), f"{name}: {value!r} is not a string"
    # Every variable without a default is in the example, and every setting exists.
    example = dict(line.split("=", 1) for line in (DEPLOY / "compose.env.example").read_text().splitlines() if "=" in line and not line.startswith("#"))
    for variable in re.findall(r"\$\{([A-Z0-9_]+):\?", text):
        assert variable in example, f"compose.env.example lacks {variable}"
    check_settings({name for service in services.values() for name in service.get("environment", {})
                    if service["image"].endswith("numsift}")})
    print(f"compose.yaml: {len(services)} services")


def check_settings(names):
    table = (DEPLOY.parent / "docs/operate.md").read_text()
    for name in names:
        known = f"`{name}`" in table or name.startswith("NUMSIFT_S3_") and name[8:].lower() in table
        assert known, f"there is no setting {name}"


def context(changes):
    chart = yaml.safe_load((DEPLOY / "helm/numsift/Chart.yaml").read_text())
    values = yaml.safe_load((DEPLOY / "helm/numsift/values.yaml").read_text())
    check_settings(values["settings"])
    for change in changes:
        path, value = change.split("=", 1)
        *parents, last = path.split(".")
        place = values
        for parent in parents:
            place = place[parent]
        assert last in place, f"there is no value {path}"
        place[last] = yaml.safe_load(value)
    Chart = {name[0].upper() + name[1:]: value for name, value in chart.items()}
    json.dump({"Values": values, "Chart": Chart, "Release": {"Name": "numsift"}}, sys.stdout)


def manifests():
    import kubernetes_validate
    found = [manifest for manifest in yaml.safe_load_all(sys.stdin) if manifest]
    for manifest in found:
        kubernetes_validate.validate(manifest, "1.25", strict=True)
    kinds = sorted(manifest["kind"] for manifest in found)
    pods = {}
    for manifest in found:
        if manifest["kind"] == "Deployment":
            pod = manifest["spec"]["template"]
            assert manifest["spec"]["selector"]["matchLabels"].items() <= pod["metadata"]["labels"].items()
            volumes = {volume["name"] for volume in pod["spec"]["volumes"]}
            for container in pod["spec"]["containers"]:
                assert {mount["name"] for mount in container["volumeMounts"]} <= volumes
                ports = {port["name"] for port in container["ports"]}
                assert {container[probe]["httpGet"]["port"] for probe in ("readinessProbe", "livenessProbe")} <= ports
            pods[manifest["metadata"]["name"]] = pod["metadata"]["labels"], ports
    for manifest in found:
        if manifest["kind"] == "Service":
            chosen = [ports for labels, ports in pods.values() if manifest["spec"]["selector"].items() <= labels.items()]
            assert len(chosen) == 1 and {port["targetPort"] for port in manifest["spec"]["ports"]} <= chosen[0]
    print(f"manifests: {', '.join(kinds)}")


if __name__ == "__main__":
    command, *rest = sys.argv[1:]
    {"units": units, "compose": compose, "context": lambda: context(rest), "manifests": manifests}[command]()
