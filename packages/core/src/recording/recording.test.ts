import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildSkeleton } from '../skeleton/buildSkeleton.js';
import { sampleMotion } from '../skeleton/motion.js';
import { createPose } from '../skeleton/skeleton.js';
import { motionOfTrack, poseTrackSpec, trackOfMotion, valuesOfPose } from './poseTrack.js';
import {
  addChannel,
  addTrack,
  appendEvenly,
  appendMoment,
  createEvenTrack,
  createRecorder,
  finishRecording,
  finishTrack,
} from './recorder.js';
import { findTrack, recordingOf, resampleTrack, trimRecording } from './recording.js';
import { createMoment, sampleTrack } from './track.js';

/** A head that walks along +X at one metre a second while it turns about Y, one radian a second. */
function recordWalk(times: readonly number[]) {
  const recorder = createRecorder();
  const track = addTrack(recorder, {
    name: 'devices',
    kind: 'devices',
    hz: 10,
    about: { floorY: 0 },
    channels: {
      points: { kind: 'pose', count: 2, grade: 'quality' },
      quality: { kind: 'step', count: 2, store: 'bytes' },
    },
  });
  for (const t of times) {
    // Both signs of a quaternion are the same rotation: trackers send either.
    const sign = Math.round(t * 10) % 2 === 0 ? 1 : -1;
    const pose = [t, 1.6, 0, 0, sign * Math.sin(t / 2), 0, sign * Math.cos(t / 2)];
    appendMoment(track, t, { points: [...pose, ...pose], quality: [2, t >= 0.5 && t < 0.75 ? 0 : 2] });
  }
  return { recorder, track };
}

const tenths = Array.from({ length: 600 }, (_, i) => i / 10);

describe('a recording', () => {
  test('a recorded time gives its moment bit for bit; between two, the straight line and the shorter arc', () => {
    const { track } = recordWalk(tenths);
    const recorded = finishTrack(track);
    const out = createMoment(recorded);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 599 }), (i) => {
        sampleTrack(recorded, recorded.times[i], out);
        expect(out.values.points).toEqual(recorded.channels.points.values.slice(i * 14, i * 14 + 14));
      }),
    );
    fc.assert(
      fc.property(fc.double({ min: 1, max: 59, noNaN: true }), (t) => {
        sampleTrack(recorded, t, out);
        expect(out.values.points[0]).toBeCloseTo(t, 9);
        expect(Math.abs(out.values.points[4])).toBeCloseTo(Math.abs(Math.sin(t / 2)), 9);
      }),
    );
  });

  test('what is lost before or after holds its earlier value, and nothing else does', () => {
    const { track } = recordWalk(tenths);
    const recorded = finishTrack(track);
    const out = createMoment(recorded);
    sampleTrack(recorded, 0.45, out);
    expect(out.values.points[0]).toBeCloseTo(0.45, 9);
    expect(out.values.points[7]).toBeCloseTo(0.4, 9);
    expect(out.values.quality[1]).toBe(2);
    sampleTrack(recorded, 0.55, out);
    expect(out.values.quality[1]).toBe(0);
  });

  test('moments that run backwards, are no time, or are too many are refused; nothing of them stays', () => {
    const track = addTrack(createRecorder(), {
      name: 'a',
      kind: 'markers',
      hz: 1,
      about: {},
      channels: { x: { kind: 'line', count: 1 } },
      mostMoments: 2,
    });
    expect(appendMoment(track, 1, { x: [1] })).toBe(true);
    expect(appendMoment(track, 0.5, { x: [2] })).toBe(false);
    expect(appendMoment(track, Number.NaN, { x: [2] })).toBe(false);
    expect(appendMoment(track, 1, { x: [3] })).toBe(true);
    expect(appendMoment(track, 2, { x: [4] })).toBe(false);
    expect(Array.from(finishTrack(track).channels.x.values)).toEqual([1, 3]);
  });

  test('a channel that comes late was at rest and lost until then; one that is not given holds', () => {
    const { track } = recordWalk(tenths.slice(0, 3));
    addChannel(track, 'handQuality', { kind: 'step', count: 1, store: 'bytes' });
    addChannel(track, 'hand', { kind: 'pose', count: 25, grade: 'handQuality' });
    const hand = new Float64Array(175).fill(0.5);
    appendMoment(track, 0.3, { hand, handQuality: [2] });
    appendMoment(track, 0.4, {});
    const { channels } = finishTrack(track);
    expect(Array.from(channels.handQuality.values)).toEqual([0, 0, 0, 2, 2]);
    expect(Array.from(channels.hand.values.slice(0, 7))).toEqual([0, 0, 0, 0, 0, 0, 1]);
    expect(channels.hand.values.slice(4 * 175)).toEqual(hand);
    expect(channels.points.values[4 * 14]).toBeCloseTo(0.2, 9);
  });

  test('an even track has the same movement whatever rate its moments come at', () => {
    const take = (dt: number) => {
      const track = addTrack(createRecorder(), {
        name: 'a',
        kind: 'markers',
        hz: 60,
        about: {},
        channels: { x: { kind: 'line', count: 1 } },
      });
      const even = createEvenTrack(track);
      for (let i = 0; i * dt <= 2; i++) appendEvenly(even, { x: [3 * i * dt] }, dt);
      return finishTrack(track);
    };
    for (const hz of [30, 60, 72, 144]) {
      const { momentCount, channels } = take(1 / hz);
      expect(momentCount).toBeGreaterThanOrEqual(119);
      for (let i = 0; i < momentCount; i++) expect(channels.x.values[i]).toBeCloseTo((3 * i) / 60, 6);
    }
  });

  test('trimming keeps what lies between, and the document that is in force at its beginning', () => {
    const { recorder } = recordWalk(tenths);
    recorder.documents.push({ seconds: 0, doc: 'a' }, { seconds: 1, doc: 'b' }, { seconds: 9, doc: 'c' });
    recorder.events.push({ seconds: 2, kind: 'grab', data: null }, { seconds: 5, kind: 'grab', data: null });
    const trimmed = trimRecording(finishRecording(recorder), 1.5, 3);
    expect(trimmed.tracks[0].times[0]).toBe(1.5);
    expect(trimmed.tracks[0].momentCount).toBe(16);
    expect(trimmed.documents).toEqual([{ seconds: 1.5, doc: 'b' }]);
    expect(trimmed.events).toHaveLength(1);
  });

  test('another rate has the same movement, and the moments that both share bit for bit', () => {
    const recorded = finishTrack(recordWalk(tenths).track);
    const twice = resampleTrack(recorded, 20, 1199);
    for (let i = 0; i < 600; i++)
      expect(twice.channels.points.values.slice(i * 28, i * 28 + 14)).toEqual(
        recorded.channels.points.values.slice(i * 14, i * 14 + 14),
      );
    expect(twice.channels.points.values[21 * 14]).toBeCloseTo(1.05, 9);
  });

  test('what a track says at a time does not depend on what was asked before', () => {
    const track = finishTrack(recordWalk(tenths).track);
    const used = createMoment(track);
    for (const speed of [0.5, 1, 2.5, -3]) {
      for (let step = 0; step < 400; step++) {
        const seconds = (((step * speed) / 7) % 60) + (speed < 0 ? 60 : 0);
        const fresh = createMoment(track);
        sampleTrack(track, seconds, used);
        sampleTrack(track, seconds, fresh);
        expect(used).toEqual(fresh);
      }
    }
  });

  test('a motion as a track and back is the same motion; poses recorded unevenly become one', () => {
    const skeleton = buildSkeleton([
      { name: 'a', offset: [0, 1, 0], bone: 'hips' },
      { name: 'b', parent: 'a', offset: [0, 0.3, 0], bone: 'spine' },
    ]);
    const recorder = createRecorder();
    const track = addTrack(recorder, poseTrackSpec('body', skeleton, 50));
    const pose = createPose(skeleton);
    for (let t = 0; t <= 2; t += 0.013) {
      pose.rootPosition[0] = t;
      pose.localRotations.set([0, Math.sin(t / 2), 0, Math.cos(t / 2)], 4);
      appendMoment(track, t + 5, valuesOfPose(pose));
    }
    const recording = finishRecording(recorder);
    const found = findTrack(recording, 'pose', 'body');
    if (found === null) throw new Error('expected the track');
    const motion = motionOfTrack(found, 'walk');
    expect(motion.skeleton).toEqual(skeleton);
    sampleMotion(motion, 1.01, pose);
    expect(pose.rootPosition[0]).toBeCloseTo(1.01, 6);
    expect(pose.localRotations[5]).toBeCloseTo(Math.sin(0.505), 5);
    const [again] = recordingOf([trackOfMotion(motion)]).tracks;
    expect(motionOfTrack(again, 'walk')).toEqual(motion);
  });
});
