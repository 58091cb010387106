// A computer player in thirty lines, without a library: it lays groups of its own rack and draws.
//
//   tilerummy arena sabra examples/player.js beginner
const { createInterface } = require("node:readline");

// The words of a field of the view: "table … | rack k1 r1 b1 * | pool ?63" has a rack of four tiles.
function field(view, name) {
  const part = view.split(" | ").find((text) => text.split(" ")[0] === name);
  return part === undefined ? [] : part.split(" ").slice(1);
}

// Three or four tiles of the same number in different colours.
function groups(rack) {
  const byNumber = new Map();
  for (const tile of new Set(rack.filter((tile) => tile !== "*"))) {
    const number = Number(tile.slice(1));
    byNumber.set(number, [...(byNumber.get(number) ?? []), tile]);
  }
  return [...byNumber.values()].filter((tiles) => tiles.length >= 3);
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, view } = JSON.parse(line);
  const rack = field(view, "rack");
  const melds = groups(rack);
  const points = melds.flat().reduce((sum, tile) => sum + Number(tile.slice(1)), 0);
  const enough = field(view, "opened")[0] === "no" ? points >= 30 : points > 0;
  const actions = enough ? [`play => ${melds.map((tiles) => tiles.join(" ")).join(" / ")}`] : [];
  const empty = view.split(" | ").includes("pool"); // what is as usual is left out
  if (!enough && !empty) actions.push("draw");
  else if (melds.flat().length < rack.length) actions.push("pass");
  console.log(JSON.stringify({ id, actions }));
});
