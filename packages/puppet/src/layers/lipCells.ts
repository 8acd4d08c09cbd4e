type Numbers3 = [number, number, number];

/**
 * Triangles of a lip by the cell of a flat grid that they reach into, in distance from the hinge and place along it: finds
 * those that a point may lie over, in their order.
 *
 * @param rim so far outside of a triangle, in shares of its corners, a point still counts
 */
export function buildLipCells(
  triangles: readonly Numbers3[],
  rounds: ReadonlyMap<number, Numbers3>,
  rim: number,
): (distance: number, along: number) => readonly number[] {
  const bounds = triangles.map((corners) => boundsOf(corners, rounds, rim));
  const least = [0, 1].map((k) => bounds.reduce((low, each) => Math.min(low, each[k]), Infinity));
  const most = [0, 1].map((k) => bounds.reduce((high, each) => Math.max(high, each[k + 2]), -Infinity));
  // About as many cells as triangles.
  const side = Math.max(1, Math.ceil(Math.sqrt(triangles.length)));
  const scale = [0, 1].map((k) => side / Math.max(most[k] - least[k], 1e-12));
  const cellAlong = (value: number, k: number) =>
    Math.min(side - 1, Math.max(0, Math.floor((value - least[k]) * scale[k])));
  const cells: number[][] = Array.from({ length: side * side }, () => []);
  bounds.forEach(([lowDistance, lowAlong, highDistance, highAlong], triangle) => {
    for (let i = cellAlong(lowDistance, 0); i <= cellAlong(highDistance, 0); i++) {
      for (let j = cellAlong(lowAlong, 1); j <= cellAlong(highAlong, 1); j++) cells[i * side + j].push(triangle);
    }
  });
  return (distance, along) => {
    const isOutside = distance < least[0] || along < least[1] || distance > most[0] || along > most[1];
    return isOutside ? [] : cells[cellAlong(distance, 0) * side + cellAlong(along, 1)];
  };
}

/** Least distance and place along, then the greatest. A share may fall short by the rim at two corners at once. */
function boundsOf(
  corners: Numbers3,
  rounds: ReadonlyMap<number, Numbers3>,
  rim: number,
): [number, number, number, number] {
  const points = corners.map((corner) => rounds.get(corner) as Numbers3);
  const [low, high] = [0, 1].map((k) => {
    const values = points.map((point) => point[k]);
    return [Math.min(...values), Math.max(...values)];
  });
  const [farther, wider] = [2 * rim * (low[1] - low[0]), 2 * rim * (high[1] - high[0])];
  return [low[0] - farther, high[0] - wider, low[1] + farther, high[1] + wider];
}
