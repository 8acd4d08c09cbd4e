import { copyPose, isFinitePose, multiplyInverseFlat, type Pose } from '@leib/core';
import { PLACE_SIZE } from '../body/flatRotation.js';
import { composeRotation, projectRotation } from '../body/jointCoordinates.js';
import type { RemoteBodyState } from '../body/remoteBodyState.js';
import { alignElbow } from './alignElbow.js';

/**
 * Sets the pose that a body should have at the end of the next frame; its world arrays must be up to date. Every joint's
 * target is the rotation against the part it hangs on: of the local avatar's part, or, for targets in world space, of the
 * simulated part as it is now. A pose that is not finite is refused: the last target stays, and `state.refusedCount`
 * grows.
 */
export function setRemoteTarget(state: RemoteBodyState, targetPose: Pose): void {
  const { body, targetRotationsGiven: wanted, targetRotations: projected, targetGiven, targetWorldRotations } = state;
  const { parts, drives, elbows, settings } = body;
  const { worldPositions, worldRotations } = targetPose;
  if (!isFinitePose(targetPose)) {
    state.refusedCount++;
    return;
  }
  for (let part = 0; part < parts.length; part++) {
    const { joint } = parts[part];
    for (let k = 0; k < 4; k++) targetWorldRotations[part * 4 + k] = worldRotations[joint * 4 + k];
    const place = part * PLACE_SIZE;
    for (let k = 0; k < 3; k++) state.targetPlacesGiven[place + k] = worldPositions[joint * 3 + k];
    for (let k = 0; k < 4; k++) state.targetPlacesGiven[place + 3 + k] = worldRotations[joint * 4 + k];
  }
  for (let i = 0; i < elbows.length; i++) {
    alignElbow(targetWorldRotations, elbows[i].upper * 4, elbows[i].lower * 4, elbows[i].bendSign);
  }
  const isWorldSpace = settings.control.targetSpace === 'world' && state.hasTarget;
  const references = isWorldSpace ? state.partRotations : targetWorldRotations;
  for (let part = 0; part < parts.length; part++) {
    const { reference, drive } = parts[part];
    if (drive < 0) continue;
    multiplyInverseFlat(wanted, part * 4, references, reference * 4, targetWorldRotations, part * 4);
    projectRotation(drives[drive], wanted, part * 4, targetGiven);
    composeRotation(drives[drive], targetGiven, drives[drive].firstCoordinate, projected, part * 4);
  }
  for (let k = 0; k < PLACE_SIZE; k++) state.targetRootGiven[k] = state.targetPlacesGiven[k];
  copyPose(state.targetPose, targetPose);
}
