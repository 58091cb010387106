"""A player of Tile Rummy in thirty lines: it asks the server's solver for the best play.

python examples/bot.py http://127.0.0.1:8000
"""

import json
import sys
import urllib.request
import uuid
from typing import Any

from websockets.sync.client import connect

Json = dict[str, Any]


def ask(url: str, body: Json, token: str = "") -> Json:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return dict(json.load(answer))


def move(server: str, game: Json) -> Json:
    position = {"table": " / ".join(game["table"]), "rack": " ".join(game["rack"])}
    best = ask(server + "/api/solve", {**position, "opened": game["opening"] is None})
    if best["tiles"]:
        print("Robot lays", best["tiles"], "tiles; left:", best["rack"] or "none", flush=True)
        return {"type": "done", "after": best["play"].split(" / ")}
    return {"type": "act", "actions": ["draw" if game["can"]["draw"] else "pass"]}


def play(server: str) -> Json:
    token = ask(server + "/api/tokens", {"name": "Robot"})["token"]
    table = {"seats": 2, "computers": [{"seat": 1, "level": "beginner"}], "start": True}
    room = ask(server + "/api/rooms", table, token)["room"]
    print(f"Look on at {server}/t/{room}", flush=True)
    header = {"Authorization": f"Bearer {token}"}
    with connect(server.replace("http", "ws", 1) + "/ws", additional_headers=header) as socket:
        socket.send(json.dumps({"type": "watch", "room": room}))
        for message in map(json.loads, socket):
            if message.get("table", {}).get("phase") == "over":
                return dict(message["table"])
            if (game := message.get("game")) and game["can"]:
                todo = {"room": room, "cid": uuid.uuid4().hex, "version": message["version"]}
                socket.send(json.dumps({**move(server, game), **todo}))
    raise ConnectionError("the server has gone")


if __name__ == "__main__":
    print("Robot and the computer scored", play(sys.argv[1])["totals"])
