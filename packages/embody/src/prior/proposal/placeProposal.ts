import { POSE_SIZE, pointNumber } from '@leib/tracking';
import type { BodyState } from '../../bodyState.js';
import { HEAD_JOINT, LOWER_BACK, PRIOR_JOINT_COUNT, priorOrder, priorParents } from '../network/priorLayout.js';
import type { GuideState } from './guideState.js';

/** The smoothed rotations, turned back into the world, and the joints hung from the tracked head: body.guidance. */
export function placeProposal(state: GuideState, body: BodyState): void {
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
