"""A Tile Rummy player in forty lines that uses the server's solver.

python examples/bot.py http://127.0.0.1:8000
"""

import json
import sys
import time
import uuid
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

Json = dict[str, Any]


def ask(url: str, body: Json, token: str = "") -> Json:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    while True:
        try:
            return dict(json.load(urlopen(Request(url, json.dumps(body).encode(), headers))))
        except HTTPError as error:
            wait = error.headers["Retry-After"]
            if error.code not in (429, 503) or not wait:  # too many requests, or the server is busy
                raise
            time.sleep(float(wait))


def move(server: str, game: Json) -> Json:
    table, rack, opened = " / ".join(game["table"]), " ".join(game["rack"]), game["opening"] is None
    best = ask(server + "/api/solve", {"table": table, "rack": rack, "opened": opened})
    if best["tiles"]:
        print("Robot lays", best["tiles"], "tiles; left:", best["rack"] or "none", flush=True)
        return {"type": "done", "after": best["play"].split(" / ")}
    return {"type": "act", "actions": ["draw" if game["can"]["draw"] else "pass"]}


def play(server: str) -> Json:
    token = ask(server + "/api/tokens", {"name": "Robot"})["token"]
    table = {"seats": 2, "computers": [{"seat": 1, "level": "beginner"}], "start": True}
    room = ask(server + "/api/rooms", table, token)["room"]
    print(f"Look on at {server}/t/{room}", flush=True)
    seen: Json = {"table": {}, "game": {}}
    header = {"Authorization": f"Bearer {token}"}
    with connect(f"ws{server[4:]}/ws?room={room}", additional_headers=header) as socket:
        socket.send(json.dumps({"type": "watch", "room": room}))
        for message in map(json.loads, socket):
            # an update has only the changed fields
            seen = {view: seen[view] | (message.get(view) or {}) for view in seen}
            if seen["table"].get("phase") == "over":
                return dict(seen["table"])
            if message["type"] in ("snapshot", "update") and seen["game"].get("can"):
                todo = {"room": room, "cid": uuid.uuid4().hex, "version": message["version"]}
                socket.send(json.dumps({**move(server, seen["game"]), **todo}))
    raise ConnectionError("the server has gone")


if __name__ == "__main__":
    server = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
    try:
        print("Robot and the computer scored", play(server)["totals"])
    except (OSError, ValueError, WebSocketException) as error:
        sys.exit(f"{server}: {error}. Does a server run there? Start one with: make play")
