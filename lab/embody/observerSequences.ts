import { type GaitTake, TRUTH_COUNT } from './gaitSamples.ts';
import { mirrorSignals, SIGNAL_COUNT } from './internals.ts';
import { SEQUENCE_LENGTH, type Tape } from './observerTape.ts';
import { bell } from './random.ts';

// Own names: tests run through a bundler that looks imported ones up at every use.
const INPUTS = SIGNAL_COUNT;
const TRUTHS = TRUTH_COUNT;
const LENGTH = SEQUENCE_LENGTH;
/** Sequences that run, go back or sideways are rare and count more. */
const RARE_WEIGHT = 3;

/** What signals are normalised with. */
export const inputMeans = [
  0.942, 0, 0, 0.16, 0, 0, -0.19, 0, 0.15, -0.31, 0.05, -0.15, -0.31, 0.05, 0, 0, 0.16, 0, 0, 0.16,
];
export const inputScales = [
  0.1, 0.2, 0.2, 0.34, 0.25, 0.4, 0.38, 0.17, 0.11, 0.16, 0.13, 0.11, 0.16, 0.13, 0.37, 0.43, 0.53, 0.37, 0.43, 0.53,
];

/** A piece of a take, and how often it is drawn. */
export interface Sequence {
  readonly take: GaitTake;
  readonly start: number;
  readonly weight: number;
}

export function listSequences(takes: readonly GaitTake[]): Sequence[] {
  const sequences: Sequence[] = [];
  for (const take of takes) {
    const { frameCount, signals } = take;
    if (frameCount < 40) continue;
    const count = Math.max(1, Math.floor(frameCount / 30));
    const base = frameCount ** 0.5 * count ** -0.7;
    for (let i = 0; i < count; i++) {
      const start = Math.floor((Math.max(0, frameCount - LENGTH) * i) / Math.max(1, count - 1));
      let rare = 0;
      const end = Math.min(frameCount, start + LENGTH);
      for (let frame = start; frame < end; frame++) {
        const at = frame * INPUTS;
        if (signals[at + 3] > 1.2 || signals[at + 3] < -0.12 || Math.abs(signals[at + 1]) > 0.2) rare++;
      }
      sequences.push({ take, start, weight: base * (1 + (RARE_WEIGHT * rare) / (end - start)) });
    }
  }
  return sequences;
}

// Scratch.
const one = new Float64Array(INPUTS);
const two = new Float64Array(INPUTS);

/**
 * A piece of a take, as another person might have done it: mirrored, faster or slower, with longer or shorter arms, a
 * crooked headset, a floor that is off, and the noise of trackers.
 */
export function drawSequence({ take, start }: Sequence, random: () => number, tape: Tape): void {
  const { signals, truths, frameCount } = take;
  const from = Math.min(start + Math.floor(30 * random()), Math.max(start, frameCount - 30));
  const isMirrored = random() < 0.5;
  const truth = truths[isMirrored ? 1 : 0];
  const speed = 1 + 0.075 * (2 * random() - 1);
  const armScale = Math.exp(0.045 * bell(random));
  const handSpeed = Math.exp(0.09 * bell(random));
  const pitch = 0.22 * bell(random);
  const roll = 0.055 * bell(random);
  const height = 0.022 * bell(random);
  const noise = random() < 0.5 ? 0.0008 * random() : 0;
  const hands = Array.from({ length: 6 }, () => 0.014 * bell(random));
  let last = Array.from({ length: 9 }, () => 0);
  tape.length = 0;
  for (let row = 0; row < LENGTH; row++) {
    const at = from + row * speed;
    const frame = Math.floor(at);
    if (frame + 1 >= frameCount) break;
    const part = at - frame;
    for (let i = 0; i < INPUTS; i++) {
      const a = signals[frame * INPUTS + i];
      one[i] = a + (signals[(frame + 1) * INPUTS + i] - a) * part;
    }
    if (isMirrored) mirrorSignals(one, two);
    else two.set(one);
    const now = last.map(() => (noise > 0 ? 2 * noise * bell(random) : 0));
    for (let i = 0; i < INPUTS; i++) {
      if ((i >= 1 && i <= 3) || i === 5) two[i] *= speed;
      if (i >= 14) two[i] *= speed * handSpeed;
      if (i >= 8 && i < 14) two[i] = two[i] * armScale + hands[i - 8] + now[i - 5];
    }
    for (let k = 0; k < 3; k++) two[1 + k] += (now[k] - last[k]) * 60;
    for (let k = 0; k < 6; k++) two[14 + k] += (now[3 + k] - last[3 + k]) * 60;
    two[0] += height + now[1];
    two[6] += pitch;
    two[7] += roll;
    if (row === 0) for (const i of [1, 2, 3, 5, 14, 15, 16, 17, 18, 19]) two[i] = 0;
    last = now;
    for (let i = 0; i < INPUTS; i++) {
      const value = (two[i] - inputMeans[i]) / inputScales[i];
      tape.inputs[row * INPUTS + i] = Math.max(-6, Math.min(6, value));
    }
    const near = part < 0.5 ? frame : frame + 1;
    for (let i = 0; i < TRUTHS; i++) {
      const a = truth[frame * TRUTHS + i];
      const b = truth[(frame + 1) * TRUTHS + i];
      let value = i < 2 ? truth[near * TRUTHS + i] : i === 5 ? Math.min(a, b) : a + (b - a) * part;
      if (isMirrored && (i === 2 || i === 6 || i === 9)) value = -value;
      tape.truths[row * TRUTHS + i] = i === 4 ? value / speed : value;
    }
    tape.length = row + 1;
  }
}

/** A piece of a take as it is, seen from one foot. */
export function drawPlain({ signals, truths, frameCount }: GaitTake, side: number, start: number, tape: Tape): void {
  tape.length = Math.min(LENGTH, frameCount - start);
  for (let row = 0; row < tape.length; row++) {
    const frame = start + row;
    for (let i = 0; i < INPUTS; i++) one[i] = signals[frame * INPUTS + i];
    if (side === 1) mirrorSignals(one, two);
    else two.set(one);
    for (let i = 0; i < INPUTS; i++) {
      tape.inputs[row * INPUTS + i] = Math.max(-6, Math.min(6, (two[i] - inputMeans[i]) / inputScales[i]));
    }
    for (let i = 0; i < TRUTHS; i++) {
      const value = truths[side][frame * TRUTHS + i];
      tape.truths[row * TRUTHS + i] = side === 1 && (i === 2 || i === 6 || i === 9) ? -value : value;
    }
  }
}
