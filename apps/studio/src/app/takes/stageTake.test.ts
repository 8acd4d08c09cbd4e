import { readTrackingLines } from '@leib/formats';
import { scaleToAvatar, standingHeadHeight } from '@leib/tracking';
import { expect, test } from 'vitest';
import { readDefaultBody } from '../../world/demo/defaultBody.testing.js';
import { stageTake } from './stageTake.js';

/** A head that stands at x = 1, z = 2 for a second. */
const recording = readTrackingLines(
  [
    JSON.stringify({ format: 'leib-tracking/1', hz: 30, floorY: 0 }),
    ...Array.from({ length: 31 }, (_, i) => JSON.stringify({ t: i / 30, head: [1, 1.5, 2, 0, 0, 0, 1] })),
  ].join('\n'),
);

function placed(headHeight: number | null) {
  const stage = stageTake(recording, { name: 'Take 1', headHeight });
  const body = readDefaultBody();
  // A head height that is known gives the scale: fitReader().
  stage.place(stage.headHeight === null ? 1 : scaleToAvatar(body, stage.headHeight));
  return stage.placement;
}

test('a take plays where it was recorded on the stage, in the measure of the avatar that is worn', () => {
  const { x, z, scale } = placed(1.5);
  expect(Math.hypot(x, z)).toBeLessThan(1e-9);
  expect(scale).toBeCloseTo(standingHeadHeight(readDefaultBody()) / 1.5, 6);
});

test('a recovered take, of an unknown avatar, is placed at the start like any recording', () => {
  const { x, z } = placed(null);
  expect(Math.hypot(x, z)).toBeGreaterThan(1);
});
