import { clamp, createQuat, createVec3, DEG, rotationBetween, type Vec3, vec3, wrapAngle } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { TrunkModel } from './buildTrunk.js';
import { swingOfRow } from './findSwing.js';
import { NECK_LEVEL, OUT_CHEST_COS, OUT_CHEST_SIN, OUT_X, OUT_YZ } from './trunkOutputs.js';
import type { TrunkState } from './trunkState.js';

/** Spines turn no farther between pelvis and chest. */
const MOST_TWIST = 70 * DEG;

// Scratch.
const direction = createVec3();
const reference = createVec3();
const swing = createQuat();
const turned = createQuat();

/**
 * World rotations of hips, spine and neck from the estimate, into state.rotations. Each bone turns about the vertical by
 * its share of the yaws of pelvis, chest and head, then swings from where it points at rest to where it is said to.
 */
export function fittedRotations(model: TrunkModel, state: TrunkState, body: BodyState): void {
  const { references, chestShares, headShares } = model;
  const { features, shown, rotations } = state;
  const pelvisYaw = wrapAngle(body.heading.yaw - features.frameYaw);
  const chestYaw = Math.atan2(shown[OUT_CHEST_SIN], shown[OUT_CHEST_COS]);
  const chestTurn = clamp(wrapAngle(chestYaw - pelvisYaw), -MOST_TWIST, MOST_TWIST);
  const headTurn = wrapAngle(features.headYaw - features.frameYaw - pelvisYaw - chestTurn);
  const sinFrame = Math.sin(features.frameYaw / 2);
  const cosFrame = Math.cos(features.frameYaw / 2);
  for (let row = 0; row < model.rowCount; row++) {
    const swung = swingOfRow(model, state.ruleSwing, row);
    const yaw = pelvisYaw + chestTurn * chestShares[row] + headTurn * headShares[row] + swung;
    const sin = Math.sin(yaw / 2);
    const cos = Math.cos(yaw / 2);
    readDirection(direction, model, shown, row);
    turnReference(reference, references, row, 2 * sin * cos, cos * cos - sin * sin);
    rotationBetween(swing, reference, direction);
    // turned = swing * yaw; rotation = frame * turned
    turned[0] = swing[0] * cos - swing[2] * sin;
    turned[1] = swing[1] * cos + swing[3] * sin;
    turned[2] = swing[2] * cos + swing[0] * sin;
    turned[3] = swing[3] * cos - swing[1] * sin;
    const at = row * 4;
    rotations[at] = cosFrame * turned[0] + sinFrame * turned[2];
    rotations[at + 1] = cosFrame * turned[1] + sinFrame * turned[3];
    rotations[at + 2] = cosFrame * turned[2] - sinFrame * turned[0];
    rotations[at + 3] = cosFrame * turned[3] - sinFrame * turned[1];
  }
}

/** Between two levels the direction is between theirs. */
function readDirection(out: Vec3, { rowLevels }: TrunkModel, shown: Float64Array, row: number): void {
  const below = Math.min(NECK_LEVEL - 1, Math.floor(rowLevels[row]));
  const part = rowLevels[row] - below;
  out[0] = shown[OUT_X + below] * (1 - part) + shown[OUT_X + below + 1] * part;
  const yz = OUT_YZ + 2 * below;
  out[1] = shown[yz] * (1 - part) + shown[yz + 2] * part;
  out[2] = shown[yz + 1] * (1 - part) + shown[yz + 3] * part;
  vec3.normalize(out, out);
}

function turnReference(out: Vec3, references: Float64Array, row: number, sin: number, cos: number): void {
  const x = references[row * 3];
  const z = references[row * 3 + 2];
  out[0] = cos * x + sin * z;
  out[1] = references[row * 3 + 1];
  out[2] = cos * z - sin * x;
}
