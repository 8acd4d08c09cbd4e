import { type MeshScene, type MeshUnit, withoutObjects, writeSkinnedScene } from '@leib/formats';
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
import { RigError } from './rigError.js';
import { type MeshRig, type RigMeshOptions, rigMesh } from './rigMesh.js';
import type { RigPointsFile } from './rigPointsFile.js';

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
