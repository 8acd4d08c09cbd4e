import { createQuat, createVec3, easeScalar, smoothStep, unitAcross, vec3 } from '@leib/core';
import { POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { type BodyState, clearGuidance } from '../../bodyState.js';
import { HEAD_JOINT, LOWER_BACK, PRIOR_JOINT_COUNT, priorOrder, priorParents } from '../network/priorLayout.js';
import type { GuideModel, GuideState } from './buildGuide.js';
import { shortenTrunk } from './shortenTrunk.js';
import { writeRows } from './writeRows.js';

/** How fast a joint turns is known by half in this time, seconds. */
const SPEED_SECONDS = 0.05;

/** SMPL's hips and the tops of both legs; the spine between hips and neck, and how far each of it gives way. */
const HIPS = [0, 1, 2] as const;
const SPINE = [3, 6, 9] as const;
const bulges = [0.7, 1, 0.7] as const;
/** An arch whose chord is shorter than itself by d is about sqrt(0.4 d chord) high. */
const ARCH = 0.4;

// Scratch.
const chord = createVec3();
const back = createVec3();
const rotation = createQuat();

/** Feet change leaders when the weight passes these: hysteresis. */
const LEADS_ABOVE = 0.6;
const LEADS_BELOW = 0.4;
/** A head that is lost is held where it was: for so long the network is asked about it, seconds. */
const LOST_SECONDS = 0.75;
/** Hands that miss their targets by this much say that the trunk is not as proposed, metres. */
const FARTHEST_MISS = 0.03;
const GIVE_IN_HALF_LIFE = 0.03;
const COME_BACK_HALF_LIFE = 0.3;
/** No standing or jumping person's head is higher than this, in head heights over the ankles: less and less is believed. */
const HIGH_HEAD = 1.45;
const TOO_HIGH = 1.65;

/**
 * Makes the proposal fit for the solvers: body.guidance. How much it counts goes up and down by degrees, with the
 * switch, with how well the network knows such input, and while the head is lost or carried.
 */
export function stepGuidance(
  model: GuideModel | null,
  state: GuideState | null,
  body: BodyState,
  isCarried: boolean,
  dtSeconds: number,
): void {
  const { guidance } = body;
  if (model === null || state === null || !state.network.proposal.isValid) {
    clearGuidance(guidance);
    return;
  }
  const { settings } = model;
  const trust = trustOf(model, state, body, isCarried);
  const most = body.isPlaced && settings.handOverSeconds > 0 ? dtSeconds / settings.handOverSeconds : 1;
  const change = trust - state.takenOver;
  state.takenOver += change > most ? most : change < -most ? -most : change;
  guidance.weight = smoothStep(state.takenOver);
  const leadsFrom = guidance.leadsFeet ? LEADS_BELOW : LEADS_ABOVE;
  guidance.leadsFeet = model.hasGait && settings.leadsFeet && guidance.weight > leadsFrom && !isCarried;
  // Trackers say most of what the prior would have to guess.
  const { weights } = body.targets;
  const hipsTracked = weights[pointNumber.hips];
  const footTracked = Math.max(weights[pointNumber.leftFoot], weights[pointNumber.rightFoot]);
  const untracked = 1 - settings.trackedShare;
  guidance.trunkWeight = settings.trunkShare * guidance.weight * (1 - untracked * hipsTracked);
  guidance.kneeWeight = settings.kneeShare * guidance.weight * (1 - untracked * hipsTracked * footTracked);
  const missed = Math.max(body.handMisses[0], body.handMisses[1]);
  const inReach = 1 - smoothStep(missed / FARTHEST_MISS);
  // At once away from what cannot be, and slowly back to it.
  const halfLife = inReach < state.inReach ? GIVE_IN_HALF_LIFE : COME_BACK_HALF_LIFE;
  state.inReach = body.isPlaced ? easeScalar(state.inReach, inReach, halfLife, dtSeconds) : 1;
  guidance.trunkWeight *= state.inReach;
  guidance.collarWeight = settings.collarShare * guidance.weight * state.inReach;
  guidance.elbowWeight = settings.elbowShare * guidance.weight;
  guidance.floorY = state.network.floorY;
  smoothProposal(model, state, dtSeconds);
  placeProposal(state, body);
  shortenTrunk(model, body);
  liftHips(model, state, body);
  writeRows(model, state, body);
}

function trustOf(
  { settings }: GuideModel,
  { network }: GuideState,
  { targets }: BodyState,
  isCarried: boolean,
): number {
  const { quality: qualities, lostSeconds } = targets.frame;
  const isHeadThere = qualities[pointNumber.head] === quality.tracked || lostSeconds[pointNumber.head] < LOST_SECONDS;
  if (!settings.isOn || !isHeadThere || isCarried) return 0;
  const height = (targets.frame.jointPoses[pointNumber.head * POSE_SIZE + 1] - network.floorY) / network.body.scale;
  return network.proposal.confidence * (1 - smoothStep((height - HIGH_HEAD) / (TOO_HIGH - HIGH_HEAD)));
}

/**
 * Hips that are proposed below the floor are lifted to where hips can be. The spine between them and the head must then
 * give way, and it does so to the back, as spines do: left to itself a straight one would snap to and fro.
 */
function liftHips({ lowestHips }: GuideModel, { turned, network }: GuideState, { guidance }: BodyState): void {
  const { positions } = guidance;
  const lacking = network.floorY + lowestHips - positions[1];
  if (!(lacking > 0)) return;
  for (let i = 0; i < HIPS.length; i++) positions[HIPS[i] * 3 + 1] += lacking;
  for (let k = 0; k < 3; k++) chord[k] = positions[HEAD_JOINT * 3 + k] - positions[k];
  const length = Math.sqrt(chord[0] * chord[0] + chord[1] * chord[1] + chord[2] * chord[2]);
  if (length < 1e-6) return;
  for (let k = 0; k < 3; k++) chord[k] /= length;
  for (let k = 0; k < 4; k++) rotation[k] = turned[k];
  vec3.set(back, 0, 0, -1);
  vec3.transformQuat(back, back, rotation);
  unitAcross(back, chord, back);
  const height = Math.sqrt(ARCH * lacking * length);
  for (let i = 0; i < SPINE.length; i++) {
    for (let k = 0; k < 3; k++) positions[SPINE[i] * 3 + k] += back[k] * height * bulges[i];
  }
}

/** The smoothed rotations, turned back into the world, and the joints hung from the tracked head: body.guidance. */
function placeProposal(state: GuideState, body: BodyState): void {
  const { smoothed, joints, turned, network } = state;
  const { proposal } = network;
  const { offsets } = network.body;
  const { guidance, targets } = body;
  const sin = Math.sin(proposal.heading / 2);
  const cos = Math.cos(proposal.heading / 2);
  const head = pointNumber.head * POSE_SIZE;
  for (let i = 0; i < PRIOR_JOINT_COUNT; i++) {
    const at = i * 4;
    const x = smoothed[at];
    const y = smoothed[at + 1];
    const z = smoothed[at + 2];
    const w = smoothed[at + 3];
    turned[at] = cos * x + sin * z;
    turned[at + 1] = cos * y + sin * w;
    turned[at + 2] = cos * z - sin * x;
    turned[at + 3] = cos * w - sin * y;
  }
  for (let k = 0; k < 4; k++) turned[HEAD_JOINT * 4 + k] = targets.frame.jointPoses[head + 3 + k];
  for (let i = 0; i < PRIOR_JOINT_COUNT; i++) {
    const joint = priorOrder[i];
    const parent = priorParents[joint];
    const to = joint * 3;
    if (parent < 0) {
      joints[to] = joints[to + 1] = joints[to + 2] = 0;
      continue;
    }
    const x = turned[parent * 4];
    const y = turned[parent * 4 + 1];
    const z = turned[parent * 4 + 2];
    const w = turned[parent * 4 + 3];
    const ox = offsets[to];
    const oy = offsets[to + 1];
    const oz = offsets[to + 2];
    const tx = 2 * (y * oz - z * oy);
    const ty = 2 * (z * ox - x * oz);
    const tz = 2 * (x * oy - y * ox);
    joints[to] = joints[parent * 3] + ox + w * tx + y * tz - z * ty;
    joints[to + 1] = joints[parent * 3 + 1] + oy + w * ty + z * tx - x * tz;
    joints[to + 2] = joints[parent * 3 + 2] + oz + w * tz + x * ty - y * tx;
  }
  for (let k = 0; k < 3; k++) {
    const shift = targets.frame.jointPoses[head + k] - joints[HEAD_JOINT * 3 + k];
    for (let joint = 0; joint < LOWER_BACK; joint++) guidance.positions[joint * 3 + k] = joints[joint * 3 + k] + shift;
  }
  for (let i = 0; i < LOWER_BACK * 4; i++) guidance.rotations[i] = turned[i];
  for (let i = 0; i < 4; i++) guidance.contacts[i] = proposal.contacts[i];
}

/**
 * The proposal's rotations, low-passed with a cutoff that rises with each joint's own speed, seen from where the body
 * faces: turning round costs no lag. After Casiez, Roussel & Vogel, "1 Euro Filter", CHI 2012: fc = fc0 + beta |w|.
 */
function smoothProposal({ settings }: GuideModel, state: GuideState, dtSeconds: number): void {
  const { smoothed, speeds, network } = state;
  const { proposal } = network;
  const { isOn, cutoffAtRest, cutoffPerSpeed } = settings.smoothing;
  const sin = Math.sin(-proposal.heading / 2);
  const cos = Math.cos(-proposal.heading / 2);
  const isFresh = !isOn || !state.isSmoothed;
  const speedShare = 1 - Math.exp(-dtSeconds / SPEED_SECONDS);
  for (let joint = 0; joint < PRIOR_JOINT_COUNT; joint++) {
    const from = joint === LOWER_BACK ? proposal.lowerBackRotation : proposal.rotations;
    const at = joint === LOWER_BACK ? 0 : joint * 4;
    const to = joint * 4;
    // heading^-1 * rotation
    let x = cos * from[at] + sin * from[at + 2];
    let y = cos * from[at + 1] + sin * from[at + 3];
    let z = cos * from[at + 2] - sin * from[at];
    let w = cos * from[at + 3] - sin * from[at + 1];
    if (isFresh) {
      speeds[joint] = 0;
    } else {
      let dot = x * smoothed[to] + y * smoothed[to + 1] + z * smoothed[to + 2] + w * smoothed[to + 3];
      const sign = dot < 0 ? -1 : 1;
      dot = Math.min(1, dot * sign);
      // Angle from the chord: exact where it matters, near zero.
      const cutoff = cutoffAtRest + cutoffPerSpeed * speeds[joint];
      const share = 1 - Math.exp(-2 * Math.PI * cutoff * dtSeconds);
      const angle = 2 * Math.sqrt(2 * (1 - dot));
      if (dtSeconds > 0) speeds[joint] += ((angle * share) / dtSeconds - speeds[joint]) * speedShare;
      x = smoothed[to] + (sign * x - smoothed[to]) * share;
      y = smoothed[to + 1] + (sign * y - smoothed[to + 1]) * share;
      z = smoothed[to + 2] + (sign * z - smoothed[to + 2]) * share;
      w = smoothed[to + 3] + (sign * w - smoothed[to + 3]) * share;
    }
    const size = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
    smoothed[to] = x * size;
    smoothed[to + 1] = y * size;
    smoothed[to + 2] = z * size;
    smoothed[to + 3] = w * size;
  }
  state.isSmoothed = true;
}
