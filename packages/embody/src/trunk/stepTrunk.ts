import { clamp, createQuat, createVec3, type Quat, quat, swingTwist, type Vec3, vec3 } from '@leib/core';
import { POSE_SIZE, pointNumber } from '@leib/tracking';
import type { BodyState } from '../bodyState.js';
import { setWorldRotation, trackedPosition, trackedRotation, updateWorldJoint } from '../limb/worldJoint.js';
import { bendToReach } from './bendToReach.js';
import type { TrunkModel } from './buildTrunk.js';
import { findSwing, swingOfRow } from './findSwing.js';
import { fittedRotations } from './fittedRotations.js';
import { EVEN_HIPS_COUNT, ODD_HIPS_COUNT, writeHipsFeatures } from './hipsFeatures.js';
import { keepOnFeet } from './keepOnFeet.js';
import { solveMirrorNet } from './mirrorNet.js';
import { multipliedRotations } from './multipliedRotations.js';
import { seedTravel } from './stepTravel.js';
import { tiltToReach } from './tiltToReach.js';
import { stepTrunkFade } from './trunkFade.js';
import { EVEN_FEATURE_COUNT, ODD_FEATURE_COUNT } from './trunkFeatures.js';
import { OUTPUT_COUNT } from './trunkOutputs.js';
import type { TrunkState } from './trunkState.js';

const swing = createQuat();
const twist = createQuat();
const none = createQuat();

// Scratch.
const even = new Float64Array(EVEN_FEATURE_COUNT + EVEN_HIPS_COUNT);
const odd = new Float64Array(ODD_FEATURE_COUNT + ODD_HIPS_COUNT);
const estimated = new Float64Array(OUTPUT_COUNT);

const UP = createVec3(0, 1, 0);

// Scratch. Rows are hips, then the path up to the head.
const rotation = createQuat();
const tracked = createQuat();
const bone = createVec3();
const hipsWorld = createVec3();
const chestWorld = createVec3();
const start = createVec3();

/**
 * Hips, spine and neck between the floor and the headset. The head is exactly where the headset says, in place and
 * turn, and bones keep their lengths; trackers on hips and chest are led through, the spine bending as little as it
 * must. Afterwards root, hips, spine, neck and head are solved, and whatever hangs on them, limbs excepted, is current.
 */
export function stepTrunk(model: TrunkModel, state: TrunkState, body: BodyState, dtSeconds: number): void {
  const { frame } = body.targets;
  const { headWorld, headRotation } = state;
  trackedPosition(headWorld, frame, pointNumber.head);
  trackedRotation(headRotation, frame, pointNumber.head);
  limitHead(model, body, headWorld, headRotation);
  findSwing(model, state, body);
  if (model.settings.bend === 'fitted') {
    learnFromHips(model, state, body);
    fittedRotations(model, state, body);
  } else {
    multipliedRotations(model, state, body, headWorld, headRotation);
  }
  if (body.guidance.trunkWeight > 0) {
    followGuidance(model, state, body);
    swingAsSet(model, state, body);
  }
  writeRotation(state, model.rowCount, headRotation);
  followTrackers(model, state, body, dtSeconds);
  stepTrunkFade(state.fade, state.rotations, body.isPlaced, dtSeconds);
  hangOnHead(model, state, body);
  if (!body.isPlaced) seedTravel(model, state, body, dtSeconds);
}

/** Blends hips, spine and neck into what the prior proposes, the short way. */
function followGuidance({ rowCount }: TrunkModel, { rotations }: TrunkState, { guidance }: BodyState): void {
  const { rows, trunkWeight } = guidance;
  for (let at = 0; at < rowCount * 4; at += 4) {
    let dot = 0;
    for (let k = at; k < at + 4; k++) dot += rotations[k] * rows[k];
    const share = dot < 0 ? -trunkWeight : trunkWeight;
    let lengthSq = 0;
    for (let k = at; k < at + 4; k++) {
      rotations[k] = rotations[k] * (1 - trunkWeight) + rows[k] * share;
      lengthSq += rotations[k] * rotations[k];
    }
    const scale = 1 / Math.sqrt(lengthSq);
    for (let k = at; k < at + 4; k++) rotations[k] *= scale;
  }
}

/** Turns what the prior proposes by what the settings want of its swing otherwise. */
function swingAsSet(model: TrunkModel, state: TrunkState, { guidance }: BodyState): void {
  const { priorSwing } = state;
  if (priorSwing.hipYaw === 0 && priorSwing.shoulderYaw === 0) return;
  for (let row = 0; row < model.rowCount; row++) {
    for (let k = 0; k < 4; k++) rotation[k] = state.rotations[row * 4 + k];
    quat.setAxisAngle(tracked, UP, swingOfRow(model, priorSwing, row) * guidance.trunkWeight);
    quat.multiply(rotation, tracked, rotation);
    writeRotation(state, row, rotation);
  }
}

function followTrackers(model: TrunkModel, state: TrunkState, body: BodyState, dtSeconds: number): void {
  const { weights } = body.targets;
  const { rowCount, chestRow } = model;
  const { bones, headWorld } = state;
  const hipsWeight = weights[pointNumber.hips];
  const chestWeight = chestRow < 0 ? 0 : weights[pointNumber.chest];
  if (hipsWeight > 0) turnTowards(state, body, 0, pointNumber.hips);
  if (chestWeight > 0) turnTowards(state, body, chestRow, pointNumber.chest);
  measureBones(model, state);
  // Who holds what: the chest is held by its tracker, the hips by theirs or by the floor, the head always.
  let heldRow = rowCount;
  vec3.copy(chestWorld, headWorld);
  if (chestWeight > 0) {
    placeBelow(state, chestRow, rowCount, headWorld, chestWorld);
    moveTowards(chestWorld, body, pointNumber.chest);
    addBone(start, chestWorld, state, chestRow);
    bendToReach(state.rotations, bones, chestRow + 1, rowCount - 1, start, headWorld);
    // What the neck could not make up for is not the chest's to hold.
    placeBelow(state, chestRow, rowCount, headWorld, chestWorld);
    heldRow = chestRow;
  }
  placeBelow(state, 0, heldRow, chestWorld, hipsWorld);
  const lowest = body.floorY + model.settings.lowestHips;
  let isMoved = keepOnFeet(model, state, body, hipsWorld, dtSeconds);
  if (hipsWorld[1] < lowest) {
    hipsWorld[1] = lowest;
    isMoved = true;
  }
  if (hipsWeight > 0) {
    moveTowards(hipsWorld, body, pointNumber.hips);
    tiltToReach(state.rotations, bones, heldRow - 1, hipsWorld, chestWorld);
  } else if (!isMoved) {
    return;
  }
  addBone(start, hipsWorld, state, 0);
  bendToReach(state.rotations, bones, 1, heldRow - 1, start, chestWorld);
}

/** Blends a row's turn into the tracker's, the short way. */
function turnTowards(state: TrunkState, body: BodyState, row: number, point: number): void {
  const weight = clamp(body.targets.weights[point], 0, 1);
  trackedRotation(tracked, body.targets.frame, point);
  for (let k = 0; k < 4; k++) rotation[k] = state.rotations[row * 4 + k];
  const sign = quat.dot(rotation, tracked) < 0 ? -1 : 1;
  for (let k = 0; k < 4; k++) rotation[k] = rotation[k] * (1 - weight) + sign * tracked[k] * weight;
  quat.normalize(rotation, rotation);
  writeRotation(state, row, rotation);
}

/** Moves a place towards the tracker's by its weight. */
function moveTowards(place: Vec3, body: BodyState, point: number): void {
  const weight = clamp(body.targets.weights[point], 0, 1);
  const at = point * POSE_SIZE;
  const { jointPoses: poses } = body.targets.frame;
  for (let k = 0; k < 3; k++) place[k] += (poses[at + k] - place[k]) * weight;
}

function writeRotation(state: TrunkState, row: number, value: Quat): void {
  for (let k = 0; k < 4; k++) state.rotations[row * 4 + k] = value[k];
}

/** Vector from each row's joint to the next one, as it is turned now. */
function measureBones({ skeleton, path, rowCount }: TrunkModel, { rotations, bones }: TrunkState): void {
  for (let row = 0; row < rowCount; row++) {
    for (let k = 0; k < 3; k++) bone[k] = skeleton.restOffsets[path[row] * 3 + k];
    for (let k = 0; k < 4; k++) rotation[k] = rotations[row * 4 + k];
    vec3.transformQuat(bone, bone, rotation);
    for (let k = 0; k < 3; k++) bones[row * 3 + k] = bone[k];
  }
}

/** Place of a row's joint when a higher row's is at `from`. */
function placeBelow({ bones }: TrunkState, row: number, fromRow: number, from: Vec3, out: Vec3): void {
  vec3.copy(out, from);
  for (let i = fromRow - 1; i >= row; i--) for (let k = 0; k < 3; k++) out[k] -= bones[i * 3 + k];
}

function addBone(out: Vec3, from: Vec3, { bones }: TrunkState, row: number): void {
  for (let k = 0; k < 3; k++) out[k] = from[k] + bones[row * 3 + k];
}

/** Writes the pose from the root up, then moves it so that the head joint is exactly where it belongs. */
function hangOnHead(model: TrunkModel, { rotations, headWorld }: TrunkState, { pose }: BodyState): void {
  const { skeleton, rootPath, path, hips, head, carried } = model;
  for (let i = 0; i < rootPath.length - 1; i++) updateWorldJoint(skeleton, pose, rootPath[i]);
  for (let row = 0; row <= path.length; row++) {
    for (let k = 0; k < 4; k++) rotation[k] = rotations[row * 4 + k];
    setWorldRotation(skeleton, pose, row === 0 ? hips : path[row - 1], rotation);
  }
  const { rootPosition, worldPositions } = pose;
  for (let k = 0; k < 3; k++) {
    const shift = headWorld[k] - worldPositions[head * 3 + k];
    rootPosition[k] += shift;
    for (let i = 0; i < rootPath.length; i++) worldPositions[rootPath[i] * 3 + k] += shift;
    for (let i = 0; i < path.length; i++) worldPositions[path[i] * 3 + k] += shift;
  }
  for (let i = 0; i < carried.length; i++) updateWorldJoint(skeleton, pose, carried[i]);
}

/**
 * The settled estimate, into state.shown. With a tracker on the hips both ends of the spine are known, and a network of
 * its own estimates how the spine curves between them.
 */
function learnFromHips(model: TrunkModel, state: TrunkState, body: BodyState): void {
  const { settled, shown, features } = state;
  for (let i = 0; i < OUTPUT_COUNT; i++) shown[i] = settled[i];
  const weight = body.targets.weights[pointNumber.hips];
  if (!(weight > 0)) return;
  writeHipsFeatures(model, features, body, even, odd);
  solveMirrorNet(model.hipsNet, even, odd, estimated);
  for (let i = 0; i < OUTPUT_COUNT; i++) shown[i] += weight * (estimated[i] - shown[i]);
}

/**
 * The thesis's constraints of the headset (ch. 5.1): height above the floor, and tilt in any direction. Off by default:
 * people kneel and lie.
 */
function limitHead({ settings }: TrunkModel, { floorY }: BodyState, headWorld: Vec3, headRotation: Quat): void {
  const { headHeightRange, headTiltLimit } = settings;
  if (headHeightRange !== null) {
    headWorld[1] = clamp(headWorld[1], floorY + headHeightRange[0], floorY + headHeightRange[1]);
  }
  if (headTiltLimit === null) return;
  swingTwist(swing, twist, headRotation, UP);
  const tilt = 2 * Math.acos(Math.min(1, Math.abs(swing[3])));
  if (tilt <= headTiltLimit) return;
  quat.slerp(swing, none, swing, headTiltLimit / tilt);
  quat.multiply(headRotation, swing, twist);
  quat.normalize(headRotation, headRotation);
}
