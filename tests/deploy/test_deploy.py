"""The files of deploy/ match the server's options, metrics and files."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from tilerummy.cli.serve import serve_command
from tilerummy.server.ops.prometheus import COUNTERS, PrometheusMetrics

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNIT = DEPLOY / "systemd/tilerummy@.service"


def read(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


Yaml = Any


def loaded(name: str) -> Yaml:
    return yaml.safe_load(read(name))


def exported() -> dict[str, set[str]]:
    """Return the samples that a server exports, with their labels."""
    metrics = PrometheusMetrics()
    for name, (_, *labels) in COUNTERS.items():
        metrics.count(name, *labels)
    metrics.measure("jobs_waiting", 1, "turn")
    return {
        sample.name: {*sample.labels}
        for family in text_string_to_metric_families(metrics.text())
        for sample in family.samples
    }


def queries() -> list[str]:
    """Return every query of the dashboard and of the alerts."""
    panels = json.loads(read("monitoring/dashboard.json"))["panels"]
    groups = loaded("monitoring/alerts.yml")["groups"]
    return [
        *(target["expr"] for panel in panels for target in panel["targets"]),
        *(rule["expr"] for group in groups for rule in group["rules"]),
    ]


def test_every_queried_metric_is_exported() -> None:
    samples = exported()
    named = {name for query in queries() for name in re.findall(r"tilerummy_\w+", query)}
    assert len(named) > 10
    assert named - {*samples} == set()


def test_every_queried_label_exists() -> None:
    samples = exported()
    own = {"instance", "job"}  # Prometheus's own
    for query in queries():
        labels = {
            *(each for by in re.findall(r"by \(([\w, ]+)\)", query) for each in by.split(", ")),
            *re.findall(r"(\w+)(?:=~|=)\"", query),
        }
        names = re.findall(r"tilerummy_\w+", query)
        known = own.union(*(samples[name] for name in names))
        assert labels <= known, query
    for panel in json.loads(read("monitoring/dashboard.json"))["panels"]:
        for target in panel["targets"]:
            shown = {*re.findall(r"\{\{(\w+)\}\}", target["legendFormat"])}
            by = re.findall(r"by \(([\w, ]+)\)", target["expr"])
            assert shown <= {each for group in by for each in group.split(", ")}, panel["title"]


def options(words: list[str]) -> dict[str, object]:
    """Return the parsed options of a command line. Raises UsageError."""
    with serve_command.make_context("serve", words, ignore_unknown_options=False) as context:
        return dict(context.params)


def test_the_service_uses_valid_options() -> None:
    [command] = re.findall(
        r"^ExecStart=(.*?[^\\])$", UNIT.read_text().replace("%i", "8000"), re.MULTILINE | re.DOTALL
    )
    program, verb, *words = shlex.split(command.replace("\\\n", " "))
    assert (program, verb) == ("/opt/tiles/bin/tilerummy", "serve")
    known = options(words)
    assert (known["public_url"], known["port"]) == ("https://tiles.example", 8000)


def test_the_containers_use_valid_options() -> None:
    text = read("Containerfile").replace("\\\n", " ")
    [entry] = re.findall(r"^ENTRYPOINT (\[.*\])$", text, re.MULTILINE)
    _, verb, *words = json.loads(entry)
    server = loaded("compose.yaml")["services"]["server-1"]
    more = [
        str(word).replace("${SITE:-http://localhost}", "https://a.b") for word in server["command"]
    ]
    known = options([*words, *more])
    assert verb == "serve"
    assert (known["host"], str(known["data"])) == ("0.0.0.0", "/var/lib/tiles")
    with pytest.raises(click.UsageError):
        options([*words, "--colour=red"])


def test_the_image_uses_existing_extras_and_files() -> None:
    text = read("Containerfile")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = {each for group in re.findall(r"\)\[([\w,-]+)\]", text) for each in group.split(",")}
    assert named
    assert named <= {*project["optional-dependencies"]}
    left_out = (ROOT / ".dockerignore").read_text().split()
    assert {".git", ".venv", "deploy/.env"} <= {*left_out}


def test_the_containers_use_existing_files_secrets_and_hosts() -> None:
    compose = loaded("compose.yaml")
    services = compose["services"]
    for service in services.values():
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            known = (DEPLOY / source).exists() if source[0] == "." else source in compose["volumes"]
            assert known, volume
    address = services["proxy"]["networks"]["default"]["ipv4_address"]
    assert f"--trusted-proxy={address}" in services["server-1"]["command"]
    assert compose["networks"]["default"]["ipam"]["config"][0]["subnet"].startswith(address[:7])
    scraped = loaded("monitoring/prometheus.yml")["scrape_configs"][0]["static_configs"]
    for target in [
        *scraped[0]["targets"],
        *re.findall(r"[\w-]+:\d+", read("proxy/Caddyfile")),
    ]:
        host, _, port = target.partition(":")
        assert host in services
        assert f"--allowed-host={host}" in services["server-1"]["command"]
        assert f"EXPOSE {port}\n" in read("Containerfile")
    wanted = {*re.findall(r"\$\{(\w+):\?", read("compose.yaml"))}
    [made] = re.findall(r"for name in ([A-Z_ ]+); do", read("README.md"))
    assert wanted == {*made.split()}


def test_systemd_accepts_the_service(tmp_path: Path) -> None:
    """Its sandbox gives access to hardly anything else on the machine."""
    systemd = shutil.which("systemd-analyze")
    if systemd is None:
        pytest.skip("systemd is not installed")
    unit = tmp_path / UNIT.name.replace("@", "@8000")
    unit.write_text(UNIT.read_text().replace("/opt/tiles/bin/tilerummy", sys.executable))
    assert analyze(systemd, "verify", unit) == (0, "")
    assert analyze(systemd, "security", "--offline=true", "--threshold=20", unit)[0] == 0
    unit.write_text(unit.read_text().replace("\nRestart=", "\nRestarts="))
    assert "Restarts" in analyze(systemd, "verify", unit)[1]


@pytest.mark.parametrize("file", [UNIT, DEPLOY.parent / "docs/hosting.md"])
def test_systemd_restarts_the_service_without_a_limit(file: Path) -> None:
    head, service = file.read_text().split("[Service]", 1)

    assert "\nStartLimitIntervalSec=0\n" in head.split("[Unit]", 1)[1]
    assert re.search(r"\nRestart=always\nRestartSec=[1-5]\n", service)


def test_caddy_accepts_the_proxy_configuration(tmp_path: Path) -> None:
    caddy = shutil.which("caddy") or shutil.which("caddy", path=str(Path(sys.executable).parent))
    if caddy is None:
        pytest.skip("Caddy is not installed (make cluster downloads it)")
    done = subprocess.run(
        [caddy, "adapt", "--adapter", "caddyfile", "--config", DEPLOY / "proxy/Caddyfile"],
        capture_output=True,
        text=True,
        check=True,
        env={"SITE": "https://tiles.example", "HOME": str(tmp_path)},
    )
    [server] = json.loads(done.stdout)["apps"]["http"]["servers"].values()
    assert server["listen"] == [":443"]
    assert "tiles.example" in json.dumps(server["routes"][0]["match"])


def analyze(program: str, *words: str | Path) -> tuple[int, str]:
    """Return the exit status and warnings of systemd-analyze."""
    done = subprocess.run([program, *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr
