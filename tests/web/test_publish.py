"""A new build replaces the old one while a server serves it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
PUBLISH = ROOT / "web" / "tools" / "publish.mjs"
TWICE = """
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const [publishing, from, to] = process.argv.slice(1);
const missing = [];
const page = join(to, 'index.html');
// after every file change, check the files that a server would send
const watched = (change) => (...which) => {
  change(...which);
  const asset = fs.existsSync(page) ? fs.readFileSync(page, 'utf8') : 'index.html';
  if (!fs.existsSync(join(to, asset))) missing.push([which[0], asset]);
};
fs.renameSync = watched(fs.renameSync);
fs.rmSync = watched(fs.rmSync);
syncBuiltinESMExports();
const { publish } = await import(publishing);
for (const name of ['assets/a-1.js', 'assets/a-2.js']) {
  fs.mkdirSync(join(from, 'assets'), { recursive: true });
  fs.writeFileSync(join(from, name), 'script');
  fs.writeFileSync(join(from, 'index.html'), name);
  if (!fs.existsSync(page)) fs.cpSync(from, to, { recursive: true });
  publish(from, to);
}
console.log(JSON.stringify({ missing, files: fs.readdirSync(to, { recursive: true }).sort() }));
"""
"""Builds twice, with one script per page, and reports missing files."""


def test_the_page_is_complete_at_every_moment(tmp_path: Path) -> None:
    node = shutil.which("node") or str(ROOT / ".venv" / "bin" / "node")
    folders = [str(PUBLISH), str(tmp_path / "aside"), str(tmp_path / "served")]

    printed = subprocess.run(
        [node, "--input-type=module", "--eval", TWICE, *folders],
        capture_output=True,
        text=True,
        check=True,
    )

    found = json.loads(printed.stdout)
    assert found["missing"] == []
    assert found["files"] == ["assets", "assets/a-2.js", "index.html"]
    assert not (tmp_path / "aside").exists()
