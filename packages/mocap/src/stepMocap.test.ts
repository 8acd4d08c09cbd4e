import { createPose, type HumanoidBone, jointOfBone, type Motion, requireDecoded, updateWorldPose } from '@leib/core';
import { seeds } from '@leib/core/testing';
import { POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { expect, test } from 'vitest';
import { guessedLengths } from './actor/actorLengths.js';
import { mocapBodyNames } from './bodies/bodyFrame.js';
import { defaultDhSkeleton, defaultDhSkeletonJson } from './dh/defaultDhSkeleton.js';
import { parseDhSkeleton } from './dh/parseDhSkeleton.js';
import { boneOfJoint, type MocapOffsets } from './offsets/offsets.js';
import { type SimulationOptions, simulateBodies } from './simulate/simulateBodies.js';
import { testMotion } from './simulate/testMotion.testing.js';
import { solveRecording } from './solveRecording.js';
import type { MocapOptions } from './stepMocap.js';

const judged = ['UpperArm', 'LowerArm', 'Hand', 'UpperLeg', 'LowerLeg', 'Foot'].flatMap(
  (bone) => [`left${bone}`, `right${bone}`] as HumanoidBone[],
);

/** Mean distance of joints from the truth, metres, and what was solved. */
function follow(
  motion: Motion,
  simulation: SimulationOptions,
  options: Partial<MocapOptions> = {},
  bones: readonly HumanoidBone[] = judged,
) {
  const { recording, offsets } = simulateBodies(motion, simulation, 5);
  const solved = solveRecording(recording, { offsets, ...options });
  const truth = createPose(motion.skeleton);
  const pose = createPose(solved.motion.skeleton);
  let sum = 0;
  for (let frame = 0; frame < motion.frameCount; frame++) {
    readPose(motion, frame, truth);
    readPose(solved.motion, frame, pose);
    for (const bone of bones) {
      const a = jointOfBone(motion.skeleton, bone) * 3;
      const b = jointOfBone(solved.motion.skeleton, bone) * 3;
      const gaps = [0, 1, 2].map((i) => truth.worldPositions[a + i] - pose.worldPositions[b + i]);
      sum += Math.hypot(...gaps) / bones.length / motion.frameCount;
    }
  }
  return { error: sum, solved };
}

function readPose(motion: Motion, frame: number, out: ReturnType<typeof createPose>): void {
  const size = motion.skeleton.jointCount * 4;
  out.rootPosition.set(motion.rootPositions.subarray(frame * 3, frame * 3 + 3));
  out.localRotations.set(motion.localRotations.subarray(frame * size, (frame + 1) * size));
  updateWorldPose(motion.skeleton, out);
}

const exact: SimulationOptions = { positionNoise: 0, rotationNoise: 0, lostShare: 0 };

test.each(seeds(3))('ten bodies with noise and gaps: joints within 1.5 cm on average (seed %i)', (seed) => {
  const { error, solved } = follow(testMotion(seed, 240), {});
  expect(error).toBeLessThan(0.015);
  expect(guessedLengths(solved.state.lengths).filter((bone) => !/Toes|Shoulder|UpperArm/.test(bone))).toEqual([]);
});

test('the actor gets his own lengths: forearm and shank to the millimetre', () => {
  const motion = testMotion(1, 120);
  const { solved } = follow(motion, exact);
  for (const bone of ['leftHand', 'rightFoot'] as const) {
    const length = ({ skeleton }: Motion) => {
      const at = jointOfBone(skeleton, bone) * 3;
      return Math.hypot(...skeleton.restOffsets.subarray(at, at + 3));
    };
    expect(length(solved.motion)).toBeCloseTo(length(motion), 3);
  }
});

test.each([
  ['elbows', ['leftElbow', 'rightElbow'], ['leftHand', 'rightHand'], 0.05],
  ['knees', ['leftKnee', 'rightKnee'], ['leftFoot', 'rightFoot'], 0.06],
  ['hands', ['leftHand', 'rightHand'], ['leftLowerArm', 'rightLowerArm'], 0.03],
] as const)('without bodies on the %s the rest still follows', (_, left, bones, most) => {
  const bodies = mocapBodyNames.filter((name) => !(left as readonly string[]).includes(name));
  const { error } = follow(testMotion(2, 120), { ...exact, bodies }, {}, bones);
  expect(error).toBeLessThan(most);
});

test.each(seeds(3))('the refinement is nearer to the truth than the closed form it starts from (seed %i)', (seed) => {
  const motion = testMotion(seed, 240);
  const closed = follow(motion, {});
  const refined = follow(motion, {}, { method: 'refined' });
  expect(refined.error).toBeLessThan(0.9 * closed.error);
});

test('the body on the head places the head, with either method', () => {
  for (const method of ['dh', 'refined'] as const) {
    expect(follow(testMotion(3, 240), exact, { method }, ['head']).error).toBeLessThan(0.012);
  }
});

test('a body that is never seen: its bone has the length of the other side, and is listed', () => {
  const motion = testMotion(2, 120);
  const { recording, offsets } = simulateBodies(motion, exact, 5);
  const pointCount = recording.quality.length / recording.frameCount;
  for (let frame = 0; frame < recording.frameCount; frame++) {
    recording.quality[frame * pointCount + pointNumber.leftFoot] = quality.lost;
  }
  const { state } = solveRecording(recording, { offsets });
  expect(guessedLengths(state.lengths)).toContain('leftFoot');
  const { restOffsets } = state.actor.skeleton;
  const length = (bone: HumanoidBone) => {
    const at = jointOfBone(state.actor.skeleton, bone) * 3;
    return Math.hypot(...restOffsets.subarray(at, at + 3));
  };
  expect(length('leftFoot')).toBeCloseTo(length('rightFoot'), 9);
});

test.each([
  ['pelvis', 'hips', ['leftHip', 'rightHip'], ['leftUpperLeg', 'rightUpperLeg']],
  ['leftUpperArm', 'leftUpperArm', ['leftShoulder'], ['leftUpperArm']],
] as const)('a further body, %s, places the joints that its offsets name', (name, bone, joints, bones) => {
  const motion = testMotion(2, 120);
  const { skeleton } = motion;
  const { recording, offsets } = simulateBodies(motion, exact, 5);
  const carrier = jointOfBone(skeleton, bone);
  const track = { poses: new Float64Array(motion.frameCount * POSE_SIZE), quality: new Uint8Array(motion.frameCount) };
  const truth = createPose(skeleton);
  for (let frame = 0; frame < motion.frameCount; frame++) {
    readPose(motion, frame, truth);
    track.poses.set(truth.worldPositions.subarray(carrier * 3, carrier * 3 + 3), frame * POSE_SIZE);
    track.poses.set(truth.worldRotations.subarray(carrier * 4, carrier * 4 + 4), frame * POSE_SIZE + 3);
    track.quality[frame] = quality.tracked;
  }
  const places = joints.map((joint) => {
    const at = jointOfBone(skeleton, boneOfJoint(joint)) * 3;
    const [x, y, z] = [0, 1, 2].map(
      (i) => skeleton.restWorldPositions[at + i] - skeleton.restWorldPositions[carrier * 3 + i],
    );
    return { joint, bone: boneOfJoint(joint), positionLocal: [x, y, z] as const };
  });
  const further = { name, bone, restRotation: [0, 0, 0, 1] as const, joints: places };
  const withBody = { ...recording, extras: new Map([...recording.extras, [name, track]]) };
  const errorOf = (from: typeof recording, bodies: MocapOffsets['bodies']) => {
    const solved = solveRecording(from, { offsets: { bodies } });
    const pose = createPose(solved.motion.skeleton);
    let sum = 0;
    for (let frame = 0; frame < motion.frameCount; frame++) {
      readPose(motion, frame, truth);
      readPose(solved.motion, frame, pose);
      for (const judgedBone of bones) {
        const a = jointOfBone(skeleton, judgedBone) * 3;
        const b = jointOfBone(solved.motion.skeleton, judgedBone) * 3;
        sum += Math.hypot(...[0, 1, 2].map((i) => truth.worldPositions[a + i] - pose.worldPositions[b + i]));
      }
    }
    return sum / motion.frameCount / bones.length;
  };
  const without = errorOf(recording, offsets.bodies);
  expect(errorOf(withBody, [...offsets.bodies, further])).toBeLessThan(0.5 * without);
});

test('a skeleton with fewer links from a file is solved too', () => {
  // No collar bones, no neck, no twist of the forearms, and hands and feet that do not turn.
  const gone = /^(left|right)(Hand|Foot)\.(bend|aside|twist|tilt)$|^neck\.|LowerArm\.twist|Shoulder\.(forward|raise)/;
  const links = defaultDhSkeletonJson.links.map((link) => (gone.test(link.name) ? { ...link, turns: false } : link));
  const skeleton = requireDecoded(parseDhSkeleton(JSON.stringify({ ...defaultDhSkeletonJson, links })));
  expect(skeleton.layout.dofs).toHaveLength(defaultDhSkeleton.layout.dofs.length - 18);
  const { error } = follow(testMotion(4, 120), exact, { skeleton });
  expect(error).toBeLessThan(0.02);
});
