import { easeScalar, wrapAngle } from '@leib/core';
import { POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import type { BodyState, Targets } from '../../bodyState.js';
import { PRIOR_POINT_COUNT } from '../network/priorLayout.js';
import { HISTORY_SIZE, MOMENT_COLUMNS, MOMENT_SIZE, type PriorState } from '../network/priorState.js';
import { stepPrior } from '../network/stepPrior.js';
import { type GuideModel, type GuideState, resetGuide } from './buildGuide.js';

interface Move {
  readonly fromX: number;
  readonly fromZ: number;
  readonly toX: number;
  readonly toZ: number;
  readonly sin: number;
  readonly cos: number;
}

/** A lost hand counts less and less for the network, and a found one more and more, by half in this time, seconds. */
const HAND_HALF_LIFE = 0.06;
const { leftHand, rightHand } = pointNumber;

/**
 * Asks the network what the body does: state.network.proposal. Nothing is asked while the prior is off and has handed
 * over; it then begins anew.
 */
export function askPrior(model: GuideModel | null, state: GuideState | null, body: BodyState, dtSeconds: number): void {
  if (model === null || state === null) return;
  const { network, seen } = state;
  if (!model.settings.isOn && state.takenOver <= 0) {
    if (network.tick >= 0) resetGuide(state);
    return;
  }
  const { frame, weights } = body.targets;
  const isFirst = network.tick < 0;
  seen.frame = frame;
  for (let point = 0; point < weights.length; point++) {
    if (point !== leftHand && point !== rightHand) {
      seen.weights[point] = weights[point];
      continue;
    }
    // A lost hand has a target all the same, which the network had better not believe.
    const isThere = frame.quality[point] === quality.tracked ? 1 : 0;
    const halfLife = isFirst ? 0 : HAND_HALF_LIFE;
    seen.weights[point] = easeScalar(seen.weights[point], isThere, halfLife, isFirst ? 1 : dtSeconds);
  }
  if (!body.isPlaced && !isFirst) carryPrior(network, seen);
  network.floorY = body.floorY;
  stepPrior(model.network, network, seen, dtSeconds);
}

/**
 * After a teleport or a snap turn the person goes on as before, elsewhere: what is remembered moves and turns along
 * with the head. The network sees the world from the person, so to it nothing happened.
 */
function carryPrior(state: PriorState, { frame }: Targets): void {
  const at = pointNumber.head * POSE_SIZE;
  const { jointPoses: poses } = frame;
  const turn = wrapAngle(2 * Math.atan2(poses[at + 4], poses[at + 6]) - state.yaw);
  const move: Move = {
    fromX: state.moment[0],
    fromZ: state.moment[2],
    toX: poses[at],
    toZ: poses[at + 2],
    sin: Math.sin(turn),
    cos: Math.cos(turn),
  };
  const { proposal, history } = state;
  carryMoments(history, HISTORY_SIZE, move);
  carryMoments(state.moment, 1, move);
  state.yaw += turn;
  state.heading += turn;
  state.headingBefore += turn;
  proposal.heading += turn;
}

function carryMoments(moments: Float64Array, count: number, move: Move): void {
  const { sin, cos } = move;
  for (let moment = 0; moment < count; moment++) {
    const from = moment * MOMENT_SIZE;
    for (let i = from; i < from + PRIOR_POINT_COUNT * 9; i += 3) {
      const isPlace = i < from + MOMENT_COLUMNS;
      const x = moments[i] - (isPlace ? move.fromX : 0);
      const z = moments[i + 2] - (isPlace ? move.fromZ : 0);
      moments[i] = cos * x + sin * z + (isPlace ? move.toX : 0);
      moments[i + 2] = cos * z - sin * x + (isPlace ? move.toZ : 0);
    }
  }
}
