import { closeHoles } from './closeHoles.ts';
import { cutSurface } from './cutSurface.ts';
import { hairline, hairThickness } from './hair.ts';
import { liftRegion } from './liftRegion.ts';
import { bridgeHollows, relaxSurface, smoothSurface } from './smoothSurface.ts';
import { subdivideSurface } from './subdivideSurface.ts';
import { centreOf, pointOf, type Surface, vertexCountOf } from './surface.ts';

type Field = (x: number, y: number, z: number) => number;

/** Edges of the clothes, in the T-pose of the body of 1.70 m, metres. */
const CUFF_X = 0.648;
const HEM_Y = 0.925;
const ANKLE_Y = 0.084;

const cuffs: Field = (x) => Math.abs(x) - CUFF_X;
const hem: Field = (x, y) => (Math.abs(x) < 0.3 ? y - HEM_Y : 1);
const ankles: Field = (_x, y) => y - ANKLE_Y;

/** Round the neck: lowest in front, highest behind. */
const neckline: Field = (x, y, z) => {
  if (y < 1.3) return -1;
  const front = (z - 0.012) / Math.max(1e-6, Math.hypot(x, z - 0.012));
  return y - (1.432 - 0.034 * front + 0.006 * front * front) - 2 * Math.max(0, Math.abs(x) - 0.1);
};

/** Distance of cloth from the skin, metres; trouser legs widen towards the floor, the top's hem hangs over the trousers. */
const cloth = { base: 0.003, trouserFlare: 0.009, top: 0.003, topHem: 0.006 };

const isClothed = (region: string) => region === 'top' || region === 'trousers';

/**
 * Dresses the body: cuts it along neckline, cuffs, hem, ankles and hairline, smooths what lies under cloth, and lifts
 * clothes and hair off the skin. Removes the feet, which shoes replace.
 */
export function dress(surface: Surface): void {
  const near = (field: Field, reach: number) => (triangle: { vertices: readonly number[] }) => {
    const values = triangle.vertices.map((vertex) => field(...pointOf(surface, vertex)));
    return Math.min(...values) < reach && Math.max(...values) > -reach;
  };
  const cutAlong = (line: Field) => {
    subdivideSurface(surface, near(line, 0.001));
    cutSurface(surface, line);
  };
  subdivideSurface(surface, (triangle) => triangle.vertices.some((v) => hairline(...pointOf(surface, v)) > -0.004));
  for (const line of [hairline, neckline, cuffs]) cutAlong(line);
  for (const triangle of surface.triangles) triangle.region = regionAt(...centreOf(surface, triangle));

  // Skin under cloth is smoothed before the free hems are cut, so that these stay level.
  const inner = clothDepth(surface);
  const amount = (vertex: number) => Math.min(1, inner[vertex] / 4);
  spanChest(surface);
  smoothSurface(surface, 8, amount);
  bridgeHollows(surface, 40, amount);
  for (const line of [hem, ankles]) cutAlong(line);
  for (const triangle of surface.triangles) {
    if (isClothed(triangle.region) || triangle.region === 'foot')
      triangle.region = regionAt(...centreOf(surface, triangle));
  }

  surface.triangles.splice(0, surface.triangles.length, ...surface.triangles.filter(({ region }) => region !== 'foot'));
  // Two steps, so that at the hem the top ends over the trousers and at neck and cuffs over the skin.
  const hemNearness = (y: number) => Math.exp(-Math.max(0, y - HEM_Y) / 0.03);
  liftRegion(
    surface,
    ({ region }) => isClothed(region),
    (vertex) => {
      const [x, y] = pointOf(surface, vertex);
      if (Math.abs(x) > 0.3 || y > HEM_Y) return cloth.base + cloth.top * (1 - hemNearness(y));
      const legwards = Math.max(0, 1 - y / 0.5);
      return cloth.base + cloth.trouserFlare * legwards * legwards;
    },
  );
  liftRegion(
    surface,
    ({ region }) => region === 'top',
    (vertex) => {
      const nearness = hemNearness(pointOf(surface, vertex)[1]);
      return nearness > 1e-3 ? cloth.topHem * nearness : 0;
    },
  );
  // Raised vertices copy their row, so they know the place on the scalp that they came from.
  surface.rows.forEach((row, vertex) => {
    row.set(pointOf(surface, vertex), row.length - 3);
  });
  const thickness = hairThickness(surface);
  liftRegion(
    surface,
    ({ region }) => region === 'hair',
    (vertex) => thickness[vertex],
  );
  closeHoles(surface, (vertex) => pointOf(surface, vertex)[1] < ANKLE_Y + 0.03, [0, 0.02, 0]);
}

/** Tips of the source's breast bones: vertices of the base mesh, which keep their numbers here. */
const breastTips = [8451, 1779];

/** Radius at the chest within which cloth is smoothed flat. */
const DRUM_RADIUS = 0.06;

function spanChest(surface: Surface): void {
  const tips = breastTips.map((vertex) => pointOf(surface, vertex));
  const amounts = Array.from({ length: vertexCountOf(surface) }, (_, vertex) => {
    const [x, y, z] = pointOf(surface, vertex);
    const nearest = Math.min(...tips.map((tip) => Math.hypot(x - tip[0], y - tip[1], z - tip[2])));
    return Math.min(1, Math.max(0, 2 * (1 - nearest / DRUM_RADIUS)));
  });
  relaxSurface(surface, 400, (vertex) => amounts[vertex]);
}

function regionAt(x: number, y: number, z: number): string {
  if (ankles(x, y, z) < 0) return 'foot';
  if (cuffs(x, y, z) > 0) return 'skin';
  if (hairline(x, y, z) > 0) return 'hair';
  if (neckline(x, y, z) > 0) return 'skin';
  return hem(x, y, z) < 0 ? 'trousers' : 'top';
}

/** Steps along edges from the nearest bare skin; 0 there. */
function clothDepth(surface: Surface): Int32Array {
  const depth = new Int32Array(vertexCountOf(surface)).fill(1000);
  for (const { vertices, region } of surface.triangles) {
    if (region === 'skin' || region === 'hair') for (const vertex of vertices) depth[vertex] = 0;
  }
  for (let changed = true; changed; ) {
    changed = false;
    for (const { vertices } of surface.triangles) {
      const least = Math.min(...vertices.map((vertex) => depth[vertex])) + 1;
      for (const vertex of vertices) {
        if (depth[vertex] > least) {
          depth[vertex] = least;
          changed = true;
        }
      }
    }
  }
  return depth;
}
