import { smoothStep } from '@leib/core';
import { buildPart, orientOutwards, type Part } from './part.ts';
import { boneIndex } from './rig.ts';
import type { Surface } from './surface.ts';

/** Axis of the head, about which the hair hangs, metres. */
const AXIS_Z = 0.03;
/** From inside the short hair to below the chin. */
const TOP_Y = 1.672;
const BOTTOM_Y = 1.478;
/** Degrees from the front at which the hair begins on either side: at the top, and below the cheekbone. */
const FRONT_TOP = 52;
const FRONT_LOW = 84;

const ROWS = 22;
const COLUMNS = 57;
const THICKNESS = 0.011;
/** Distance from the short hair where the long one has left it. */
const LIFT = 0.005;

/** Chin-length hair: a thick sheet around back and sides of the head that comes out of the short hair and hangs down. */
export function makeLongHair(surface: Surface): Part {
  const reach = createReach(surface);
  const outer: [number, number, number][] = [];
  const inner: [number, number, number][] = [];
  const hanging = new Float64Array(COLUMNS);
  for (let row = 0; row < ROWS; row++) {
    const down = row / (ROWS - 1);
    const y = TOP_Y + (BOTTOM_Y - TOP_Y) * down;
    const from = FRONT_TOP + (FRONT_LOW - FRONT_TOP) * smoothStep(y, 1.64, 1.56);
    for (let column = 0; column < COLUMNS; column++) {
      const across = (column / (COLUMNS - 1)) * 2 - 1;
      const deg = 180 + across * (180 - from);
      const touching = reach(deg, y) + LIFT * smoothStep(down, 0, 0.3) - 0.004 * (1 - smoothStep(down, 0, 0.12));
      // Hair falls straight from the widest place above, and turns in a little at its end.
      hanging[column] = Math.max(touching, hanging[column] - 0.0012);
      const edge = 1 - smoothStep(Math.abs(across), 0.9, 1);
      const radius = hanging[column] + strands(deg, down) - 0.012 * smoothStep(down, 0.75, 1) ** 2 - 0.004 * (1 - edge);
      const thick = THICKNESS * (0.3 + 0.7 * edge) * (1 - 0.5 * smoothStep(down, 0.8, 1));
      const tip = 0.008 * Math.cos((across * Math.PI) / 2) * smoothStep(down, 0.6, 1);
      outer.push(around(deg, radius, y - tip));
      inner.push(around(deg, radius - thick, y - tip));
    }
  }
  const triangles = joinSheets(outer.length);
  const positions = [...outer, ...inner].flat();
  orientOutwards(positions, triangles);
  return buildPart('longHair', 'hair', positions, triangles, () => [[boneIndex.head, 1]]);
}

const around = (deg: number, radius: number, y: number): [number, number, number] => {
  const angle = (deg * Math.PI) / 180;
  return [radius * Math.sin(angle), y, AXIS_Z + radius * Math.cos(angle)];
};

/** Waves of a few sizes over one another that run down the hair. */
function strands(deg: number, down: number): number {
  const a = (deg * Math.PI) / 180;
  const wave = Math.sin(23 * a + 1.5 * down) + 0.7 * Math.sin(37 * a + 1.3 - down) + 0.4 * Math.sin(11 * a + 2 * down);
  return 0.0009 * wave * smoothStep(down, 0.05, 0.4);
}

/** Degrees and metres within which the head is looked at for its width. */
const SECTOR = 9;
const BAND = 0.009;

/** Distance of head, ears and short hair from the axis, by direction and height. */
function createReach(surface: Surface): (deg: number, y: number) => number {
  const points: { deg: number; y: number; radius: number }[] = [];
  const used = new Set(
    surface.triangles
      .filter(({ region }) => region === 'skin' || region === 'hair')
      .flatMap(({ vertices }) => vertices),
  );
  for (const vertex of used) {
    const [x, y, z] = surface.positions.slice(vertex * 3, vertex * 3 + 3);
    if (y < 1.42 || Math.abs(x) > 0.13) continue;
    const deg = ((Math.atan2(x, z - AXIS_Z) * 180) / Math.PI + 360) % 360;
    points.push({ deg, y, radius: Math.hypot(x, z - AXIS_Z) });
  }
  return (deg, y) => {
    let most = 0;
    for (const point of points) {
      const [turn, height] = [Math.abs(point.deg - deg) / SECTOR, Math.abs(point.y - y) / BAND];
      if (turn < 1 && height < 1) most = Math.max(most, point.radius);
    }
    return most;
  };
}

/** Triangles of an outer and an inner sheet and of the border that joins them. */
function joinSheets(count: number): number[] {
  const triangles: number[] = [];
  const quad = (a: number, b: number, c: number, d: number) => triangles.push(a, b, c, a, c, d);
  for (let row = 0; row + 1 < ROWS; row++) {
    for (let column = 0; column + 1 < COLUMNS; column++) {
      const a = row * COLUMNS + column;
      const [b, c, d] = [a + COLUMNS, a + COLUMNS + 1, a + 1];
      quad(a, b, c, d);
      quad(count + a, count + d, count + c, count + b);
    }
  }
  const border = [
    ...Array.from({ length: ROWS }, (_, row) => row * COLUMNS),
    ...Array.from({ length: COLUMNS - 1 }, (_, column) => (ROWS - 1) * COLUMNS + column + 1),
    ...Array.from({ length: ROWS - 1 }, (_, row) => (ROWS - 2 - row) * COLUMNS + COLUMNS - 1),
    ...Array.from({ length: COLUMNS - 2 }, (_, column) => COLUMNS - 2 - column),
  ];
  border.forEach((a, i) => {
    const b = border[(i + 1) % border.length];
    quad(a, count + a, count + b, b);
  });
  return triangles;
}
