import { defaultSkeleton } from '@leib/body';
import { jointOfBone, type Motion, recordingOf, seekTimeline, trackOfMotion } from '@leib/core';
import { fingerAngleNames, fingersFromPose, PACKED_FINGERS_SIZE } from '@leib/core/pack';
import { readC3d, recordingFormats } from '@leib/formats';
import { type MarkerFit, MotionPlayer } from '@leib/mocap';
import { expect, test, vi } from 'vitest';
import { fakeKeptFiles } from '../../../files/keptFiles.testing.js';
import { KeptTakes } from '../../../files/takes/keptTakes.js';
import { encodeTakeAs, formatsOfTake } from '../../../files/takes/takeFormats.js';
import { createRealClock } from '../../../time/clock.js';
import { FittedMarkers } from '../markers/fittedMarkers.js';
import { MocapTakes } from './mocapTakes.js';

vi.stubGlobal('__LEIB_VERSION__', '0');
vi.stubGlobal('addEventListener', () => {});

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

test('a take of fitted markers has the markers, and is saved as C3D', async () => {
  const motion = motionOf(0);
  // The second marker is out of sight in every other frame.
  const measured = Float64Array.from({ length: 61 * 6 }, (_, i) =>
    i % 6 > 2 && Math.floor(i / 6) % 2 === 1 ? Number.NaN : (i % 3) + Math.floor(i / 6) / 100,
  );
  const markers = ['LFHD', 'RFHD'].map((label) => ({ label }));
  const modelled = new Float64Array(measured.length);
  const fitted = new FittedMarkers({
    motion,
    markers,
    measured,
    modelled,
    residuals: new Float32Array(122),
  } as unknown as MarkerFit);
  const databases = { list: fakeKeptFiles(), files: fakeKeptFiles() };
  const takes = new MocapTakes(new KeptTakes(createRealClock(), () => {}, databases), () => {});
  takes.start(motion.skeleton, { markers: fitted });
  for (let i = 0; i < 60; i++) {
    fitted.step(1 / 60);
    takes.append(motion.skeleton, fitted.pose, 1 / 60, { markers: fitted });
  }
  const take = await takes.stop();
  if (!take) throw new Error('expected a take');
  expect((await formatsOfTake(takes.kept, take)).map(({ id }) => id)).toContain('c3d');
  const file = await readC3d(await encodeTakeAs(takes.kept, take, 'c3d'));
  expect(file.labels).toEqual(['LFHD', 'RFHD']);
  // A second of the two: thirty frames of the fit.
  expect(file.positions.at(-6)).toBeCloseTo(0.3, 1);
  expect(file.positions.some(Number.isNaN)).toBe(true);
});
