import { createPose, createQuat, jointOfBone, type Motion, quat } from '@leib/core';
import { buildAngleBinding, createAgentAngles, defaultAngleLayout, poseFromAngles } from '@leib/core/pack';
import { testBody } from '@leib/core/testing';
import { POSE_SIZE } from '@leib/tracking';
import { expect, test } from 'vitest';
import { createBodyConditioner } from '../bodies/bodyConditioner.js';
import { createBodyFrame, mocapBodyNames } from '../bodies/bodyFrame.js';
import { readRecordedBodies } from '../bodies/recordedBodies.js';
import type { BodyNoise, MocapOffsets } from '../offsets/offsets.js';
import { simulateBodies } from '../simulate/simulateBodies.js';
import { createActorRefinement, stepActorRefinement } from './actorRefinement.js';
import { buildRefineModel, createRefineState } from './refineModel.js';
import { stepRefine } from './stepRefine.js';

const skeleton = testBody();
const binding = buildAngleBinding(defaultAngleLayout, skeleton);
const exact = { positionNoise: 0, rotationNoise: 0, lostShare: 0 };
const hz = 60;

/** A person who stands and moves some angles. */
function moving(seconds: number, angleOf: (dof: string, seconds: number) => number): Motion {
  const angles = createAgentAngles(defaultAngleLayout);
  const pose = createPose(skeleton);
  const frameCount = Math.round(seconds * hz);
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * skeleton.jointCount * 4);
  for (let frame = 0; frame < frameCount; frame++) {
    angles.rootPosition.set([0, 0.95, 0]);
    angles.angles.set(defaultAngleLayout.dofs.map(({ name }) => angleOf(name, frame / hz)));
    poseFromAngles(binding, angles, pose);
    rootPositions.set(pose.rootPosition, frame * 3);
    localRotations.set(pose.localRotations, frame * skeleton.jointCount * 4);
  }
  return { name: 'moving', skeleton, hz, frameCount, rootPositions, localRotations };
}

/** How far the wrist goes along, metres, when the hand's body alone is put 4 cm farther out than it was in the T-pose. */
function pulledWrist(handConfidence: number, handNoise?: BodyNoise): number {
  const { recording, offsets } = simulateBodies(
    moving(0.5, () => 0),
    exact,
    3,
  );
  const bodies = offsets.bodies.map((body) =>
    body.name === 'leftHand' && handNoise ? { ...body, noise: handNoise } : body,
  );
  const refinement = createActorRefinement({ binding }, { bodies });
  const conditioner = createBodyConditioner(mocapBodyNames);
  const [hand, wrist] = [mocapBodyNames.indexOf('leftHand'), jointOfBone(skeleton, 'leftHand')];
  const xs = Array.from({ length: recording.frameCount }, (_, index) => {
    readRecordedBodies(recording, index, conditioner.frame);
    conditioner.confidence.fill(1);
    if (index >= 10) {
      conditioner.frame.poses[hand * POSE_SIZE] += 0.04;
      conditioner.confidence[hand] = handConfidence;
    }
    stepActorRefinement(refinement, conditioner, null, 1 / hz);
    return refinement.state.frame.pose.worldPositions[wrist * 3];
  });
  return xs[xs.length - 1] - xs[9];
}

test('a body pulls by its confidence: one that comes back with a little of it moves its joint by less', () => {
  const pulls = [1, 0.3, 0.05].map((confidence) => pulledWrist(confidence));
  expect(pulls[0]).toBeGreaterThan(0.003);
  expect(pulls[1]).toBeLessThan(0.8 * pulls[0]);
  expect(pulls[2]).toBeLessThan(0.4 * pulls[0]);
});

test('noise that the offsets give a body is its weight in the refinement', () => {
  const usual = pulledWrist(1);
  expect(pulledWrist(1, { position: 0.02, rotation: 0.2 })).toBeLessThan(0.2 * usual);
  expect(pulledWrist(1, { position: 0.0003, rotation: 0.01 })).toBeGreaterThan(1.1 * usual);
});

/** The same offsets, with the left forearm's body rolled about the arm. */
function rolled({ bodies }: MocapOffsets, radians: number): MocapOffsets {
  const roll = quat.setAxisAngle(createQuat(), [1, 0, 0], radians);
  return {
    bodies: bodies.map((body) => {
      if (body.name !== 'leftElbow') return body;
      const [x, y, z, w] = quat.multiply(createQuat(), roll, createQuat(...body.restRotation));
      return { ...body, restRotation: [x, y, z, w] as const };
    }),
  };
}

test('the roll of a forearm body is learned while the arm is bent, and holds the straight arm’s elbow', () => {
  const bentSeconds = 2;
  const straightSeconds = bentSeconds + 0.5;
  const twistAt = (t: number) => 0.6 * Math.sin(3 * Math.max(0, t - straightSeconds));
  const motion = moving(4, (dof, t) => {
    if (dof === 'leftUpperArm.twist') return twistAt(t);
    if (dof !== 'leftLowerArm.bend') return 0;
    return t < bentSeconds ? 0.9 + 0.4 * Math.sin(6 * t) : Math.max(0.02, 0.9 - 3 * (t - bentSeconds));
  });
  const { recording, offsets } = simulateBodies(motion, exact, 4);
  const model = buildRefineModel(binding, rolled(offsets, 0.3));
  const state = createRefineState(model);
  const frame = createBodyFrame();
  const confidence = mocapBodyNames.map(() => 1);
  const twist = defaultAngleLayout.dofs.findIndex(({ name }) => name === 'leftUpperArm.twist');
  for (let index = 0; index < recording.frameCount; index++) {
    readRecordedBodies(recording, index, frame);
    stepRefine(model, state, { frame, confidence }, 1 / hz);
    if (index / hz < straightSeconds) continue;
    expect(Math.abs(state.angles.angles[twist] - twistAt(index / hz)), `frame ${index}`).toBeLessThan(0.03);
  }
});
