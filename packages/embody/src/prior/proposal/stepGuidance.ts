import { easeScalar, smoothStep } from '@leib/core';
import { POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import type { BodyState } from '../../bodyState.js';
import { clearGuidance } from '../../guidance.js';
import type { GuideModel } from './buildGuide.js';
import type { GuideState } from './guideState.js';
import { liftHips } from './liftHips.js';
import { placeProposal } from './placeProposal.js';
import { shortenTrunk } from './shortenTrunk.js';
import { smoothProposal } from './smoothProposal.js';
import { writeRows } from './writeRows.js';

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
