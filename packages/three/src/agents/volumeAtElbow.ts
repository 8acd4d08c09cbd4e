import { jointOfBone } from '@leib/core';
import { createAgentAngles, packAngles } from '@leib/core/pack';
import type { AgentKind } from './agentKind.js';
import type { AgentPart } from './bakeParts.js';
import { type AgentMethod, createDeformedMesh, deformOnCpu } from './deformOnCpu.js';

export interface ElbowVolume {
  readonly degrees: number;
  /** Volume of the arm around the elbow as a share of what it is when straight. */
  readonly kept: number;
}

/**
 * How much of the arm's volume a method keeps when the elbow bends: the surface between the middle of the upper arm and the middle
 * of the forearm, closed by flat caps there, where everything is rigid. The left arm, of the part that is thickest there. A body
 * without that arm gives an empty list.
 */
export function volumeAtElbow(
  kind: AgentKind,
  method: AgentMethod,
  degreesList: readonly number[] = [0, 45, 90, 120],
): ElbowVolume[] {
  const region = findElbowRegion(kind);
  if (region === null) return [];
  const input = createAgentAngles(kind.layout);
  const body = new Int16Array(kind.packedSize);
  const bend = kind.layout.dofs.findIndex(({ bone }) => bone === 'leftLowerArm');
  const mesh = createDeformedMesh(region.part);
  const measure = (degrees: number) => {
    input.angles[bend] = (degrees * Math.PI) / 180;
    packAngles(body, 0, input);
    deformOnCpu(kind, region.part, method, { body }, mesh);
    return regionVolume(region, mesh.positions);
  };
  const straight = measure(0);
  return degreesList.map((degrees) => ({ degrees, kept: measure(degrees) / straight }));
}

interface Region {
  readonly part: AgentPart;
  /** Corners of its triangles. */
  readonly corners: Uint32Array;
  /** Loops of edges where it was cut, each to be closed by a fan of triangles: pairs of vertices. */
  readonly loops: readonly Uint32Array[];
}

function findElbowRegion({ skeleton, parts }: AgentKind): Region | null {
  const arm = ['leftUpperArm', 'leftLowerArm', 'leftHand'] as const;
  if (arm.some((bone) => jointOfBone(skeleton, bone) < 0)) return null;
  const [shoulder, elbow, wrist] = arm.map((bone) => {
    const joint = jointOfBone(skeleton, bone);
    return skeleton.restWorldPositions.subarray(joint * 3, joint * 3 + 3);
  });
  const from = (shoulder[0] + elbow[0]) / 2;
  const to = (elbow[0] + wrist[0]) / 2;
  const reach = 0.6 * (elbow[0] - shoulder[0]);
  const isInside = (part: AgentPart, i: number) => {
    const [x, y, z] = part.positions.subarray(i * 3, i * 3 + 3);
    return x > from && x < to && Math.hypot(y - elbow[1], z - elbow[2]) < reach;
  };
  const regions = parts.map((part) => cutRegion(part, (i) => isInside(part, i)));
  const volumes = regions.map((region) => regionVolume(region, region.part.positions));
  return regions[volumes.indexOf(Math.max(...volumes))];
}

/** Triangles that lie inside with all corners, and the open edges that they leave. */
function cutRegion(part: AgentPart, isInside: (i: number) => boolean): Region {
  const { indices, positions } = part;
  // Vertices at the same place are one: seams of a texture are no openings.
  const placeOf = new Map<string, number>();
  const welded = (i: number) => {
    const key = positions.subarray(i * 3, i * 3 + 3).join();
    const known = placeOf.get(key);
    if (known === undefined) placeOf.set(key, i);
    return known ?? i;
  };
  const corners: number[] = [];
  const open = new Map<string, [number, number]>();
  for (let t = 0; t < indices.length; t += 3) {
    const triangle = [indices[t], indices[t + 1], indices[t + 2]];
    if (!triangle.every(isInside)) continue;
    corners.push(...triangle);
    triangle.forEach((corner, k) => {
      const [a, b] = [welded(corner), welded(triangle[(k + 1) % 3])];
      if (!open.delete(`${b} ${a}`)) open.set(`${a} ${b}`, [a, b]);
    });
  }
  return { part, corners: Uint32Array.from(corners), loops: chainEdges([...open.values()]) };
}

/** Sorts edges into connected groups. */
function chainEdges(edges: readonly [number, number][]): Uint32Array[] {
  const groupOf = new Map<number, number>();
  const root = (vertex: number): number => {
    const above = groupOf.get(vertex) ?? vertex;
    return above === vertex ? vertex : root(above);
  };
  for (const [a, b] of edges) groupOf.set(root(a), root(b));
  const groups = new Map<number, number[]>();
  for (const [a, b] of edges) groups.set(root(a), [...(groups.get(root(a)) ?? []), a, b]);
  return [...groups.values()].map((pairs) => Uint32Array.from(pairs));
}

/** Sum of the tetrahedra between the origin and each triangle; caps are fans about the middle of their loop. */
function regionVolume({ corners, loops }: Region, positions: ArrayLike<number>): number {
  const point = (i: number) => [positions[i * 3], positions[i * 3 + 1], positions[i * 3 + 2]] as const;
  type Point = ReturnType<typeof point>;
  const tetrahedron = (a: Point, b: Point, c: Point) =>
    (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6;
  let volume = 0;
  for (let t = 0; t < corners.length; t += 3) {
    volume += tetrahedron(point(corners[t]), point(corners[t + 1]), point(corners[t + 2]));
  }
  for (const loop of loops) {
    const middle = [0, 1, 2].map((k) => {
      let sum = 0;
      for (const vertex of loop) sum += positions[vertex * 3 + k];
      return sum / loop.length;
    }) as unknown as Point;
    // Edges run with the surface's triangles; the cap runs against them.
    for (let e = 0; e < loop.length; e += 2) volume += tetrahedron(point(loop[e + 1]), point(loop[e]), middle);
  }
  return volume;
}
