import { createJointFrame, type JointFrame, POSE_SIZE, setJoint } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { copyArmsState } from './arms/armsState.js';
import { buildEmbody, type EmbodyModel } from './embodyModel.js';
import { defaultEmbodySettings } from './embodySettings.js';
import { flatGround } from './ground/ground.js';
import { copyLegsState } from './legs/legsState.js';
import { priorWeights, walking } from './prior/proposal/guide.testing.js';
import { solveBody } from './solveBody.js';
import { copyTrunkAndFeet, createSolvedBody, type SolvedBody } from './solvedBody.js';
import { buildTestBody, standingFrame } from './testing.js';

const hz = 60;
const skeleton = buildTestBody();
type At = (seconds: number) => JointFrame;

const walk: At = (seconds) => {
  const frame = createJointFrame();
  walking()(seconds, frame);
  return frame;
};
/** Goes sideways on a floor that is up somewhere, turned away, with a hand out of reach and a tracker on the hips. */
const reach: At = (seconds) => {
  const frame = standingFrame();
  const aside = 5 + 0.7 * seconds;
  for (let point = 0; point < 3; point++) {
    const at = point * POSE_SIZE;
    const [x, y, z] = frame.jointPoses.subarray(at, at + 3);
    frame.jointPoses.set([aside - z, y + 0.5, x, 0, Math.SQRT1_2, 0, -Math.SQRT1_2], at);
  }
  frame.jointPoses[POSE_SIZE + 2] += 0.9 + 0.1 * Math.sin(3 * seconds);
  setJoint(frame, 'hips', [aside, 1.4, 0, 0, Math.SQRT1_2, 0, -Math.SQRT1_2]);
  return frame;
};

function play(model: EmbodyModel, state: SolvedBody, at: At, from: number, count: number): number[][] {
  return Array.from({ length: count }, (_, i) => {
    solveBody(model, state, at((from + i) / hz), 1 / hz);
    return [...state.pose.worldPositions];
  });
}

/** All that a state remembers, without what it refers to and what is written before it is read . */
function numbersOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) return [...(value as Float64Array)];
  const skipped = /^(ground|stickVelocityWorld|frame|locked|network|rules|scratch|work|chain|fade|guard)$/;
  return Object.entries(value).map(([key, part]) => (skipped.test(key) ? key : [key, numbersOf(part)]));
}

describe.each([
  ['by the rules', buildEmbody(skeleton)],
  ['with the prior', buildEmbody(skeleton, defaultEmbodySettings, priorWeights)],
])('%s', (_, model) => {
  const ground = flatGround();
  test.each([
    ['one who walks', walk, reach],
    ['one who reaches', reach, walk],
  ])(
    'a copy of %s goes on to the last digit as the body it was copied from, whatever it did before',
    (_, at, other) => {
      const one = createSolvedBody(model, ground);
      const copy = createSolvedBody(model, ground);
      play(model, one, at, 0, 70);
      play(model, copy, other, 0, 20);
      copyTrunkAndFeet(copy, one);
      copyLegsState(copy.legs, one.legs);
      copyArmsState(copy.arms, one.arms);
      expect(numbersOf(copy)).toEqual(numbersOf(one));
      expect(play(model, copy, at, 70, 40)).toEqual(play(model, one, at, 70, 40));
    },
  );
});
