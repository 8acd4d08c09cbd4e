import type { RigPoint, RigPoints, RigSurface } from './rigPoints.js';
import { withRigPoint } from './rigPoints.js';

/** Tests only: a closed figure made of rounded limbs, the same left and right, and where its joints are. */
export interface Mannequin {
  readonly surface: RigSurface;
  readonly points: RigPoints;
}

type Limb = readonly [from: RigPoint, to: RigPoint, radius: number];

/** Angle of the arms below the horizontal, and edge of the cells that the surface is made from. */
export function buildMannequin(armDrop = 0, cell = 0.025): Mannequin {
  const points = mannequinPoints(armDrop);
  const at = (bone: keyof RigPoints) => points[bone] as RigPoint;
  const limbs: Limb[] = [
    [at('hips'), [0, 1.3, 0], 0.13],
    [[0, 1.3, 0], at('head'), 0.055],
    [at('head'), [0, 1.62, 0], 0.1],
    [[-0.12, 1.38, 0], [0.12, 1.38, 0], 0.07],
  ];
  for (const side of ['left', 'right'] as const) {
    const hand = at(`${side}Hand`);
    const elbow = at(`${side}LowerArm`);
    const tip = hand.map((value, k) => value + 0.5 * (value - elbow[k])) as [number, number, number];
    const foot = at(`${side}Foot`);
    limbs.push(
      [at(`${side}UpperArm`), elbow, 0.045],
      [elbow, hand, 0.04],
      [hand, tip, 0.035],
      [at(`${side}UpperLeg`), at(`${side}LowerLeg`), 0.075],
      [at(`${side}LowerLeg`), foot, 0.05],
      [foot, [foot[0], 0.035, foot[2] + 0.17], 0.035],
    );
  }
  const distance = (x: number, y: number, z: number) => {
    let least = Infinity;
    for (const limb of limbs) least = Math.min(least, capsuleDistance(limb, x, y, z));
    return least;
  };
  return { surface: surfaceNet(distance, cell), points };
}

function mannequinPoints(armDrop: number): RigPoints {
  const along = (length: number): RigPoint => [0.19 + Math.cos(armDrop) * length, 1.38 - Math.sin(armDrop) * length, 0];
  const left: RigPoints = {
    leftUpperArm: along(0),
    leftLowerArm: along(0.27),
    leftHand: along(0.52),
    leftUpperLeg: [0.09, 0.88, 0],
    leftLowerLeg: [0.09, 0.48, 0],
    leftFoot: [0.09, 0.08, 0],
  };
  let points: RigPoints = { hips: [0, 0.93, 0], neck: [0, 1.43, 0], head: [0, 1.52, 0] };
  for (const [bone, point] of Object.entries(left)) points = withRigPoint(points, bone as 'leftHand', point, 0);
  return points;
}

function capsuleDistance([a, b, radius]: Limb, x: number, y: number, z: number): number {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [px, py, pz] = [x - a[0], y - a[1], z - a[2]];
  const share = Math.min(1, Math.max(0, (px * ux + py * uy + pz * uz) / (ux * ux + uy * uy + uz * uz)));
  return Math.hypot(px - share * ux, py - share * uy, pz - share * uz) - radius;
}

/** Naive surface nets: one vertex in each cell that the surface passes, at the mean of its edges' crossings. */
function surfaceNet(distance: (x: number, y: number, z: number) => number, cell: number): RigSurface {
  const half = [1.15, 0, 0.35];
  const counts = [0, 1, 2].map((k) => (k === 1 ? Math.ceil(1.9 / cell) : 2 * Math.ceil(half[k] / cell)));
  const [nx, ny, nz] = counts;
  const place = (k: number, i: number) => (k === 1 ? -0.1 + i * cell : (i - counts[k] / 2) * cell);
  const index = (i: number, j: number, k: number) => (k * ny + j) * nx + i;
  const values = new Float64Array(nx * ny * nz);
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) values[index(i, j, k)] = distance(place(0, i), place(1, j), place(2, k));
    }
  }
  const positions: number[] = [];
  const vertexOf = new Map<number, number>();
  for (let k = 0; k + 1 < nz; k++) {
    for (let j = 0; j + 1 < ny; j++) {
      for (let i = 0; i + 1 < nx; i++) {
        const mean = cellVertex((di, dj, dk) => values[index(i + di, j + dj, k + dk)]);
        if (mean === null) continue;
        vertexOf.set(index(i, j, k), positions.length / 3);
        positions.push(...mean.map((share, axis) => place(axis, [i, j, k][axis]) + share * cell));
      }
    }
  }
  const triangles: number[] = [];
  const offsets = [1, nx, nx * ny];
  for (const at of vertexOf.keys()) {
    for (let axis = 0; axis < 3; axis++) {
      const isInside = values[at] < 0;
      if (isInside === values[at + offsets[axis]] < 0) continue;
      const [u, v] = [offsets[(axis + 1) % 3], offsets[(axis + 2) % 3]];
      const [a, b, c, d] = [at - u - v, at - v, at, at - u].map((cellIndex) => vertexOf.get(cellIndex) as number);
      triangles.push(...(isInside ? [a, b, c, a, c, d] : [a, c, b, a, d, c]));
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

function cellVertex(valueAt: (i: number, j: number, k: number) => number): number[] | null {
  const sum = [0, 0, 0];
  let count = 0;
  for (let axis = 0; axis < 3; axis++) {
    for (let corner = 0; corner < 4; corner++) {
      const from = [0, 0, 0];
      from[(axis + 1) % 3] = corner & 1;
      from[(axis + 2) % 3] = corner >> 1;
      const to = from.slice();
      to[axis] = 1;
      const a = valueAt(from[0], from[1], from[2]);
      const b = valueAt(to[0], to[1], to[2]);
      if (a < 0 === b < 0) continue;
      const share = a / (a - b);
      for (let k = 0; k < 3; k++) sum[k] += from[k] + share * (to[k] - from[k]);
      count++;
    }
  }
  return count === 0 ? null : sum.map((value) => value / count);
}
