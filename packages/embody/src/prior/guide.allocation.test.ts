import { bytesPerCall } from '@leib/core/testing';
import { copyJointFrame, createJointFrame } from '@leib/tracking';
import { expect, test } from 'vitest';
import { stepEmbody } from '../stepEmbody.js';
import { askPrior } from './askPrior.js';
import { createPerson, walking } from './guideTesting.js';
import { stepGuidance } from './stepGuidance.js';
import { stepGuidedFeet } from './stepGuidedFeet.js';

// In a file of its own: what other tests run before would be compiled for their kinds of ground and body as well.
test('asking, guiding and leading the feet allocate nothing', { timeout: 60_000 }, () => {
  const { model, state } = createPerson();
  const moments = Array.from({ length: 64 }, (_, i) => {
    const one = createJointFrame();
    walking()(2 + i / 72, one);
    return one;
  });
  for (let i = 0; i < 200; i++) stepEmbody(model, state, moments[0], 1 / 72);
  let moment = 0;
  const { guide, gait, arms, body } = state;
  const step = () => {
    moment = (moment + 1) % 128;
    copyJointFrame(body.targets.frame, moments[moment < 64 ? moment : 127 - moment]);
    askPrior(model.guide, guide, gait, body, 1 / 72);
    stepGuidance(model.guide, guide, gait, arms, body, 1 / 72);
    stepGuidedFeet(model.guide, guide, model.gait, gait, body);
  };
  expect(bytesPerCall(step, 1500, 8)).toBeLessThan(8);
});
