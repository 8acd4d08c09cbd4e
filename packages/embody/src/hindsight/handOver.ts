import { type JointFrame, POSE_SIZE, pointNumber, quality, wayBetween } from '@leib/tracking';
import type { EmbodyState } from '../embodyState.js';
import { beginFootFade } from '../legs/footFade.js';
import { copyTrunkAndFeet, type SolvedBody } from '../solvedBody.js';
import { beginTrunkFade } from '../trunk/trunkFade.js';

/** Another body takes over when what is left of gaps is less than this, metres. */
const HEAD_GAP = 0.005;
const OTHER_GAP = 0.02;

/** Goes on as another body of the same person, which has taken all frames but this one. What is shown goes over to it without a jump. */
export function handOver(state: EmbodyState, from: SolvedBody, dtSeconds: number): void {
  // Both bodies walk by a clock of their own, in different phases: taking over the other's feet would move them by a stride.
  if (state.gait.rhythm.isCarried && from.gait.rhythm.isCarried) return;
  const now = state.targets.teleportCount;
  for (const [side, { fade }] of state.legs.legs.entries()) {
    beginFootFade(fade, state.ledFeet.feet[side], dtSeconds);
  }
  beginTrunkFade(state.trunk.fade, state.trunk.rotations);
  copyTrunkAndFeet(state, from);
  state.targets.teleportCount = now;
}

/** Whether points that came back are shown where they are tracked, nearly. */
export function areGapsClosed({ rawPoses, jointPoses, quality: qualities }: JointFrame): boolean {
  for (let point = 0; point < qualities.length; point++) {
    const at = point * POSE_SIZE;
    if (qualities[point] !== quality.tracked) continue;
    if (wayBetween(rawPoses, at, jointPoses, at) > (point === pointNumber.head ? HEAD_GAP : OTHER_GAP)) return false;
  }
  return true;
}
