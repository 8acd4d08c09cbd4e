import { createQuat, createVec3, jointOfBone, quat, twistAngle, vec3 } from '@leib/core';
import { createJointFrame, type JointFrame } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { buildEmbody } from '../embodyModel.js';
import { defaultEmbodySettings, type EmbodySettings, thesisEmbodySettings } from '../embodySettings.js';
import { createEmbodyState } from '../embodyState.js';
import { applyTargetOffset } from '../player/applyTargetOffset.js';
import { createPlayerState, defaultPlayerSettings } from '../player/playerState.js';
import { stepPlayer } from '../player/stepPlayer.js';
import { loadPrior } from '../prior/network/loadPrior.js';
import { readPriorBytes } from '../prior/network/prior.testing.js';
import { stepEmbody } from '../stepEmbody.js';
import { buildTestBody, standingFrame } from '../testing.js';

const skeleton = buildTestBody();
const prior = loadPrior(await readPriorBytes());
const UP = createVec3(0, 1, 0);
const hz = 60;

interface Turns {
  /** In the pose, frame by frame, radians about up. */
  readonly hips: number[];
  readonly shoulders: number[];
  /** As body.swing says. */
  readonly hipYaws: number[];
  readonly shoulderYaws: number[];
}

/** Four seconds by stick, ahead or aside; or of a person who walks, by whom the prior leads. */
function walk(settings: EmbodySettings, way: 'ahead' | 'aside' | 'by foot'): Turns {
  const model = buildEmbody(skeleton, settings, prior);
  const state = createEmbodyState(model);
  const player = createPlayerState();
  const room = standingFrame();
  const world = createJointFrame();
  const turns: Turns = { hips: [], shoulders: [], hipYaws: [], shoulderYaws: [] };
  if (way !== 'by foot') room.leftController[way === 'ahead' ? 'stickY' : 'stickX'] = 0.8;
  for (let i = 0; i < 4 * hz; i++) {
    if (way === 'by foot') stride(room, i / hz);
    stepPlayer(defaultPlayerSettings, player, room, state.gait.ground, 1 / hz);
    vec3.copy(state.gait.stickVelocityWorld, player.stickVelocityWorld);
    applyTargetOffset(player, room, world);
    stepEmbody(model, state, world, 1 / hz);
    if (i < hz) continue;
    turns.hips.push(yawOf(state.pose.worldRotations, 'hips'));
    turns.shoulders.push(yawOf(state.pose.worldRotations, 'upperChest'));
    turns.hipYaws.push(state.body.swing.hipYaw);
    turns.shoulderYaws.push(state.body.swing.shoulderYaw);
  }
  return turns;
}

/** Head and hands of a person who walks at 1.2 m/s: the head bobs and sways, the arms swing. */
function stride(room: JointFrame, seconds: number): void {
  const phase = 2 * Math.PI * 0.9 * seconds;
  const z = 1.2 * seconds;
  room.jointPoses.set([0.02 * Math.sin(phase), 1.505 + 0.02 * Math.cos(2 * phase), z], 0);
  room.jointPoses.set([0.24, 0.9, z + 0.18 * Math.sin(phase)], 7);
  room.jointPoses.set([-0.24, 0.9, z - 0.18 * Math.sin(phase)], 14);
}

function yawOf(rotations: Float64Array, bone: 'hips' | 'upperChest'): number {
  const at = jointOfBone(skeleton, bone) * 4;
  return twistAngle(quat.set(createQuat(), rotations[at], rotations[at + 1], rotations[at + 2], rotations[at + 3]), UP);
}

const range = (values: number[]) => Math.max(...values) - Math.min(...values);
const off = (settings: EmbodySettings): EmbodySettings => ({
  ...settings,
  trunk: { ...settings.trunk, swing: { ...settings.trunk.swing, isOn: false } },
});

describe.each([
  ['own', defaultEmbodySettings],
  ['thesis', thesisEmbodySettings],
])('%s settings', (_, settings) => {
  test('hips and shoulders turn one way and the other with the steps, and neither with the switch off', () => {
    const on = walk(settings, 'ahead');
    for (const [i, hipYaw] of on.hipYaws.entries()) expect(hipYaw * on.shoulderYaws[i]).toBeLessThanOrEqual(0);
    expect(range(on.hipYaws)).toBeGreaterThan(0.06);
    const steady = walk(off(settings), 'ahead');
    expect([range(steady.hipYaws), range(steady.shoulderYaws)]).toEqual([0, 0]);
    // What is told is what is done: the pose turns by as much more.
    expect(range(on.hips) - range(steady.hips)).toBeGreaterThan(0.6 * range(on.hipYaws));
    const turned = on.shoulders.map((yaw, i) => yaw - steady.shoulders[i]);
    const told = on.shoulderYaws;
    expect(told.reduce((sum, yaw, i) => sum + yaw * turned[i], 0)).toBeGreaterThan(0);
  });

  test('sidesteps turn nothing', () => {
    expect(range(walk(settings, 'aside').hipYaws)).toBeLessThan(0.02);
  });
});

test('where the prior leads, the switch takes out the swing that it has learned', () => {
  const on = walk(defaultEmbodySettings, 'by foot');
  const steady = walk(off(defaultEmbodySettings), 'by foot');
  expect(range(on.hips)).toBeGreaterThan(0.1);
  expect(range(steady.hips)).toBeLessThan(0.75 * range(on.hips));
});
