import type { PuppetPart } from '../file/puppetFile.js';
import type { PuppetMesh } from '../model/puppetMesh.js';

type Point = [number, number, number];

/** Tests only: a joint without limits of interest. */
const freeJoint: PuppetPart['joint'] = {
  limits: { kind: 'cone', axis: [0, 1, 0], halfAngle: 1, twist: { min: -1, max: 1 } },
  weight: 1,
  maxStep: null,
  spring: null,
};

/** Tests only: a bone with a round influence that reaches a little past its ends. */
export function bonePart(
  name: string,
  from: Point,
  to: Point,
  radius: number,
  parent: string | null = null,
): PuppetPart {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  const along = length / 2 + radius / 2;
  // The shortest turn from +z to the bone.
  const [x, y, z] = [0, 1, 2].map((k) => (to[k] - from[k]) / length);
  const half = Math.hypot(-y, x, 0, 1 + z);
  const rotation: [number, number, number, number] =
    half > 1e-6 ? [-y / half, x / half, 0, (1 + z) / half] : [1, 0, 0, 0];
  const centre: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2];
  const reach = { right: radius, left: radius, up: radius, down: radius, front: along, back: along };
  const influence = { centre, rotation, reach, e: 1, n: 1, throughAir: true };
  return { name, parent, shape: { kind: 'bone', from, to, influence }, joint: freeJoint, region: null };
}

export function boxPart(name: string, centre: Point, halfSize: Point, parent: string | null = null): PuppetPart {
  const shape: PuppetPart['shape'] = { kind: 'box', pivot: centre, centre, rotation: [0, 0, 0, 1], halfSize };
  return { name, parent, shape, joint: freeJoint, region: null };
}

/** Tests only: a mesh whose vertices all lie at places of their own. */
export function meshOfPlaces(positions: Float64Array, triangles: Uint32Array = new Uint32Array(0)): PuppetMesh {
  const placeCount = positions.length / 3;
  return {
    scene: null,
    vertexPositions: positions,
    vertexTriangles: triangles,
    placeOf: Uint32Array.from({ length: placeCount }, (_, place) => place),
    placeCount,
    positions,
    triangles,
    colours: null,
    detail: null,
  };
}
