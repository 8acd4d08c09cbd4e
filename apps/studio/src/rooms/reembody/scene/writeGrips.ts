import { inputAt } from '@leib/reembody';
import type { JointFrame } from '@leib/tracking';
import { gripOfHand } from '../../../world/gripOfHand.js';
import type { Wearer } from '../../../world/wearer.js';

/** Writes how far both hands are closed; a hand that is at the panel in virtual reality takes nothing. */
export function writeGrips(input: Float64Array, joints: JointFrame, handsOnPanel: Wearer['handsOnPanel']): void {
  const { leftController, leftHandJoints, rightController, rightHandJoints } = joints;
  input[inputAt.leftGrip] = handsOnPanel.left ? 0 : gripOfHand(leftController, leftHandJoints);
  input[inputAt.rightGrip] = handsOnPanel.right ? 0 : gripOfHand(rightController, rightHandJoints);
}
