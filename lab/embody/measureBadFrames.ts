import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { Motion } from '@leib/core';
import { seededRandom } from '@leib/core/testing';
import { buildEmbody, createEmbodyState, defaultEmbodySettings, loadPrior, stepEmbody } from '@leib/embody';
import { readBvh } from '@leib/formats';
import {
  createDeviceFrame,
  createJointReader,
  createTrackerOffsets,
  readJoints,
  readRecordingFrame,
  type TrackedPoint,
} from '@leib/tracking';
import { copyOf } from '../../packages/embody/dist/testing.js';
import { buildEvalClip, type EvalClip } from '../evaluate/dist/evalClip.js';
import { type BadFrameKind, badFrameKinds } from './badFrameKinds.ts';
import { heldBackKinds } from './heldBackKinds.ts';
import { readTrainSet } from './readTrainSet.ts';

/**
 * How far the joint that is farthest off is off a second after bad frames, against the same run without them, and when all joints are
 * within 2 cm of it again:
 *
 *   node lab/embody/measureBadFrames.ts [--clips ../shared/mocap/cmu] [--only 02_01,07_04] [--kinds "head lost"] [--modes 0,1,2]
 *   node lab/embody/measureBadFrames.ts --held-back ../shared/mocap-train
 *
 * The first on the clips and kinds that thresholds are chosen by, the second on one clip of each person of the training set who is
 * in none of these, and on other kinds. "Cold start": a body that is new when the bad frames end, which is what no memory at all gives.
 */
const { values: options } = parseArgs({
  options: {
    clips: { type: 'string', default: '../shared/mocap/cmu' },
    only: { type: 'string', default: '02_01,07_04,16_13,16_18,69_16,16_43,127_04,23_01,69_68,09_12,13_01,69_50' },
    'held-back': { type: 'string' },
    kinds: { type: 'string', default: '' },
    modes: { type: 'string', default: '0,1,2' },
    every: { type: 'string', default: '1' },
    joints: { type: 'boolean', default: false },
  },
});

const HZ = 60;
/** Bad frames of a kind that says nothing else; good ones before them, and afterwards at most. */
const BAD = 30;
const BEFORE = 60;
const MOST_BEFORE = 120;
const MOST_AFTER = 10 * HZ;
/** A clip's latest beginning of the bad ones, frames. */
const LATEST = 660;
/** Subjects of the other clips, and how long a clip is at least. */
const known = ['2', '5', '7', '9', '13', '16', '18', '19', '20', '22', '23', '36', '55', '56', '62', '64', '69', '75'];
const SHORTEST_SECONDS = 14;

const headAndHands: readonly TrackedPoint[] = ['head', 'leftHand', 'rightHand'];
const withLegs: readonly TrackedPoint[] = [...headAndHands, 'hips', 'leftFoot', 'rightFoot'];
const prior = loadPrior(readFileSync(new URL('../../packages/embody/assets/prior.bin', import.meta.url)));
const modes = [
  { name: 'head and hands, with the prior', points: headAndHands, prior },
  { name: 'head and hands, by the rules', points: headAndHands, prior: null },
  { name: 'hips and feet, too, with the prior', points: withLegs, prior },
];
type Mode = (typeof modes)[number];

interface Trial {
  /** How far off the farthest joint is after a second, cm, and which that is. */
  readonly gap: number;
  readonly joint: string;
  /** When all were within 2 cm, seconds; infinite where the clip ends before. */
  readonly seconds: number;
}

function createRun(clip: EvalClip, mode: Mode) {
  const model = buildEmbody(clip.skeleton, defaultEmbodySettings, mode.prior);
  const offsets = createTrackerOffsets(clip.tracking.header.offsets);
  const devices = createDeviceFrame();
  const begin = () => ({ state: createEmbodyState(model), reader: createJointReader(clip.skeleton) });
  const step = (
    body: ReturnType<typeof begin>,
    i: number,
    spoil?: (frame: typeof devices) => void,
    dtSeconds = 1 / HZ,
  ) => {
    readRecordingFrame(clip.tracking, i, devices);
    spoil?.(devices);
    stepEmbody(model, body.state, readJoints(body.reader, devices, offsets, dtSeconds), dtSeconds);
    return body.state.pose.worldPositions;
  };
  return { begin, step, shared: [model, clip.skeleton] };
}

function* trialsOf(clip: EvalClip, mode: Mode, start: number, kinds: readonly [string, BadFrameKind][]) {
  const run = createRun(clip, mode);
  const before = run.begin();
  for (let i = Math.max(0, start - MOST_BEFORE); i < start; i++) run.step(before, i);
  const without = copyOf(before, run.shared);
  const { frameCount } = clip.tracking;
  const expected: Float64Array[] = [];
  const expectedAt = (i: number) => {
    for (let k = start + expected.length; k <= i; k++) expected.push(run.step(without, k).slice());
    return expected[i - start];
  };
  const bones = clip.skeleton.names;
  const watch = (body: ReturnType<typeof run.begin>, end: number): Trial => {
    let [gap, joint, seconds, since] = [Number.NaN, '', Number.POSITIVE_INFINITY, 0];
    for (let i = end; i < Math.min(frameCount, end + MOST_AFTER); i++) {
      const off = farthestOff(run.step(body, i), expectedAt(i));
      if (i === end + HZ - 1) [gap, joint] = [off.gap, bones[off.joint]];
      if (off.gap > 2) [since, seconds] = [0, Number.POSITIVE_INFINITY];
      else if (since++ === 0) seconds = (i - end) / HZ;
      if (since > HZ / 2 && i >= end + HZ - 1) break;
    }
    return { gap, joint, seconds };
  };
  for (const [name, kind] of kinds) {
    const end = start + (kind.count ?? BAD);
    if (end + HZ > frameCount) continue;
    const body = copyOf(before, run.shared);
    const random = seededRandom(start);
    const kept = new Map<string, Float64Array>();
    for (let i = start; i < end; i++) {
      run.step(body, i, (devices) => kind.spoil(devices, random, kept, i - start), kind.dtSeconds);
    }
    yield { name, ...watch(body, end) };
  }
  if (start + BAD + HZ <= frameCount) yield { name: COLD, ...watch(run.begin(), start + BAD) };
}

const COLD = 'cold start';

function farthestOff(a: ArrayLike<number>, b: ArrayLike<number>): { gap: number; joint: number } {
  let [gap, joint] = [0, 0];
  for (let i = 0; i < a.length; i += 3) {
    const off = Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
    if (!(off <= gap)) [gap, joint] = [off, i / 3];
  }
  return { gap: 100 * gap, joint };
}

function describe(name: string, trials: readonly Trial[]): string {
  const at = (values: number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))].toFixed(1);
  const gaps = trials.map(({ gap }) => gap);
  const seconds = trials.map((trial) => trial.seconds);
  const within = gaps.filter((gap) => gap <= 5).length;
  const share = `${((100 * within) / gaps.length).toFixed(1)} % of ${gaps.length}`;
  return `${name.padEnd(38)} ${share.padEnd(16)} ${[0.5, 0.95, 1].map((s) => at(gaps, s).padStart(6)).join(' ')}  ${at(seconds, 0.5)} ${at(seconds, 0.95)}`;
}

/** Clips and the frames in which bad ones begin. */
async function readTried(): Promise<readonly { name: string; motion: Motion }[]> {
  const heldBack = options['held-back'];
  if (heldBack === undefined) {
    const read = async (name: string) => ({
      name,
      motion: (await readBvh(gunzipSync(readFileSync(`${options.clips}/${name}.bvh.gz`)))).motion,
    });
    return Promise.all(options.only.split(',').map(read));
  }
  const seen = new Set(known);
  const tried: { name: string; motion: Motion }[] = [];
  for (const { motion, subject } of readTrainSet(heldBack).takes) {
    if (seen.has(subject) || motion.frameCount < SHORTEST_SECONDS * HZ) continue;
    seen.add(subject);
    tried.push({ name: motion.name, motion });
  }
  return tried;
}

const tried = await readTried();
const isHeldBack = options['held-back'] !== undefined;
const all = Object.entries(isHeldBack ? heldBackKinds : badFrameKinds);
const kinds = all.filter(([name]) => new RegExp(options.kinds).test(name));
for (const mode of options.modes.split(',').map((i) => modes[Number(i)])) {
  const found = new Map<string, Trial[]>(kinds.map(([name]) => [name, []]));
  found.set(COLD, []);
  const joints = new Map<string, number>();
  for (const { name, motion } of tried.filter((_, i) => i % Number(options.every) === 0)) {
    const clip = buildEvalClip(motion, { name, category: '', subject: '' }, { hz: HZ, points: mode.points });
    const last = clip.tracking.frameCount - BAD - HZ - 1;
    const room = Math.min(last, LATEST) - BEFORE;
    const starts = isHeldBack
      ? [BEFORE + 20]
      : room > 0
        ? [BEFORE + Math.floor(0.2 * room), BEFORE + Math.floor(0.8 * room)]
        : [last];
    for (const start of starts.filter((frame) => frame > 0)) {
      for (const { name: kind, ...trial } of trialsOf(clip, mode, start, kinds)) {
        found.get(kind)?.push(trial);
        if (kind !== COLD && !(trial.gap <= 5)) joints.set(trial.joint, (joints.get(trial.joint) ?? 0) + 1);
        if (options.joints && !(trial.gap <= 5))
          console.log(`  ${kind}, ${name} at ${start}: ${trial.joint} ${trial.gap.toFixed(1)}`);
      }
    }
  }
  const cold = found.get(COLD) ?? [];
  found.delete(COLD);
  console.log(
    `\n${mode.name}, ${tried.length} clips: within 5 cm after a second; median, 95 % and worst in cm; seconds to 2 cm: median, 95 %`,
  );
  for (const [kind, trials] of found) if (trials.length > 0) console.log(describe(kind, trials));
  console.log(describe(`all ${found.size} kinds`, [...found.values()].flat()));
  if (cold.length > 0) console.log(describe(COLD, cold));
  console.log(`farthest off: ${[...joints].map(([joint, count]) => `${joint} ${count}`).join(', ')}`);
}
