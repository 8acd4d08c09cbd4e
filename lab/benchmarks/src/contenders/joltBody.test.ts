import { defaultSkeleton } from '@leib/body';
import { createPose, updateWorldPose } from '@leib/core';
import { buildRemoteBody, defaultRemoteBodySettings } from '@leib/reembody';
import { expect, test } from 'vitest';
import { createJoltBody, loadJolt } from './joltBody.js';

test('the peer really follows: its parts stay together and do not fly off', async () => {
  const body = createJoltBody(await loadJolt(), buildRemoteBody(defaultSkeleton, defaultRemoteBodySettings));
  const pose = createPose(defaultSkeleton);
  for (let frame = 0; frame < 180; frame++) {
    const half = 0.3 * Math.sin(frame / 20);
    for (let joint = 1; joint < 6; joint++)
      pose.localRotations.set([half / 4, 0, 0, Math.sqrt(1 - (half / 4) ** 2)], joint * 4);
    updateWorldPose(defaultSkeleton, pose);
    body.step(pose, 1 / 90);
  }
  expect(body.separation()).toBeLessThan(0.02);
  body.dispose();
});
