import { type Decoded, decodeJson } from '@leib/core';
import { type MeshScene, type MeshUnit, meshUnits, withoutObjects, writeSkinnedScene } from '@leib/formats';
import * as v from 'valibot';
import {
  filePoints,
  type MeshPlacement,
  mirroredFilePoints,
  placedPoints,
  placedSurface,
  placementOfPoints,
  placementOfShape,
} from './placeMesh.js';
import { rigPointsOfScene } from './pointsOfScene.js';
import { proposeRigPoints } from './proposeRigPoints.js';
import { type MeshRig, type RigMeshOptions, rigMesh } from './rigMesh.js';
import { RigError, type RigPoint, type RigPoints, rigBones } from './rigPoints.js';

/** A file's mesh with its skeleton. */
export interface RiggedScene {
  /** The surfaces that were rigged: without objects that only mark joints. */
  readonly scene: MeshScene;
  readonly placement: MeshPlacement;
  readonly rig: MeshRig;
}

/**
 * Rigs all surfaces of a file. Joint points come from `given` (in the file's own space), or from the file's named objects
 * where it is null.
 */
export function rigScene(scene: MeshScene, given: RigPointsFile | null, options: RigMeshOptions = {}): RiggedScene {
  const named = given === null ? rigPointsOfScene(scene) : null;
  if (named?.nodes.size === 0) {
    const reason = 'expected objects named as joints ("elbow.L", "leftKnee"), got none; give joint points';
    throw new RigError(reason);
  }
  const found = named?.points ?? (given as RigPointsFile).points;
  const points = given?.isMirrored === false ? found : mirroredFilePoints(found);
  const body = named === null ? scene : withoutObjects(scene, named.nodes);
  const placement = placementOfPoints(body.positions, points, given?.unit ?? null);
  const rig = rigMesh(placedSurface(body, placement), placedPoints(points, placement), options);
  return { scene: body, placement, rig };
}

/** Joint points that are proposed from the shape of a file's surfaces, in the file's own space. */
export function proposeScenePoints(scene: MeshScene, unit: MeshUnit | null): RigPointsFile {
  const placement = placementOfShape(scene, unit);
  const points = proposeRigPoints(placedSurface(scene, placement));
  return { unit: placement.unit, isMirrored: false, points: filePoints(points, placement) };
}

/** The rigged mesh as GLB, in metres, +Y up and facing +Z, in the pose that the mesh had. */
export function writeRiggedGlb({ scene, placement, rig }: RiggedScene, name: string): Uint8Array<ArrayBuffer> {
  return writeSkinnedScene(scene, placement.toWorld, {
    name,
    boneNames: rig.bones,
    parents: rig.parents,
    joints: rig.joints,
    vertexBones: rig.skinBones,
    vertexWeights: rig.skinWeights,
  });
}

/** Joint points of one mesh file, as `leib-rig-points/1`. */
export interface RigPointsFile {
  /** Unit of mesh and points; guessed from the mesh's size where absent. */
  readonly unit: MeshUnit | null;
  /** Points of one side stand for the other side's, too, where that has none. */
  readonly isMirrored: boolean;
  /** In the mesh file's own axes and unit. */
  readonly points: RigPoints;
}

const RIG_POINTS_FORMAT = 'leib-rig-points/1';

const pointSchema = v.tuple([
  v.pipe(v.number(), v.finite()),
  v.pipe(v.number(), v.finite()),
  v.pipe(v.number(), v.finite()),
]);

const fileSchema = v.strictObject({
  format: v.literal(RIG_POINTS_FORMAT),
  unit: v.optional(v.picklist(Object.keys(meshUnits) as MeshUnit[])),
  mirror: v.optional(v.boolean()),
  points: v.strictObject(Object.fromEntries(rigBones.map((bone) => [bone, v.optional(pointSchema)]))),
});

/** Reads `{"format": "leib-rig-points/1", "points": {"hips": [x, y, z], "leftUpperArm": ...}}`. */
export function parseRigPoints(text: string): Decoded<RigPointsFile> {
  const decoded = decodeJson(text, fileSchema);
  if (!decoded.ok) return decoded;
  const { unit = null, mirror = false, points } = decoded.value;
  return { ok: true, value: { unit, isMirrored: mirror, points: points as RigPoints } };
}

/** Joint points as a file, rounded to `decimals`. */
export function rigPointsText({ unit, isMirrored, points }: RigPointsFile, decimals = 5): string {
  const rounded = Object.entries(points as Readonly<Record<string, RigPoint>>).map(
    ([bone, point]) =>
      `    ${JSON.stringify(bone)}: [${point.map((value) => Number(value.toFixed(decimals))).join(', ')}]`,
  );
  const head = [
    `  "format": "${RIG_POINTS_FORMAT}"`,
    ...(unit === null ? [] : [`  "unit": "${unit}"`]),
    ...(isMirrored ? ['  "mirror": true'] : []),
  ];
  return `{\n${head.join(',\n')},\n  "points": {\n${rounded.join(',\n')}\n  }\n}\n`;
}
