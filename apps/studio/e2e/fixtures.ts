import { defaultSkeleton } from '@leib/body';
import { jointOfBone, type Motion, quat } from '@leib/core';
import { writeBvh } from '@leib/formats';

/** Two seconds of the default body: it walks a metre along +Z while its right arm goes from the T-pose down to its side. */
function makeMotion(): Motion {
  const skeleton = defaultSkeleton;
  const [hz, frameCount] = [30, 61];
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * skeleton.jointCount * 4);
  for (let w = 3; w < localRotations.length; w += 4) localRotations[w] = 1;
  const arm = jointOfBone(skeleton, 'rightUpperArm');
  for (let frame = 0; frame < frameCount; frame++) {
    const share = frame / (frameCount - 1);
    rootPositions.set(skeleton.restWorldPositions.subarray(0, 3), frame * 3);
    rootPositions[frame * 3 + 2] += share;
    const turned = quat.setAxisAngle(quat.create(), [0, 0, 1], share * 1.3);
    localRotations.set(turned, (frame * skeleton.jointCount + arm) * 4);
  }
  return { name: 'walk', skeleton, hz, frameCount, rootPositions, localRotations };
}

export const bvhText = writeBvh(makeMotion());

/** A BVH without a person: a door that opens. */
export const doorText = `HIERARCHY
ROOT door { OFFSET 0 0 0 CHANNELS 3 Zrotation Xrotation Yrotation
JOINT handle { OFFSET 80 100 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET 0 0 5 } } }
MOTION
Frames: 2
Frame Time: 0.1
0 0 0 0 0 0
0 0 45 0 0 0
`;

/** leib-tracking/1: a second of a person of 1.70 m who nods and raises the left hand. */
export const trackingText = [
  JSON.stringify({ format: 'leib-tracking/1', hz: 30, floorY: 0, stature: 1.7 }),
  ...Array.from({ length: 31 }, (_, frame) => {
    const t = frame / 30;
    const nod = 0.2 * Math.sin(Math.PI * t);
    return JSON.stringify({
      t,
      head: [0, 1.53, 0, Math.sin(nod / 2), 0, 0, Math.cos(nod / 2)],
      leftHand: [0.3, 0.9 + 0.4 * t, 0.3, 0, 0, 0, 1],
      rightHand: [-0.25, 0.9, 0.1, 0, 0, 0, 1],
    });
  }),
].join('\n');

/** A person who goes to the pillar in a second, reaches into it in another, and keeps the hand there for four. */
export function reachIntoPillar(): string {
  const lines = Array.from({ length: 181 }, (_, frame) => {
    const t = frame / 30;
    const [gone, reached] = [Math.min(1, t), Math.min(1, Math.max(0, t - 1))];
    const [x, z] = [-0.5 * gone, 0.3 * gone];
    return JSON.stringify({
      t,
      head: [x, 1.53, z, 0, 0, 0, 1],
      leftHand: [x + 0.3, 0.85, z, 0, 0, 0, 1],
      rightHand: [x - 0.17 - 0.3 * reached, 1.25 - 0.25 * reached, z + 0.05, 0, 0, 0, 1],
    });
  });
  return [JSON.stringify({ format: 'leib-tracking/1', hz: 30, floorY: 0, stature: 1.7 }), ...lines].join('\n');
}
