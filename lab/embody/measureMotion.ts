import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { createQuat, DEG, quat } from '@leib/core';
import { readBvh } from '@leib/formats';
import { createDeviceFrame, POSE_SIZE, readRecordingFrame, trackedPoints } from '@leib/tracking';
import { createWornTrack, judgeWorn } from '../../packages/tracking/dist/judge/judgeWorn.js';
import { buildEvalClip } from '../evaluate/dist/evalClip.js';

/**
 * What people's joints do, for the numbers of tracking's judge:
 *
 *   node lab/embody/measureMotion.ts [--clips ../shared/mocap/cmu]
 *
 * 1. How far a joint is from where its last two frames lead, and how far it is turned from there.
 * 2. How far it is, after a time without a sample, from where its velocity leads (head), or from where it was (others).
 * 3. How often a head on a neck, taken for low, would be thought to be a headset that was put down.
 * Per kind of joint: 99.99 % (99.9 % for the second), and the largest.
 */
const { values: options } = parseArgs({ options: { clips: { type: 'string', default: '../shared/mocap/cmu' } } });

const kindOf = trackedPoints.map((point) => (point === 'head' ? 'head' : point.endsWith('Hand') ? 'hand' : 'other'));
const GAPS = [0.05, 0.1, 0.25, 0.5, 1, 1.5];

const found = new Map<string, number[]>();
const note = (name: string, value: number) => {
  const list = found.get(name);
  if (list) list.push(value);
  else found.set(name, [value]);
};

const turnOf = (a: ArrayLike<number>, b: ArrayLike<number>) => {
  const cosine = Math.abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]);
  return (2 * Math.acos(Math.min(1, cosine))) / DEG;
};

/** Where a rotation is after as long again: (now * before^-1) * now. */
const led = createQuat();
function leadOn(before: Float64Array, now: Float64Array) {
  const [a, b] = [quat.copy(createQuat(), before as never), quat.copy(createQuat(), now as never)];
  quat.multiply(led, b, quat.conjugate(a, a));
  return quat.multiply(led, led, b);
}

let [seconds, putDowns] = [0, 0];

function countPutDowns(frames: readonly Float64Array[], hz: number): void {
  const track = createWornTrack();
  for (const frame of frames) {
    const wasDown = track.isPutDown;
    if (judgeWorn(track, frame, 0, Number.POSITIVE_INFINITY, false, 1 / hz) && !wasDown) putDowns++;
  }
  seconds += frames.length / hz;
}

function measure(frames: readonly Float64Array[], hz: number): void {
  for (let point = 0; point < trackedPoints.length; point++) {
    const at = point * POSE_SIZE;
    const kind = kindOf[point];
    const velocity = [0, 0, 0];
    for (let i = 1; i < frames.length; i++) {
      const [last, now] = [frames[i - 1].subarray(at, at + 7), frames[i].subarray(at, at + 7)];
      if (i > 1) {
        const before = frames[i - 2].subarray(at, at + 7);
        const off = Math.hypot(...[0, 1, 2].map((k) => now[k] - 2 * last[k] + before[k]));
        note(`off, cm ${kind} ${hz}`, 100 * off);
        const turn = turnOf(now.subarray(3), leadOn(before.subarray(3), last.subarray(3)));
        note(`turned off, degrees ${kind} ${hz}`, turn);
        note(
          `turned more, degrees ${kind} ${hz}`,
          turnOf(now.subarray(3), last.subarray(3)) - turnOf(last.subarray(3), before.subarray(3)),
        );
      }
      const share = 1 - 0.5 ** (1 / hz / 0.04);
      for (let k = 0; k < 3; k++) velocity[k] += ((now[k] - last[k]) * hz - velocity[k]) * share;
      if (hz !== 60 || i % 3 > 0) continue;
      for (const gap of GAPS) {
        const later = frames[i + Math.round(gap * hz)]?.subarray(at, at + 7);
        if (!later) continue;
        const led = kind === 'head' ? gap : 0;
        const off = Math.hypot(...[0, 1, 2].map((k) => later[k] - now[k] - velocity[k] * led));
        note(`gone after ${gap} s, cm ${kind}`, 100 * off);
        note(`turned after ${gap} s, degrees ${kind}`, turnOf(later.subarray(3), now.subarray(3)));
      }
    }
  }
}

for (const file of readdirSync(options.clips).filter((name) => name.endsWith('.bvh.gz'))) {
  const { motion } = await readBvh(gunzipSync(readFileSync(`${options.clips}/${file}`)));
  for (const hz of [30, 60, 120]) {
    const { tracking } = buildEvalClip(
      motion,
      { name: file, category: '', subject: '' },
      { hz, points: trackedPoints },
    );
    const devices = createDeviceFrame();
    const frames = Array.from({ length: tracking.frameCount }, (_, i) => {
      readRecordingFrame(tracking, i, devices);
      return devices.devicePoses.slice();
    });
    measure(frames.slice(1), hz);
    countPutDowns(frames, hz);
  }
}
for (const [name, values] of [...found].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))) {
  values.sort((a, b) => a - b);
  const share = name.includes('after') ? 0.999 : 0.9999;
  const most = values[Math.floor(share * (values.length - 1))];
  console.log(`${name.padEnd(36)} ${most.toFixed(1).padStart(7)} ${values[values.length - 1].toFixed(1).padStart(7)}`);
}
console.log(`taken for put down: ${putDowns} times in ${Math.round(seconds)} s`);
