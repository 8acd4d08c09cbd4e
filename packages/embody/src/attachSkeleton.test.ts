import {
  applyProportions,
  type BodyProportions,
  createBodyLengths,
  proportionsOfSkeleton,
  setLengthsGoal,
  shownLengths,
  stepBodyLengths,
} from '@leib/calibration';
import { measureSkeleton } from '@leib/calibration/testing';
import { createVec3, type HumanoidBone, jointOfBone, vec3 } from '@leib/core';
import { seeds } from '@leib/core/testing';
import { createJointFrame, type JointFrame, POSE_SIZE, pointNumber } from '@leib/tracking';
import { expect, test } from 'vitest';
import { buildEmbody } from './embodyModel.js';
import { attachSkeleton, createEmbodyState, type EmbodyState } from './embodyState.js';
import { stepEmbody } from './stepEmbody.js';
import { buildTestBody, wanderingFrame } from './testing.js';

const skeleton = buildTestBody();
const hz = 60;
const floorY = 0;

function grown(): BodyProportions {
  const usual = proportionsOfSkeleton(skeleton, 1.7, floorY);
  if (usual === null) throw new Error('the test body is whole');
  return {
    ...usual,
    upperArm: usual.upperArm + 0.02,
    forearm: usual.forearm + 0.015,
    thigh: usual.thigh - 0.02,
    shank: usual.shank + 0.03,
    trunk: usual.trunk - 0.02,
    shoulderWidth: usual.shoulderWidth + 0.02,
  };
}

/** A body that goes over to other lengths while it is solved; called back every frame. */
function grow(frames: (seconds: number, out: JointFrame) => void, look: (seconds: number, state: EmbodyState) => void) {
  const lengths = createBodyLengths(skeleton, floorY);
  let model = buildEmbody(skeleton);
  const state = createEmbodyState(model);
  const frame = createJointFrame();
  let builds = 0;
  for (let i = 0; i < 6 * hz; i++) {
    if (i === hz) setLengthsGoal(lengths, grown(), 1);
    frames(i / hz, frame);
    if (stepBodyLengths(lengths, 1 / hz)) {
      model = buildEmbody(applyProportions(skeleton, shownLengths(lengths) ?? {}, { floorY, keepsHeadHeight: true }));
      attachSkeleton(model, state);
      builds++;
    }
    stepEmbody(model, state, frame, 1 / hz);
    look(i / hz, state);
  }
  expect(builds).toBeGreaterThan(10);
  return model.skeleton;
}

test.each(seeds(2))('a body that grows stands still while standing still (seed %i)', (seed) => {
  let before: Float64Array | null = null;
  let fastest = 0;
  const end = grow(
    (_, frame) => wanderingFrame(seed, 0, frame),
    (seconds, { pose }) => {
      const now = pose.worldPositions.slice();
      for (let at = 0; before !== null && seconds > 0.9 && at < now.length; at += 3) {
        const moved = Math.hypot(now[at] - before[at], now[at + 1] - before[at + 1], now[at + 2] - before[at + 2]);
        fastest = Math.max(fastest, moved);
      }
      before = now;
    },
  );
  // A millimetre a bone at a time; nearly straight limbs make more of it at their middle.
  expect(fastest).toBeLessThan(0.012);
  const measured = measureSkeleton(end, floorY);
  for (const [name, length] of Object.entries(grown())) {
    if (name !== 'stature') expect(measured[name as keyof BodyProportions], name).toBeCloseTo(length, 9);
  }
});

test.each(seeds(2))('hands stay on their targets while arms grow (seed %i)', (seed) => {
  let farthest = 0;
  const own = createEmbodyState(buildEmbody(skeleton));
  const ownModel = buildEmbody(skeleton);
  const frame = createJointFrame();
  const missed = ({ pose }: EmbodyState, bone: HumanoidBone, point: number) => {
    const joint = jointOfBone(skeleton, bone) * 3;
    const [hand, at] = [pose.worldPositions.subarray(joint, joint + 3), point * POSE_SIZE];
    return vec3.distance(createVec3(hand[0], hand[1], hand[2]), frame.jointPoses.subarray(at, at + 3));
  };
  grow(
    (seconds, out) => {
      wanderingFrame(seed, seconds, out);
      wanderingFrame(seed, seconds, frame);
    },
    (_, state) => {
      stepEmbody(ownModel, own, frame, 1 / hz);
      for (const [bone, point] of [
        ['leftHand', pointNumber.leftHand],
        ['rightHand', pointNumber.rightHand],
      ] as const) {
        farthest = Math.max(farthest, missed(state, bone, point) - missed(own, bone, point));
      }
    },
  );
  expect(farthest).toBeLessThan(0.003);
});
