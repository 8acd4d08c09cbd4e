import type { HumanoidBone } from '@leib/core';
import { type MeshScene, readMeshScene, withoutObjects } from '@leib/formats';
import {
  completeRigPoints,
  placedPoints,
  placedSurface,
  placementOfPoints,
  placementOfShape,
  type RigPoint,
  type RigPoints,
  type RigSurface,
  requiredRigPoints,
  rigPointsOfScene,
  withRigPoint,
} from '@leib/mocap';

type MeshPlacement = ReturnType<typeof placementOfShape>;

/** A mesh that is being rigged, standing on the stage. */
export interface RigDraft {
  readonly name: string;
  readonly scene: MeshScene;
  readonly placement: MeshPlacement;
  /** In metres, +Y up, facing +Z. */
  readonly surface: RigSurface;
  /** Plane between left and right, metres. */
  readonly middle: number;
  /** Points that the file names itself; null where it names too few. */
  readonly named: RigPoints | null;
}

/** Opens a mesh file. Throws FormatError where it cannot be read. */
export async function openRigDraft(file: File): Promise<RigDraft> {
  const whole = await readMeshScene(new Uint8Array(await file.arrayBuffer()));
  const found = rigPointsOfScene(whole);
  const hasNames = requiredRigPoints.every((bone) => found.points[bone]) && (found.points.neck ?? found.points.head);
  const scene = hasNames ? withoutObjects(whole, found.nodes) : whole;
  const placement = hasNames ? placementOfPoints(scene.positions, found.points, null) : placementOfShape(scene, null);
  const name = file.name.replace(/\.[\s\S]*$/, '');
  return {
    name,
    scene,
    ...placed(scene, placement),
    named: hasNames ? placedPoints(found.points, placement) : null,
  };
}

/** The same mesh turned by a quarter about the vertical, or tipped over by one: for files that stand otherwise. */
export function turnRigDraft(draft: RigDraft, axis: 'y' | 'x'): RigDraft {
  const m = draft.placement.toWorld;
  const turned = Float64Array.from(m);
  const [from, to] = axis === 'y' ? [2, 0] : [1, 2];
  for (let column = 0; column < 3; column++) {
    turned[column * 4 + to] = m[column * 4 + from];
    turned[column * 4 + from] = -m[column * 4 + to];
  }
  turned.fill(0, 12, 15);
  const loose = placedSurface(draft.scene, { ...draft.placement, toWorld: turned });
  const [least, greatest] = boundsOf(loose.positions);
  turned[12] = -(least[0] + greatest[0]) / 2;
  turned[13] = -least[1];
  turned[14] = -(least[2] + greatest[2]) / 2;
  return { ...draft, ...placed(draft.scene, { ...draft.placement, toWorld: turned }), named: null };
}

function placed(scene: MeshScene, placement: MeshPlacement): Pick<RigDraft, 'placement' | 'surface' | 'middle'> {
  const surface = placedSurface(scene, placement);
  const [least, greatest] = boundsOf(surface.positions);
  return { placement, surface, middle: (least[0] + greatest[0]) / 2 };
}

function boundsOf(positions: Float64Array): [number[], number[]] {
  const least = [Infinity, Infinity, Infinity];
  const greatest = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at++) {
    least[at % 3] = Math.min(least[at % 3], positions[at]);
    greatest[at % 3] = Math.max(greatest[at % 3], positions[at]);
  }
  return [least, greatest];
}

/** Shares of the height and of half the span, where joints of a standing person usually are: a start for placing by hand. */
const usualPlaces: Readonly<Record<string, readonly [outward: number, up: number]>> = {
  UpperArm: [0.2, 0.81],
  LowerArm: [0.52, 0.81],
  Hand: [0.8, 0.81],
  UpperLeg: [0.11, 0.52],
  LowerLeg: [0.11, 0.285],
  Foot: [0.11, 0.045],
};

/** Points by proportions alone, for a shape in which no figure was recognised. */
export function usualRigPoints({ surface, middle }: RigDraft): RigPoints {
  const [least, greatest] = boundsOf(surface.positions);
  const height = greatest[1] - least[1];
  const half = (greatest[0] - least[0]) / 2;
  const depth = (least[2] + greatest[2]) / 2;
  const at = (outward: number, up: number): RigPoint => [middle + outward * half, least[1] + up * height, depth];
  let points: RigPoints = { hips: at(0, 0.53), neck: at(0, 0.85), head: at(0, 0.9) };
  for (const [part, [outward, up]] of Object.entries(usualPlaces)) {
    points = withRigPoint(points, `left${part}` as HumanoidBone, at(outward, up), middle);
  }
  return points;
}

/** Given points and those that are worked out from them; only the given ones while a required one is missing. */
export function shownRigPoints({ surface }: RigDraft, points: RigPoints): RigPoints {
  const isEnough = requiredRigPoints.every((bone) => points[bone]) && (points.neck ?? points.head);
  return isEnough ? completeRigPoints(surface, points).points : points;
}
