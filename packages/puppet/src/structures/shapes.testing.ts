import { type PuppetMesh, puppetMeshOf } from '../model/puppetMesh.js';

type Point = readonly [number, number, number];

export interface TestSurface {
  readonly positions: number[];
  readonly triangles: number[];
}

/** Tests only: a closed capsule. */
export function capsule(from: Point, to: Point, radius: number, around = 16, along = 24): TestSurface {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  const axis = [0, 1, 2].map((k) => (to[k] - from[k]) / length);
  const side = Math.abs(axis[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const u = unit(cross(axis, side));
  const v = cross(axis, u);
  const positions: number[] = [];
  const triangles: number[] = [];
  const ring = (at: number, size: number) => {
    for (let i = 0; i < around; i++) {
      const [c, s] = [Math.cos((2 * Math.PI * i) / around) * size, Math.sin((2 * Math.PI * i) / around) * size];
      for (let k = 0; k < 3; k++) positions.push(from[k] + axis[k] * at + c * u[k] + s * v[k]);
    }
  };
  const caps = 4;
  const rings: [number, number][] = [];
  for (let i = 1; i < caps; i++) {
    const angle = (Math.PI / 2) * (i / caps);
    rings.push([-radius * Math.cos(angle), radius * Math.sin(angle)]);
  }
  for (let i = 0; i <= along; i++) rings.push([(length * i) / along, radius]);
  for (let i = caps - 1; i > 0; i--) {
    const angle = (Math.PI / 2) * (i / caps);
    rings.push([length + radius * Math.cos(angle), radius * Math.sin(angle)]);
  }
  for (const [at, size] of rings) ring(at, size);
  for (let r = 0; r + 1 < rings.length; r++) {
    for (let i = 0; i < around; i++) {
      const [a, b] = [r * around + i, r * around + ((i + 1) % around)];
      triangles.push(a, b, b + around, a, b + around, a + around);
    }
  }
  const ends = [-radius, length + radius].map((at) => {
    for (let k = 0; k < 3; k++) positions.push(from[k] + axis[k] * at);
    return positions.length / 3 - 1;
  });
  const last = (rings.length - 1) * around;
  for (let i = 0; i < around; i++) {
    const next = (i + 1) % around;
    triangles.push(ends[0], next, i, ends[1], last + i, last + next);
  }
  return { positions, triangles };
}

/** Tests only: a sheet from a corner along two edges. */
export function sheet(corner: Point, u: Point, v: Point, count = 12): TestSurface {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let j = 0; j <= count; j++) {
    for (let i = 0; i <= count; i++) {
      for (let k = 0; k < 3; k++) positions.push(corner[k] + (u[k] * i) / count + (v[k] * j) / count);
      if (i === count || j === count) continue;
      const a = j * (count + 1) + i;
      triangles.push(a, a + 1, a + count + 2, a, a + count + 2, a + count + 1);
    }
  }
  return { positions, triangles };
}

/** Tests only: several shells as one mesh. */
export function meshOfSurfaces(...surfaces: readonly TestSurface[]): PuppetMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const surface of surfaces) {
    const first = positions.length / 3;
    for (const value of surface.positions) positions.push(value);
    for (const corner of surface.triangles) triangles.push(first + corner);
  }
  return puppetMeshOf(Float64Array.from(positions), Uint32Array.from(triangles));
}

/** Tests only: the same surface inside out. */
export function insideOut({ positions, triangles }: TestSurface): TestSurface {
  return { positions, triangles: triangles.map((_, i) => triangles[i - (i % 3) + 2 - (i % 3)]) };
}

/** Tests only: every so-manieth triangle left out. */
export function withHoles({ positions, triangles }: TestSurface, every: number): TestSurface {
  return { positions, triangles: triangles.filter((_, i) => Math.floor(i / 3) % every !== 0) };
}

function cross(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(v: readonly number[]): number[] {
  const length = Math.hypot(...v);
  return v.map((value) => value / length);
}
