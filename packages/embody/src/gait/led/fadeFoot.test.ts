import { createVec3, vec3 } from '@leib/core';
import { describe, expect, test } from 'vitest';
import { defaultEmbodySettings } from '../../embodySettings.js';
import { createPerson } from '../../prior/proposal/guide.testing.js';
import { beginFade, fadeOnItsWay, stepFade } from './fadeFoot.js';
import { findPace } from './ledFeetSettings.js';

const { feet: settings } = defaultEmbodySettings.prior;

/** A foot at rest lets go 10 cm off where it is proposed, which goes on at a speed: what it is off by after some seconds. */
function offAfter(seconds: number, speed: number, hz = 90): number {
  const { model, state } = createPerson();
  const foot = state.ledFeet.feet[0];
  const pace = findPace(settings, 1 / hz);
  vec3.zero(foot.lastProposedWorld);
  vec3.zero(foot.velocityWorld);
  vec3.copy(foot.shownWorld, createVec3(0.1, 0.04, 0));
  beginFade(foot, foot.proposed, pace);
  foot.proposedSpeed = speed;
  for (let i = 0; i < Math.round(seconds * hz); i++) {
    fadeOnItsWay(model.gait, foot, pace);
    stepFade(foot, pace);
  }
  return foot.offsetWorld[0];
}

describe('a foot that let go makes up for what it is off by on its way', () => {
  test('a foot that is not proposed to move stays about where it stood, for a while', () => {
    expect(offAfter(0.1, 0)).toBeGreaterThan(0.095);
    expect(offAfter(settings.releaseHalfLife, 0)).toBeCloseTo(0.05, 3);
    expect(offAfter(5, 0)).toBeLessThan(1e-3);
  });

  test.each([0.3, 0.6, 1.2])('at %f m/s half of it is gone after the half way', (speed) => {
    const { model } = createPerson();
    const seconds = (settings.releaseHalfWay * model.gait.lengthScale) / speed;
    // In the meantime a part went by time alone.
    expect(offAfter(seconds, speed, 960)).toBeLessThan(0.0505);
    expect(offAfter(0.5 * seconds, speed, 960)).toBeGreaterThan(0.06);
  });

  test('the same at any rate, and never faster than a quick step', () => {
    for (const hz of [60, 72, 120]) expect(offAfter(0.2, 0.5, hz)).toBeCloseTo(offAfter(0.2, 0.5, 1000), 2);
    expect(offAfter(0.02, 100, 1000)).toBeGreaterThan(0.06);
  });
});
