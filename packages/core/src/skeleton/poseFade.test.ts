import { expect, test } from 'vitest';
import { buildSkeleton } from './buildSkeleton.js';
import { createPoseFade, startPoseFade, stepPoseFade } from './poseFade.js';
import { createPose, updateWorldPose } from './skeleton.js';

const skeleton = buildSkeleton([
  { name: 'hips', offset: [0, 1, 0] },
  { name: 'head', parent: 'hips', offset: [0, 0.6, 0] },
]);

function bent(angle: number, x: number) {
  const pose = createPose(skeleton);
  pose.rootPosition.set([x, 1, 0]);
  pose.localRotations.set([Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)]);
  updateWorldPose(skeleton, pose);
  return pose;
}

test('what differs at a change fades out without a jump, and the new pose is shown as it is in the end', () => {
  const fade = createPoseFade(skeleton);
  const [before, after] = [bent(0.6, 0.2), bent(-0.4, -0.1)];
  // Before anything was shown there is nothing to fade from.
  startPoseFade(fade);
  stepPoseFade(skeleton, fade, before, 1 / 90);
  expect(fade.shown).toEqual(before);
  startPoseFade(fade);
  let last = fade.shown.worldPositions.slice();
  for (let frame = 0; frame < 40; frame++) {
    stepPoseFade(skeleton, fade, after, 1 / 90);
    const now = fade.shown.worldPositions.slice();
    expect(Math.max(...now.map((value, i) => Math.abs(value - last[i])))).toBeLessThan(0.05);
    last = now;
  }
  expect(fade.shown).toEqual(after);
});
