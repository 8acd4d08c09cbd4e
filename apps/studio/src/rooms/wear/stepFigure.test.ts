import { expect, test } from 'vitest';
import { stepFigure } from './wearSteps.js';

test('every step of Wear has a picture of its own, and the one of a joint shows that joint', () => {
  const pictures = (['putOn', 'space', 'joints', 'proportions', 'roles', 'tPose', 'mirror'] as const).map((step) =>
    JSON.stringify(stepFigure(step, step === 'joints' ? 'leftKnee' : null)),
  );
  // Turning on the spot and moving about look alike but for the dot above the head.
  expect(new Set(pictures).size).toBe(pictures.length);
  expect(stepFigure('joints', 'leftKnee')).not.toEqual(stepFigure('joints', 'rightFoot'));
});
