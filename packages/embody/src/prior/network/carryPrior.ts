import { wrapAngle } from '@leib/core';
import { POSE_SIZE, pointNumber } from '@leib/tracking';
import type { Targets } from '../../bodyState.js';
import { PRIOR_POINT_COUNT } from './priorLayout.js';
import { HISTORY_SIZE, MOMENT_COLUMNS, MOMENT_SIZE, type PriorState } from './priorState.js';

/**
 * After a teleport or a snap turn the person goes on as before, elsewhere: what is remembered moves and turns along
 * with the head. The network sees the world from the person, so to it nothing happened.
 */
export function carryPrior(state: PriorState, { frame }: Targets): void {
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

interface Move {
  readonly fromX: number;
  readonly fromZ: number;
  readonly toX: number;
  readonly toZ: number;
  readonly sin: number;
  readonly cos: number;
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
