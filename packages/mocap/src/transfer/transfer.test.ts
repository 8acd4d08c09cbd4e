import { createPose, createVec3, jointOfBone, type Motion, type Skeleton, updateWorldPose, vec3 } from '@leib/core';
import { agentProportions, buildAgentSkeleton } from '@leib/core/pack';
import { bendLimb } from '@leib/core/solvers';
import { testBody } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { readMotionFrame } from './bodyCapsules.js';
import { measureTransfer } from './measureTransfer.js';
import { clap, limbOf, movement, putPalm, walk } from './movements.testing.js';
import { stepTransfer, transferMotion } from './stepTransfer.js';
import { buildTransfer, createTransferState, type TransferMethod, type TransferOptions } from './transferModel.js';

const actor = testBody();
const agents = Object.keys(agentProportions) as (keyof typeof agentProportions)[];
const walking = walk(actor);
const clapping = clap(actor);

function transferred(motion: Motion, to: Skeleton, method: TransferMethod, options: TransferOptions = {}) {
  const model = buildTransfer(actor, to, { ...options, method });
  const agentMotion = transferMotion(model, motion);
  return { agentMotion, figures: measureTransfer(model, motion, agentMotion) };
}

/** Largest distance between a joint of one motion and the same joint of another, metres. */
function farthest(a: Motion, b: Motion, joints = a.skeleton.names.map((_, joint) => joint)): number {
  const [poseA, poseB] = [createPose(a.skeleton), createPose(b.skeleton)];
  let max = 0;
  for (let frame = 0; frame < a.frameCount; frame++) {
    readMotionFrame(a, frame, poseA);
    readMotionFrame(b, frame, poseB);
    for (const joint of joints) {
      const at = (positions: Float64Array) => positions.subarray(joint * 3, joint * 3 + 3);
      max = Math.max(max, vec3.distance(at(poseA.worldPositions), at(poseB.worldPositions)));
    }
  }
  return max;
}

describe('on the actor’s own body', () => {
  test.each(['angles', 'contacts'] as const)('a movement on the spot does not change (%s)', (method) => {
    expect(farthest(clapping, transferred(clapping, actor, method).agentMotion)).toBeLessThan(1e-6);
  });

  test('contacts change a walk by no more than the lag of letting a foot go, and the upper body by less', () => {
    const { agentMotion } = transferred(walking, actor, 'contacts');
    expect(farthest(walking, agentMotion)).toBeLessThan(0.04);
    const above = (['hips', 'head', 'leftHand', 'rightHand'] as const).map((bone) => jointOfBone(actor, bone));
    expect(farthest(walking, agentMotion, above)).toBeLessThan(0.01);
    expect(farthest(walking, transferred(walking, actor, 'angles').agentMotion)).toBeLessThan(1e-9);
  });

  test('the same at another height of the floor', () => {
    const raised = { ...clapping, rootPositions: clapping.rootPositions.map((v, i) => (i % 3 === 1 ? v + 0.7 : v)) };
    expect(farthest(raised, transferred(raised, actor, 'contacts', { floorY: 0.7 }).agentMotion)).toBeLessThan(1e-6);
  });
});

describe.each(agents)('%s', (name) => {
  const agent = buildAgentSkeleton(actor, agentProportions[name]);

  test('stands on the floor at rest', () => {
    const toes = jointOfBone(agent, 'leftToes') * 3;
    const ratio = agentProportions[name].feet;
    expect(agent.restWorldPositions[toes + 1]).toBeCloseTo(actor.restWorldPositions[toes + 1] * ratio, 9);
  });

  test('feet slide at least four times less than by angles', () => {
    const byAngles = transferred(walking, agent, 'angles').figures;
    const withContacts = transferred(walking, agent, 'contacts').figures;
    expect(byAngles.actorFootSlide).toBeLessThan(0.03);
    expect(byAngles.footSlide).toBeGreaterThan(4 * withContacts.footSlide);
  });

  test('hands that meet still meet', () => {
    const { figures } = transferred(clapping, agent, 'contacts');
    expect(figures.palms.count).toBeGreaterThan(20);
    expect(figures.palms.max).toBeLessThan(0.001);
    expect(transferred(clapping, agent, 'angles').figures.palms.max).toBeGreaterThan(0.004);
  });

  test('a hand on the thigh lies on the thigh', () => {
    const sitting = movement(actor, 0.5, 60, (_time, pose) => {
      crouch(pose.rootPosition[1] * 0.55, pose);
      const knee = jointOfBone(actor, 'leftLowerLeg') * 3;
      const thigh = pose.worldPositions.slice(knee, knee + 3);
      putPalm(actor, pose, 'left', vec3.add(createVec3(), thigh, [0, 0.08, -0.1]));
    });
    const byAngles = transferred(sitting, agent, 'angles').figures.body;
    const withContacts = transferred(sitting, agent, 'contacts').figures.body;
    expect(withContacts.count).toBeGreaterThan(20);
    expect(withContacts.mean).toBeLessThan(0.005);
    expect(byAngles.mean).toBeGreaterThan(3 * withContacts.mean);
  });

  test('hands on the floor are on the floor', () => {
    const leaning = movement(actor, 0.5, 60, (_time, pose) => {
      crouch(0.3, pose);
      for (const [side, x] of [['left', 0.2] as const, ['right', -0.2] as const]) {
        putPalm(actor, pose, side, createVec3(x, 0.03, 0.3));
      }
    });
    const floor = transferred(leaning, agent, 'contacts').figures.floor;
    expect(floor.count).toBeGreaterThan(40);
    expect(floor.max).toBeLessThan(0.002);
    expect(transferred(leaning, agent, 'angles').figures.floor.mean).toBeGreaterThan(0.01);
  });

  test('no joint jumps: speed changes stay those of the actor at the agent’s size', () => {
    const size = Math.max(...Object.values(agentProportions[name]));
    for (const motion of [walking, clapping]) {
      const { agentMotion } = transferred(motion, agent, 'contacts');
      expect(largestKick(agentMotion)).toBeLessThan(2.5 * size * largestKick(motion) + 0.01);
    }
  });
});

/** Bends the knees and the back, soles where they are, until the hips are at a height. */
function crouch(height: number, pose: ReturnType<typeof createPose>): void {
  pose.rootPosition[1] = height;
  pose.rootPosition[2] -= 0.25;
  const half = Math.PI / 4;
  pose.localRotations.set([Math.sin(half / 2), 0, 0, Math.cos(half / 2)], jointOfBone(actor, 'spine') * 4);
  pose.localRotations.set([Math.sin(half / 2), 0, 0, Math.cos(half / 2)], jointOfBone(actor, 'chest') * 4);
  updateWorldPose(actor, pose);
  for (const side of ['left', 'right'] as const) {
    const leg = limbOf(actor, [`${side}UpperLeg`, `${side}LowerLeg`, `${side}Foot`], 1);
    bendLimb(actor, pose, leg, actor.restWorldPositions.slice(leg.end * 3, leg.end * 3 + 3));
  }
}

/** Largest change of a joint's movement from one frame to the next, metres. */
function largestKick(motion: Motion): number {
  const pose = createPose(motion.skeleton);
  const frames = Array.from({ length: motion.frameCount }, (_, frame) => {
    readMotionFrame(motion, frame, pose);
    return pose.worldPositions.slice();
  });
  let max = 0;
  for (let frame = 2; frame < frames.length; frame++) {
    frames[frame].forEach((value, i) => {
      max = Math.max(max, Math.abs(value - 2 * frames[frame - 1][i] + frames[frame - 2][i]));
    });
  }
  return max;
}

test('live, frame by frame, gives the same bits as the recording, twice', () => {
  const agent = buildAgentSkeleton(actor, agentProportions.child);
  const model = buildTransfer(actor, agent);
  const whole = transferMotion(model, walking);
  const state = createTransferState(model);
  const pose = createPose(actor);
  for (let frame = 0; frame < walking.frameCount; frame++) {
    readMotionFrame(walking, frame, pose);
    stepTransfer(model, state, pose, 1 / walking.hz);
  }
  expect(state.pose.localRotations).toEqual(whole.localRotations.slice(-agent.jointCount * 4));
  expect(transferMotion(model, walking)).toEqual(whole);
});

test('an agent that lacks arms, toes and trunk bones is moved as far as it has joints', () => {
  const bare = testBody(['leftHand', 'rightHand', 'leftToes', 'rightToes', 'chest', 'upperChest', 'leftShoulder']);
  const { agentMotion } = transferred(walking, bare, 'contacts');
  expect(agentMotion.localRotations.every(Number.isFinite)).toBe(true);
  expect(agentMotion.skeleton).toBe(bare);
});
