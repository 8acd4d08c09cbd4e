import { createVec3, type HumanoidBone, jointOfBone, type Vec3, vec3 } from '@leib/core';
import { seeds } from '@leib/core/testing';
import {
  boneOfPoint,
  createJointFrame,
  type JointFrame,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedPoint,
} from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { buildEmbody } from '../embodyModel.js';
import { createEmbodyState, type EmbodyState } from '../embodyState.js';
import { stepEmbody } from '../stepEmbody.js';
import { buildTestBody, createTestReader, setPoint, standingFrame, wanderingFrame } from '../testing.js';

const skeleton = buildTestBody();
const model = buildEmbody(skeleton);
const hz = 60;
function placeOf({ pose }: EmbodyState, bone: HumanoidBone): Vec3 {
  const at = jointOfBone(skeleton, bone) * 3;
  return createVec3(pose.worldPositions[at], pose.worldPositions[at + 1], pose.worldPositions[at + 2]);
}

const targetOf = ({ jointPoses: poses }: JointFrame, point: TrackedPoint): Vec3 => {
  const at = pointNumber[point] * POSE_SIZE;
  return createVec3(poses[at], poses[at + 1], poses[at + 2]);
};

function lengthOf(from: HumanoidBone, to: HumanoidBone): number {
  const [a, b] = [from, to].map((bone) => jointOfBone(skeleton, bone) * 3);
  return vec3.distance(skeleton.restWorldPositions.subarray(a, a + 3), skeleton.restWorldPositions.subarray(b, b + 3));
}

/** By how much a two-bone limb's root is too near to or too far from a tracked middle joint for the bone between them. */
function lacking(state: EmbodyState, tracker: Vec3, root: HumanoidBone, middle: HumanoidBone): number {
  return Math.abs(vec3.distance(placeOf(state, root), tracker) - lengthOf(root, middle));
}

/** Somebody wanders; another body sees only the head and these points, 'hands' among them or not. */
function follow(
  seed: number,
  worn: readonly TrackedPoint[],
  hasHands: boolean,
  look: (state: EmbodyState, frame: JointFrame, seconds: number) => void,
  change: (frame: JointFrame, seconds: number) => void = () => {},
): void {
  const truth = createEmbodyState(model);
  const state = createEmbodyState(model);
  const leading = createJointFrame();
  const frame = createJointFrame();
  const read = createTestReader(skeleton);
  for (let i = 0; i < 5 * hz; i++) {
    wanderingFrame(seed, i / hz, leading);
    stepEmbody(model, truth, leading, 1 / hz);
    frame.quality.fill(quality.lost);
    for (const point of ['head', ...(hasHands ? (['leftHand', 'rightHand'] as const) : [])] as const) {
      const at = pointNumber[point] * POSE_SIZE;
      setPoint(frame, point, leading.jointPoses.subarray(at, at + POSE_SIZE));
    }
    for (const point of worn) {
      const joint = jointOfBone(skeleton, boneOfPoint[point] ?? 'hips');
      const { worldPositions: p, worldRotations: q } = truth.pose;
      setPoint(frame, point, [...p.subarray(joint * 3, joint * 3 + 3), ...q.subarray(joint * 4, joint * 4 + 4)]);
    }
    change(frame, i / hz);
    stepEmbody(model, state, read(frame, 1 / hz), 1 / hz);
    if (i > hz) look(state, frame, i / hz);
  }
}

describe('knees without feet', () => {
  test.each(seeds(4))('are where their trackers are, as far as the thigh reaches (seed %i)', (seed) => {
    for (const worn of [['hips', 'leftKnee', 'rightKnee'], ['leftKnee', 'rightKnee'], ['rightKnee']] as const) {
      follow(seed, worn, true, (state, frame) => {
        for (const side of ['left', 'right'] as const) {
          if (!(worn as readonly string[]).includes(`${side}Knee`)) continue;
          const tracker = targetOf(frame, `${side}Knee`);
          const off = vec3.distance(placeOf(state, `${side}LowerLeg`), tracker);
          expect(off).toBeLessThan(lacking(state, tracker, `${side}UpperLeg`, `${side}LowerLeg`) + 0.0065);
        }
      });
    }
  });

  test('a knee that is lifted takes its foot along; one that is lowered again puts it back on the ground', () => {
    const state = createEmbodyState(model);
    const frame = standingFrame();
    const standing = createVec3();
    let before: Vec3 | null = null;
    let fastest = 0;
    let highest = 0;
    // The knee's tracker appears after a second, and counts in full before the knee is lifted.
    for (let i = 0; i < 6 * hz; i++) {
      const seconds = i / hz;
      const lift = seconds < 2 ? 0 : Math.max(0, Math.sin(((seconds - 2) / 2) * Math.PI));
      stepEmbody(model, state, frame, 1 / hz);
      if (seconds > 1.9) {
        const tracker = targetOf(frame, 'leftKnee');
        const off = vec3.distance(placeOf(state, 'leftLowerLeg'), tracker);
        expect(off).toBeLessThan(lacking(state, tracker, 'leftUpperLeg', 'leftLowerLeg') + 0.0065);
      }
      if (i === hz) vec3.copy(standing, placeOf(state, 'leftFoot'));
      if (i >= hz) {
        const hip = placeOf(state, 'leftUpperLeg');
        const angle = 1.3 * lift;
        const thigh = lengthOf('leftUpperLeg', 'leftLowerLeg');
        setPoint(frame, 'leftKnee', [
          hip[0],
          hip[1] - thigh * Math.cos(angle),
          hip[2] + thigh * Math.sin(angle),
          0,
          0,
          0,
          1,
        ]);
      }
      const foot = placeOf(state, 'leftFoot');
      if (before !== null && i > hz) fastest = Math.max(fastest, vec3.distance(foot, before));
      before = foot;
      highest = Math.max(highest, foot[1] - standing[1]);
    }
    expect(highest).toBeGreaterThan(0.12);
    expect(fastest).toBeLessThan(0.035);
    expect(vec3.distance(placeOf(state, 'leftFoot'), standing)).toBeLessThan(0.05);
  });

  test('a foot stays where it stands while the knee is as near to its tracker as makes no difference', () => {
    const state = createEmbodyState(model);
    const frame = standingFrame();
    for (let i = 0; i < hz; i++) stepEmbody(model, state, frame, 1 / hz);
    const [knee, foot] = [placeOf(state, 'leftLowerLeg'), placeOf(state, 'leftFoot')];
    setPoint(frame, 'leftKnee', [knee[0] + 0.003, knee[1], knee[2] + 0.003, 0, 0, 0, 1]);
    for (let i = 0; i < hz; i++) stepEmbody(model, state, frame, 1 / hz);
    expect(vec3.distance(placeOf(state, 'leftFoot'), foot)).toBeLessThan(1e-3);
  });

  test('no foot goes through the floor, whatever a knee does', () => {
    const state = createEmbodyState(model);
    const frame = standingFrame();
    for (let i = 0; i < 4 * hz; i++) {
      const angle = i / hz;
      setPoint(frame, 'rightKnee', [-0.1 + 0.3 * Math.sin(angle), 0.3, 0.4 * Math.cos(1.7 * angle), 0, 0, 0, 1]);
      stepEmbody(model, state, frame, 1 / hz);
      expect(placeOf(state, 'rightFoot')[1]).toBeGreaterThan(0.05);
    }
  });
});

describe('elbows without hands', () => {
  test.each(seeds(4))('are where their trackers are, as far as the upper arm reaches (seed %i)', (seed) => {
    follow(seed, ['chest', 'leftElbow', 'rightElbow'], false, (state, frame) => {
      for (const side of ['left', 'right'] as const) {
        const tracker = targetOf(frame, `${side}Elbow`);
        const off = vec3.distance(placeOf(state, `${side}LowerArm`), tracker);
        expect(off).toBeLessThan(lacking(state, tracker, `${side}UpperArm`, `${side}LowerArm`) + 0.001);
        expect(off).toBeLessThan(0.03);
        const hand = vec3.distance(placeOf(state, `${side}LowerArm`), placeOf(state, `${side}Hand`));
        expect(hand).toBeCloseTo(lengthOf(`${side}LowerArm`, `${side}Hand`), 6);
      }
    });
  });

  test.each(seeds(3))('a hand that is tracked again takes its arm back without a jump (seed %i)', (seed) => {
    let before: Vec3 | null = null;
    let fastest = 0;
    let off = 1;
    follow(
      seed,
      ['chest', 'hips', 'leftElbow', 'rightElbow'],
      true,
      (state, frame) => {
        const hand = placeOf(state, 'leftHand');
        if (before !== null) fastest = Math.max(fastest, vec3.distance(hand, before));
        before = hand;
        off = vec3.distance(hand, targetOf(frame, 'leftHand'));
      },
      (frame, seconds) => {
        if (seconds > 1.5 && seconds < 3.5) frame.quality[pointNumber.leftHand] = quality.lost;
      },
    );
    expect(fastest).toBeLessThan(0.07);
    expect(off).toBeLessThan(1e-3);
  });
});

describe('a chest without anything below', () => {
  test.each(seeds(4))('is where its tracker is, as far as the neck reaches (seed %i)', (seed) => {
    const neck = lengthOf('chest', 'upperChest') + lengthOf('upperChest', 'neck') + lengthOf('neck', 'head');
    follow(seed, ['chest'], true, (state, frame) => {
      const tracker = targetOf(frame, 'chest');
      const beyond = Math.max(0, vec3.distance(tracker, targetOf(frame, 'head')) - neck);
      expect(vec3.distance(placeOf(state, 'chest'), tracker)).toBeLessThan(beyond + 0.01);
    });
  });
});
