import { jointOfBone } from '@leib/core';
import { collectAgentDofs, defaultAngleLayout } from '@leib/core/pack';
import { testBody } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { buildAgentBones } from './agentBones.js';

test('only joints that a stream turns are bones of the agent; the others move with the one above', () => {
  const skeleton = testBody([], true);
  const count = (fingers: boolean, face: boolean) => {
    const dofs = collectAgentDofs(skeleton, defaultAngleLayout, { fingers, face });
    return buildAgentBones(skeleton, dofs);
  };
  const plain = count(false, false);
  const still = /Thumb|Index|Middle|Ring|Little|Eye|jaw|upperChest|Toes/;
  expect(plain.names).toEqual(skeleton.names.filter((name) => !still.test(name)));
  const fingertip = plain.boneOfJoint[jointOfBone(skeleton, 'leftIndexDistal')];
  expect(plain.names[fingertip]).toBe('leftHand');
  expect(count(true, false).count).toBe(plain.count + 30);
  expect(count(false, true).count).toBe(plain.count + 3);
});
