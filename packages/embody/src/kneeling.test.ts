import { createQuat, createVec3, DEG, type HumanoidBone, jointOfBone, quat, type Vec3, vec3 } from '@leib/core';
import { createJointFrame, type JointFrame, type TrackedPoint } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { buildEmbody, type EmbodyModel } from './embodyModel.js';
import { defaultEmbodySettings } from './embodySettings.js';
import { createEmbodyState, type EmbodyState } from './embodyState.js';
import { loadPrior } from './prior/network/loadPrior.js';
import { readPriorBytes } from './prior/network/prior.testing.js';
import { stepEmbody } from './stepEmbody.js';
import { buildTestBody, createTestReader, setPoint } from './testing.js';

const skeleton = buildTestBody();
const hz = 60;

/** Where a joint is of somebody who stands, and who kneels upright on both knees, insteps on the floor; its pitch there. */
interface Way {
  readonly from: readonly [x: number, y: number, z: number];
  readonly to: readonly [x: number, y: number, z: number];
  readonly pitchDeg: number;
}

const ways: Partial<Record<TrackedPoint, Way>> = {
  head: { from: [0, 1.525, 0], to: [0, 1.095, 0.02], pitchDeg: 5 },
  hips: { from: [0, 0.93, 0], to: [0, 0.5, 0], pitchDeg: 0 },
  leftKnee: { from: [0.095, 0.48, 0.005], to: [0.1, 0.05, 0], pitchDeg: 90 },
  rightKnee: { from: [-0.095, 0.48, 0.005], to: [-0.1, 0.05, 0], pitchDeg: 90 },
  leftFoot: { from: [0.1, 0.08, -0.02], to: [0.1, 0.07, -0.4], pitchDeg: 150 },
  rightFoot: { from: [-0.1, 0.08, -0.02], to: [-0.1, 0.07, -0.4], pitchDeg: 150 },
};

function write(frame: JointFrame, worn: readonly TrackedPoint[], part: number): void {
  const eased = part * part * (3 - 2 * part);
  for (const point of ['head', ...worn] as const) {
    const way = ways[point];
    if (!way) throw new Error(`no way of ${point}`);
    const place = way.from.map((from, k) => from + (way.to[k] - from) * eased);
    setPoint(frame, point, [...place, ...quat.setAxisAngle(createQuat(), [1, 0, 0], way.pitchDeg * DEG * eased)]);
  }
  for (const side of [1, -1]) {
    const hand = [side * 0.24, 0.89 - 0.43 * eased, 0.05, 0, 0, -side * Math.SQRT1_2, Math.SQRT1_2];
    setPoint(frame, side === 1 ? 'leftHand' : 'rightHand', hand);
  }
}

function at({ pose }: EmbodyState, bone: HumanoidBone): Vec3 {
  const joint = jointOfBone(skeleton, bone) * 3;
  return createVec3(pose.worldPositions[joint], pose.worldPositions[joint + 1], pose.worldPositions[joint + 2]);
}

/** Stands for a second, kneels down within another, and stays. */
function kneel(model: EmbodyModel, worn: readonly TrackedPoint[]): EmbodyState {
  const state = createEmbodyState(model);
  const read = createTestReader(skeleton);
  const frame = createJointFrame();
  for (let i = 0; i < 3.5 * hz; i++) {
    write(frame, worn, Math.min(1, Math.max(0, i / hz - 1)));
    stepEmbody(model, state, read(frame, 1 / hz), 1 / hz);
  }
  return state;
}

const models = {
  rules: buildEmbody(skeleton),
  prior: buildEmbody(skeleton, defaultEmbodySettings, loadPrior(await readPriorBytes())),
};

/** What is worn besides headset and controllers, and how far knees and ankles may be from where they are, metres. */
const sets = [
  { worn: ['hips', 'leftFoot', 'rightFoot'], most: 0.06 },
  { worn: ['leftFoot', 'rightFoot'], most: 0.12 },
  { worn: ['leftKnee', 'rightKnee'], most: 0.12 },
  { worn: ['hips', 'leftKnee', 'rightKnee', 'leftFoot', 'rightFoot'], most: 0.03 },
] as const;

describe.each(Object.keys(models) as (keyof typeof models)[])('%s', (name) => {
  test.each(sets)('who kneels with $worn tracked has their knees on the floor', ({ worn, most }) => {
    const state = kneel(models[name], worn);
    for (const side of ['left', 'right'] as const) {
      const knee = at(state, `${side}LowerLeg`);
      const ankle = at(state, `${side}Foot`);
      expect.soft(vec3.distance(knee, createVec3(...(ways[`${side}Knee`] as Way).to))).toBeLessThan(most);
      expect.soft(vec3.distance(ankle, createVec3(...(ways[`${side}Foot`] as Way).to))).toBeLessThan(most);
    }
  });
});
