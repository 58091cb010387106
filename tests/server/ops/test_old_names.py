"""Names that users have written down keep working for one release."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.process import serve
from tests.server.served import Served

from tilerummy.server import main
from tilerummy.server.settings import Config


def test_old_options_of_serve(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    configs: list[Config] = []
    monkeypatch.setattr(main, "run", lambda config, _say: configs.append(config))
    options = ["--keep", "7", "--pace", "2", "--host-name", "tiles.home"]

    assert serve("--data", tmp_path, *options).exit_code == 0
    [config] = configs
    assert (config.retention_days, config.bot_delay, config.hosts) == (7, 2.0, ("tiles.home",))


def test_old_metrics(server: Served) -> None:
    server.services.metrics.count("connections_rejected", "full")
    text = server.person().get("/metrics").text

    assert '\ntilerummy_connections_rejected_total{reason="full"} 1.0\n' in text
    assert '\ntilerummy_turned_away_total{why="full"} 1.0\n' in text
    for name in ("answers_total", "faults_total", "dropped_total", "damaged"):
        assert f"\n# TYPE tilerummy_{name} " in text


def test_the_old_path_of_device_transfers(server: Served) -> None:
    code = server.person("Ann").post("/api/carry").json()["code"]

    assert server.stranger().get(f"/api/carry/{code}").json()["name"] == "Ann"
