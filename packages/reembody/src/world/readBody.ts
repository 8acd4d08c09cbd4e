import { multiplyFlat, multiplyInverseFlat, updateWorldPose } from '@leib/core';
import { mixPlace, mixRotation, PLACE_SIZE } from '../body/flatRotation.js';
import { composeRotation } from '../body/jointCoordinates.js';
import type { RemoteBodyState } from '../body/remoteBodyState.js';
import type { BodyAddresses } from '../engine/bodyAddresses.js';

/** Scratch of updateLooseParts and updateJointedParts. */
const place = new Float64Array(PLACE_SIZE);

/** Copies the engine's coordinates after a substep; what was there becomes the earlier one. */
export function copyCoordinates(
  state: RemoteBodyState,
  addresses: BodyAddresses,
  qpos: Float64Array,
  mocapPos: Float64Array,
  mocapQuat: Float64Array,
): void {
  const { coordinates, coordinatesBefore, root, rootEarlier } = state;
  coordinatesBefore.set(coordinates);
  rootEarlier.set(root);
  state.placesEarlier.set(state.places);
  const at = addresses.coordinates;
  const isLoose = addresses.partCoordinates.length > 0;
  if (isLoose) {
    for (let part = 0; part < addresses.partCoordinates.length; part++) {
      copyFree(state.places, part * PLACE_SIZE, qpos, addresses.partCoordinates[part]);
    }
    for (let k = 0; k < PLACE_SIZE; k++) root[k] = state.places[k];
    return;
  }
  for (let i = 0; i < at.length; i++) coordinates[i] = qpos[at[i]];
  if (addresses.anchor < 0) {
    copyFree(root, 0, qpos, addresses.rootCoordinate);
    return;
  }
  for (let k = 0; k < 3; k++) {
    root[k] = mocapPos[addresses.anchor * 3 + k];
    root[3 + k] = mocapQuat[addresses.anchor * 4 + 1 + k];
  }
  root[6] = mocapQuat[addresses.anchor * 4];
}

function copyFree(out: Float64Array, at: number, qpos: Float64Array, q: number): void {
  for (let k = 0; k < 3; k++) {
    out[at + k] = qpos[q + k];
    out[at + 3 + k] = qpos[q + 4 + k];
  }
  out[at + 6] = qpos[q + 3];
}

/** The body at the end of the frame, `amount` of the way between the last two substeps: parts, and the skeleton's pose. */
export function updateRemotePose(state: RemoteBodyState, addresses: BodyAddresses, amount: number): void {
  const isLoose = addresses.partCoordinates.length > 0;
  if (isLoose) updateLooseParts(state, amount);
  else updateJointedParts(state, amount);
  updateSkeleton(state);
  if (isLoose) return;
  const { parts } = state.body;
  for (let part = 0; part < parts.length; part++) {
    for (let k = 0; k < 3; k++) {
      state.partPositions[part * 3 + k] = state.pose.worldPositions[parts[part].joint * 3 + k];
    }
  }
}

function updateLooseParts(state: RemoteBodyState, amount: number): void {
  const { parts } = state.body;
  for (let part = 0; part < parts.length; part++) {
    mixPlace(place, 0, state.placesEarlier, state.places, part * PLACE_SIZE, amount);
    for (let k = 0; k < 3; k++) state.partPositions[part * 3 + k] = place[k];
    for (let k = 0; k < 4; k++) state.partRotations[part * 4 + k] = place[3 + k];
    const { parent } = parts[part];
    if (parent >= 0) {
      multiplyInverseFlat(
        state.jointRotations,
        part * 4,
        state.partRotations,
        parent * 4,
        state.partRotations,
        part * 4,
      );
    }
  }
}

function updateJointedParts(state: RemoteBodyState, amount: number): void {
  const { body, coordinates, coordinatesBefore, frameCoordinates: between, partRotations, jointRotations } = state;
  for (let i = 0; i < coordinates.length; i++) {
    between[i] = coordinatesBefore[i] + (coordinates[i] - coordinatesBefore[i]) * amount;
  }
  mixPlace(place, 0, state.rootEarlier, state.root, 0, amount);
  for (let k = 0; k < 4; k++) partRotations[k] = place[3 + k];
  for (let k = 0; k < 3; k++) state.partPositions[k] = place[k];
  for (let part = 1; part < body.parts.length; part++) {
    const { parent, drive: driveIndex } = body.parts[part];
    const at = part * 4;
    if (driveIndex < 0) {
      for (let k = 0; k < 4; k++) partRotations[at + k] = partRotations[parent * 4 + k];
      continue;
    }
    const drive = body.drives[driveIndex];
    const c = drive.firstCoordinate;
    if (drive.kind === 'ball') mixRotation(between, c, coordinatesBefore, coordinates, c, amount);
    composeRotation(drive, between, c, jointRotations, at);
    multiplyFlat(partRotations, at, partRotations, parent * 4, jointRotations, at);
  }
}

/** Local rotations of the skeleton's joints: parts' as simulated, others' as in the target; those in between at rest. */
function updateSkeleton(state: RemoteBodyState): void {
  const { body, pose, targetPose } = state;
  const { skeleton, parts, partOfJoint } = body;
  const hips = parts[0].joint;
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    const parent = skeleton.parents[joint];
    const part = partOfJoint[joint];
    const at = joint * 4;
    if (part >= 0 && parts[part].joint === joint) {
      if (parent < 0) {
        for (let k = 0; k < 4; k++) pose.localRotations[at + k] = state.partRotations[part * 4 + k];
      } else {
        multiplyInverseFlat(pose.localRotations, at, pose.worldRotations, parent * 4, state.partRotations, part * 4);
      }
      for (let k = 0; k < 4; k++) pose.worldRotations[at + k] = state.partRotations[part * 4 + k];
      continue;
    }
    const isLink = body.isLink[joint] === 1;
    for (let k = 0; k < 4; k++) {
      pose.localRotations[at + k] = isLink ? (k === 3 ? 1 : 0) : targetPose.localRotations[at + k];
    }
    if (parent < 0) for (let k = 0; k < 4; k++) pose.worldRotations[at + k] = pose.localRotations[at + k];
    else multiplyFlat(pose.worldRotations, at, pose.worldRotations, parent * 4, pose.localRotations, at);
  }
  for (let k = 0; k < 3; k++) {
    const shift = state.partPositions[k] - targetPose.worldPositions[hips * 3 + k];
    pose.rootPosition[k] = targetPose.rootPosition[k] + shift;
  }
  updateWorldPose(skeleton, pose);
}
