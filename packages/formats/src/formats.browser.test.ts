import { recordingOf } from '@leib/core';
import { trackOfDevices } from '@leib/tracking';
import { expect, test } from 'vitest';
import { cmuLikeBvh } from './fixtures.testing.js';
import {
  gzip,
  loadMotionOrRecording,
  readBvh,
  trackingFromMotion,
  writeBvh,
  writeGltfMotion,
  writeRecording,
  writeTrackingLines,
} from './index.js';

test('every kind of file is read and written in a browser', async () => {
  const { motion } = await readBvh(await gzip(new TextEncoder().encode(cmuLikeBvh(20))));
  const tracking = trackingFromMotion(motion, { hz: 60 });
  const session = await writeRecording(recordingOf([trackOfDevices(tracking)]));
  for (const [file, kind] of [
    [writeBvh(motion), 'motion'],
    [await writeGltfMotion(motion), 'motion'],
    [writeTrackingLines(tracking), 'tracking'],
    [new Blob([session as BlobPart]), 'recording'],
  ] as const) {
    expect((await loadMotionOrRecording(file, 'dropped')).kind).toBe(kind);
  }
});
