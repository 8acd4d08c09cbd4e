/** Share of the way beyond a line's end that is added to the distance. */
const beyondEnd = 1e-3;

/**
 * Distance from a point to a line (two ends, six numbers of `ends`), metres. Behind a bent joint both of its lines are equally near, namely the joint itself:
 * a little of the way beyond a line's end is added, so that the plane half way between the lines decides there, too.
 */
export function distanceToLine(ends: Float64Array, line: number, x: number, y: number, z: number): number {
  const at = line * 6;
  const [ux, uy, uz] = [ends[at + 3] - ends[at], ends[at + 4] - ends[at + 1], ends[at + 5] - ends[at + 2]];
  const [px, py, pz] = [x - ends[at], y - ends[at + 1], z - ends[at + 2]];
  const length = Math.hypot(ux, uy, uz);
  if (length === 0) return Math.hypot(px, py, pz);
  const along = (px * ux + py * uy + pz * uz) / length;
  const share = Math.min(1, Math.max(0, along / length));
  const beyond = Math.max(-along, along - length, 0);
  return Math.hypot(px - share * ux, py - share * uy, pz - share * uz) + beyondEnd * beyond;
}
