import { createPointBatch, type PointFile } from './pointBatch.js';

/** Points on a square metre, and how far a scanner is off, metres. */
const POINTS_PER_SQUARE = 1700;
const NOISE = 0.003;

/** Measures of the room, metres, Z up; the floor is at 0. */
export const museum = {
  halfX: 4,
  halfY: 3,
  height: 3,
  stairs: { fromX: 0.46, tread: 0.29, rise: 0.17, steps: 6, fromY: 0.5, toY: 2 },
  galleryX: 2.2,
  pedestal: { x: -2, y: 0.5, half: 0.3, height: 1, ball: 0.28 },
} as const;

type Triple = readonly [number, number, number];
type Paint = (u: number, v: number) => Triple;

/** A rectangle that was scanned: a corner, two sides, and its colour by where one is on it, metres. */
interface Patch {
  readonly corner: Triple;
  readonly u: Triple;
  readonly v: Triple;
  readonly paint: Paint;
}

const plain =
  (...colour: Triple): Paint =>
  () =>
    colour;
const boards: Paint = (u) => (Math.floor(u / 0.16) % 2 === 0 ? [150, 112, 78] : [140, 102, 70]);
const wall = plain(226, 222, 212);
const stone = plain(196, 190, 180);

/** A wall with three pictures on it. */
const pictures: Paint = (u, v) => {
  const slot = Math.floor(u / 2);
  const [x, y] = [u - slot * 2 - 1, v - 1.6];
  if (Math.abs(x) > 0.55 || Math.abs(y) > 0.42) return [226, 222, 212];
  if (Math.abs(x) > 0.5 || Math.abs(y) > 0.37) return [70, 50, 32];
  const bend = 0.15 * Math.sin(5 * x + slot);
  const sky: Triple = [120 + slot * 25, 165, 205 - slot * 22];
  return y > bend ? sky : [72 + slot * 30, 112 - slot * 12, 62 + slot * 10];
};

/** A room with stairs to a gallery and a ball on a pedestal, as a scanner would have it: for who has no scan yet, and for tests. */
export function museumScan(pointsPerSquare = POINTS_PER_SQUARE): PointFile {
  const patches = museumPatches();
  const counts = patches.map(({ u, v }) => Math.round(length(u) * length(v) * pointsPerSquare));
  const ballCount = Math.round(4 * Math.PI * museum.pedestal.ball ** 2 * pointsPerSquare);
  return {
    about: {
      kind: 'PLY',
      count: counts.reduce((sum, count) => sum + count, ballCount),
      hasColours: true,
      hasIntensities: false,
      up: 'z',
    },
    async *batches() {
      const random = mulberry(7);
      for (const [i, patch] of patches.entries()) yield patchPoints(patch, counts[i], random);
      yield ballPoints(ballCount, random);
    },
  };
}

const length = (way: Triple) => Math.hypot(...way);

function museumPatches(): readonly Patch[] {
  const { halfX, halfY, height, stairs, galleryX, pedestal } = museum;
  const { fromX, tread, rise, steps, fromY, toY } = stairs;
  const width = toY - fromY;
  const top = rise * steps;
  const patches: Patch[] = [
    { corner: [-halfX, -halfY, 0], u: [halfX + galleryX, 0, 0], v: [0, halfY * 2, 0], paint: boards },
    { corner: [galleryX, -halfY, top], u: [halfX - galleryX, 0, 0], v: [0, halfY * 2, 0], paint: boards },
    { corner: [-halfX, halfY, 0], u: [halfX * 2, 0, 0], v: [0, 0, height], paint: pictures },
    { corner: [-halfX, -halfY, 0], u: [halfX * 2, 0, 0], v: [0, 0, height], paint: pictures },
    { corner: [-halfX, -halfY, 0], u: [0, halfY * 2, 0], v: [0, 0, height], paint: wall },
    { corner: [halfX, -halfY, 0], u: [0, halfY * 2, 0], v: [0, 0, height], paint: pictures },
    // Below the gallery, and a rail on it, but for where the stairs arrive.
    { corner: [galleryX, -halfY, 0], u: [0, halfY + fromY, 0], v: [0, 0, top + 0.9], paint: stone },
    { corner: [galleryX, toY, 0], u: [0, halfY - toY, 0], v: [0, 0, top + 0.9], paint: stone },
  ];
  for (let i = 0; i < steps; i++) {
    const x = fromX + i * tread;
    patches.push(
      { corner: [x, fromY, rise * i], u: [0, width, 0], v: [0, 0, rise], paint: plain(150, 140, 128) },
      { corner: [x, fromY, rise * (i + 1)], u: [tread, 0, 0], v: [0, width, 0], paint: stone },
      { corner: [x, fromY, 0], u: [tread, 0, 0], v: [0, 0, rise * (i + 1)], paint: stone },
      { corner: [x, toY, 0], u: [tread, 0, 0], v: [0, 0, rise * (i + 1)], paint: stone },
    );
  }
  const { x, y, half, height: high } = pedestal;
  for (const side of [-half, half]) {
    patches.push({ corner: [x + side, y - half, 0], u: [0, half * 2, 0], v: [0, 0, high], paint: stone });
    patches.push({ corner: [x - half, y + side, 0], u: [half * 2, 0, 0], v: [0, 0, high], paint: stone });
  }
  patches.push({ corner: [x - half, y - half, high], u: [half * 2, 0, 0], v: [0, half * 2, 0], paint: stone });
  return patches;
}

function patchPoints({ corner, u, v, paint }: Patch, count: number, random: () => number) {
  const batch = createPointBatch(count);
  const across = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const area = Math.hypot(...across);
  for (let i = 0; i < count; i++) {
    const [a, b, off] = [random(), random(), ((random() + random() + random() - 1.5) * 2 * NOISE) / area];
    const shade = 0.94 + 0.06 * random();
    const colour = paint(a * length(u), b * length(v));
    for (let k = 0; k < 3; k++) {
      batch.positions[i * 3 + k] = corner[k] + a * u[k] + b * v[k] + off * across[k];
      batch.colours[i * 3 + k] = Math.round(colour[k] * shade);
    }
  }
  batch.count = count;
  return batch;
}

function ballPoints(count: number, random: () => number) {
  const { x, y, height, ball } = museum.pedestal;
  const batch = createPointBatch(count);
  for (let i = 0; i < count; i++) {
    const up = random() * 2 - 1;
    const around = random() * 2 * Math.PI;
    const level = Math.sqrt(1 - up * up);
    batch.positions.set(
      [x + ball * level * Math.cos(around), y + ball * level * Math.sin(around), height + ball * (1 + up)],
      i * 3,
    );
    const light = 0.6 + 0.4 * up;
    batch.colours.set([200 * light + 40, 120 * light + 20, 60 * light + 20].map(Math.round), i * 3);
  }
  batch.count = count;
  return batch;
}

/** Tommy Ettinger's generator of 32 bits: the same points everywhere. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
