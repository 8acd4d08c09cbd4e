import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { seededRandom } from '@leib/core/testing';
import { createPerson, loadPrior } from '@leib/embody';
import { readBvh } from '@leib/formats';
import { createDeviceFrame, createTrackerOffsets, readRecordingFrame, type TrackedPoint } from '@leib/tracking';
import { buildEvalClip, type EvalClip } from '../evaluate/dist/evalClip.js';
import { type BadFrameKind, badFrameKinds } from './badFrameKinds.ts';

/**
 * How far the joint that is farthest off is off a second after 30 bad frames, against the same run without them:
 *
 *   node lab/embody/measureBadFrames.ts [--clips ../shared/mocap/cmu] [--only 02_01,07_04]
 *
 * Per kind of bad frames and in all: median, 95 % and worst in cm, and how many are beyond 5 cm.
 */
const { values: options } = parseArgs({
  options: {
    clips: { type: 'string', default: '../shared/mocap/cmu' },
    only: { type: 'string', default: '02_01,07_04,16_13,16_18,69_16,16_43,127_04,23_01,69_68,09_12,13_01,69_50' },
  },
});

const HZ = 60;
const BAD = 30;
const AFTER = HZ;
/** Good frames before the bad ones, at least and at most; and a clip's latest beginning of the bad ones, frames. */
const BEFORE = 60;
const MOST_BEFORE = 120;
const LATEST = 660;

const headAndHands: readonly TrackedPoint[] = ['head', 'leftHand', 'rightHand'];
const withLegs: readonly TrackedPoint[] = [...headAndHands, 'hips', 'leftFoot', 'rightFoot'];
const prior = loadPrior(readFileSync(new URL('../../packages/embody/assets/prior.bin', import.meta.url)));
const modes = [
  { name: 'head and hands, with the prior', points: headAndHands, prior },
  { name: 'head and hands, by the rules', points: headAndHands, prior: null },
  { name: 'hips and feet, too, with the prior', points: withLegs, prior },
];

/** Joints a second after frames of a clip that are bad from `start` on, or are not. */
function play(clip: EvalClip, mode: (typeof modes)[number], start: number, kind?: BadFrameKind) {
  const offsets = createTrackerOffsets(clip.tracking.header.offsets);
  const person = createPerson({ skeleton: clip.skeleton, offsets, prior: mode.prior });
  const devices = createDeviceFrame();
  const random = seededRandom(start);
  const kept = new Map<string, Float64Array>();
  for (let i = Math.max(0, start - MOST_BEFORE); i < start + BAD + AFTER; i++) {
    readRecordingFrame(clip.tracking, i, devices);
    const bad = i >= start && i < start + BAD ? kind : undefined;
    bad?.spoil(devices, random, kept, i - start);
    person.follow(devices, bad?.dtSeconds ?? 1 / HZ);
  }
  return person.pose.worldPositions;
}

function farthestOff(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let farthest = 0;
  for (let i = 0; i < a.length; i += 3) {
    farthest = Math.max(farthest, Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]));
  }
  return 100 * farthest;
}

function describeGaps(name: string, gaps: readonly number[]): string {
  const sorted = gaps.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1);
  const beyond = sorted.filter((gap) => !(gap <= 5)).length;
  return `${name.padEnd(36)} ${at(0.5)}  ${at(0.95)}  ${at(1)}  ${beyond} of ${sorted.length}`;
}

for (const mode of modes) {
  const found = new Map<string, number[]>(Object.keys(badFrameKinds).map((name) => [name, []]));
  for (const name of options.only.split(',')) {
    const { motion } = await readBvh(gunzipSync(readFileSync(`${options.clips}/${name}.bvh.gz`)));
    const clip = buildEvalClip(motion, { name, category: '', subject: '' }, { hz: HZ, points: mode.points });
    const last = clip.tracking.frameCount - BAD - AFTER - 1;
    const room = Math.min(last, LATEST) - BEFORE;
    const starts = room > 0 ? [BEFORE + Math.floor(0.2 * room), BEFORE + Math.floor(0.8 * room)] : [last];
    for (const start of starts.filter((frame) => frame > 0)) {
      const expected = play(clip, mode, start);
      for (const [kind, gaps] of found) gaps.push(farthestOff(play(clip, mode, start, badFrameKinds[kind]), expected));
    }
  }
  console.log(`\n${mode.name}: median, 95 %, worst in cm, beyond 5 cm`);
  for (const [kind, gaps] of found) console.log(describeGaps(kind, gaps));
  console.log(describeGaps('all', [...found.values()].flat()));
}
