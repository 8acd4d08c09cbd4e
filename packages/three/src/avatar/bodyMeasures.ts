import type { HumanoidBone } from '@leib/core';
import { Mesh, type Object3D, Vector3 } from 'three';
import { carrierOf } from './skinPlaces.js';

/** Heights of a body at rest, in world space. Hats, ears and hair count as head; swords, wings and capes count as nothing. */
export interface BodyMeasures {
  /** Lowest skin of the feet; of the legs, or of everything, where they have none. */
  readonly sole: number;
  /** Highest skin of the head; of everything where it has none. */
  readonly crown: number;
  readonly headJoint: number;
  /** Middle between the eyes: of eye bones, else where eyes are in a head of this size. */
  readonly eyes: number;
}

/** Eyes above the head joint as a share of its height, of our default person. */
const EYES_ABOVE_HEAD = 0.0268;
/** Eyes as a share of the way from the head joint to the middle of the head's skin: 0.75 of avatars that have eye bones. */
const EYES_IN_FACE = 0.75;
/** So many vertices tell how high a body is. */
const maxVertices = 20000;

type Region = 'head' | 'foot' | 'leg' | 'other';

/** Null where no vertex is finite. `nodeOf`: the node of a bone. */
export function measureBody(
  model: Object3D,
  nodeOf: (bone: HumanoidBone) => Object3D | undefined,
): BodyMeasures | null {
  const heights = heightsByRegion(model, regionsOf(nodeOf));
  const all = Object.values(heights).flat();
  const head = nodeOf('head');
  if (all.length === 0 || !head) return null;
  const lowest = [heights.foot, heights.leg, all].find(({ length }) => length > 0) as number[];
  const sole = least(lowest);
  const crown = -least((heights.head.length > 0 ? heights.head : all).map((height) => -height));
  const headJoint = heightOf(head);
  const [left, right] = [nodeOf('leftEye'), nodeOf('rightEye')];
  const middle = heights.head.sort((a, b) => a - b)[heights.head.length >> 1] ?? headJoint;
  const byFace = Math.max(EYES_ABOVE_HEAD * (headJoint - sole), EYES_IN_FACE * (middle - headJoint));
  const eyes = left && right ? (heightOf(left) + heightOf(right)) / 2 : headJoint + byFace;
  return { sole, crown, headJoint, eyes };
}

/** What each node's skin belongs to: the nearest of these bones above it. */
function regionsOf(nodeOf: (bone: HumanoidBone) => Object3D | undefined): Map<Object3D, Region> {
  const regions = new Map<Object3D, Region>();
  const mark = (bone: HumanoidBone, region: Region) => nodeOf(bone)?.traverse((node) => regions.set(node, region));
  for (const side of ['left', 'right'] as const) {
    mark(`${side}UpperLeg`, 'leg');
    mark(`${side}Foot`, 'foot');
  }
  mark('head', 'head');
  return regions;
}

function heightsByRegion(model: Object3D, regions: ReadonlyMap<Object3D, Region>): Record<Region, number[]> {
  const heights: Record<Region, number[]> = { head: [], foot: [], leg: [], other: [] };
  const meshes: Mesh[] = [];
  model.traverse((node) => {
    if (node instanceof Mesh && node.geometry.getAttribute('position')) meshes.push(node);
  });
  const total = meshes.reduce((sum, { geometry }) => sum + geometry.getAttribute('position').count, 0);
  const stride = Math.max(1, Math.ceil(total / maxVertices));
  const place = new Vector3();
  for (const mesh of meshes) {
    const { count } = mesh.geometry.getAttribute('position');
    for (let i = 0; i < count; i += stride) {
      mesh.getVertexPosition(i, place).applyMatrix4(mesh.matrixWorld);
      if (Number.isFinite(place.y)) heights[regions.get(carrierOf(mesh, i)) ?? 'other'].push(place.y);
    }
  }
  return heights;
}

function heightOf(node: Object3D): number {
  return node.matrixWorld.elements[13];
}

function least(values: readonly number[]): number {
  return values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
}
