import { defaultSkeleton } from '@leib/body';
import { jointOfBone, type Motion, recordingOf, seekTimeline, trackOfMotion } from '@leib/core';
import { fingerAngleNames, fingersFromPose, PACKED_FINGERS_SIZE } from '@leib/core/pack';
import { recordingFormats } from '@leib/formats';
import { expect, test, vi } from 'vitest';
import { fakeKeptFiles } from '../../../files/keptFiles.testing.js';
import { KeptTakes } from '../../../files/takes/keptTakes.js';
import { createRealClock } from '../../../time/clock.js';
import { MocapTakes } from './mocapTakes.js';
import { MotionPlayer } from './motionPlayer.js';

vi.stubGlobal('__LEIB_VERSION__', '0');

/** Two seconds of T-pose in which the left index bends by so much, radians. */
function motionOf(bend: number): Motion {
  const { jointCount, restOffsets } = defaultSkeleton;
  const frameCount = 61;
  const rootPositions = Float64Array.from({ length: frameCount * 3 }, (_, i) => restOffsets[i % 3]);
  const localRotations = Float64Array.from({ length: frameCount * jointCount * 4 }, (_, i) => (i % 4 === 3 ? 1 : 0));
  const index = jointOfBone(defaultSkeleton, 'leftIndexProximal');
  for (let frame = 0; frame < frameCount; frame++) {
    const half = ((frame / (frameCount - 1)) * bend) / 2;
    localRotations.set([0, 0, -Math.sin(half), Math.cos(half)], (frame * jointCount + index) * 4);
  }
  return { name: 'hands', skeleton: defaultSkeleton, hz: 30, frameCount, rootPositions, localRotations };
}

test.each(['vrma', 'bones', 'bvh', 'mcap'] as const)(
  'a dropped %s brings its fingers where they move',
  async (format) => {
    const playerOf = async (bend: number) => {
      const bytes = await recordingFormats
        .find(({ id }) => id === format)
        ?.write(recordingOf([trackOfMotion(motionOf(bend))]));
      if (!bytes) throw new Error(`expected the format ${format}`);
      const databases = { list: fakeKeptFiles(), files: fakeKeptFiles() };
      const takes = new MocapTakes(new KeptTakes(createRealClock(), () => {}, databases), () => {});
      const opened = await takes.open(bytes, format === 'bones' ? 'hands.glb' : `hands.${format}`);
      return new MotionPlayer((await takes.motionOf(opened)).motion);
    };
    expect((await playerOf(0)).hasFingers).toBe(false);
    const player = await playerOf(1.2);
    expect(player.hasFingers).toBe(true);
    const bendOf = (hand: string, seconds: number) => {
      seekTimeline(player.timeline, seconds);
      player.step(0);
      const angles = new Float64Array(PACKED_FINGERS_SIZE);
      fingersFromPose(player.skeleton, player.pose, angles);
      return angles[fingerAngleNames.indexOf(`${hand}.index.bend`)];
    };
    expect(bendOf('leftHand', 1) - bendOf('leftHand', 0)).toBeCloseTo(0.6, 2);
    expect(bendOf('rightHand', 1) - bendOf('rightHand', 0)).toBeCloseTo(0, 2);
  },
);
