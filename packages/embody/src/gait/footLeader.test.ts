import { pointNumber } from '@leib/tracking';
import { expect, test } from 'vitest';
import { createPerson } from '../prior/proposal/guide.testing.js';
import { footLeader } from './footLeader.js';

test('a tracker that counts fully leads its foot, whatever the prior does; the other foot is not concerned', () => {
  const { body } = createPerson().state;
  body.targets.weights[pointNumber.leftFoot] = 1;
  for (const leadsFeet of [true, false]) {
    body.guidance.leadsFeet = leadsFeet;
    expect(footLeader(body, 0)).toBe('tracker');
    expect(footLeader(body, 1)).toBe(leadsFeet ? 'prior' : 'rules');
  }
});

test('a tracker that hands over leaves the foot to the prior, or to the rules', () => {
  const { body } = createPerson().state;
  body.targets.weights[pointNumber.rightFoot] = 0.99;
  body.guidance.leadsFeet = true;
  expect(footLeader(body, 1)).toBe('prior');
  body.guidance.leadsFeet = false;
  expect(footLeader(body, 1)).toBe('rules');
});
