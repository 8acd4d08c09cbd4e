import { createHandSignal, type HandRecording, handRecordingDuration, sampleHandRecording } from '@leib/tracking/hands';
import { createTakePlayer, leadByTake, type TakeLead } from '../takes/followTake.js';
import { type PuppetTake, takeDuration } from '../takes/puppetTake.js';
import { noInput } from './puppetInput.js';
import type { PuppetModel } from './puppetModel.js';
import { createPuppetState, type PuppetState, resetPuppet } from './puppetState.js';
import { stepPuppet } from './stepPuppet.js';

/** One frame of a puppet that was played without a screen. */
interface PlayedFrame {
  /** On the clock of the first recording, seconds. */
  readonly t: number;
  /** World position x y z and rotation x y z w of each part, by name. */
  readonly parts: Readonly<Record<string, readonly number[]>>;
  /** Distance of the skin from the inner model: mean and largest, metres. */
  readonly skin: { readonly meanOffset: number; readonly maxOffset: number };
}

/** One per hand of the file; null: that hand is not there. */
type HandRecordings = readonly (HandRecording | null)[];

/**
 * Plays recorded hands from the first frame to the last one of the longest, and `restSeconds` on without a hand. The
 * same recordings give the same bits.
 */
export function* playRecordedHand(
  model: PuppetModel,
  recordings: HandRecordings,
  hz?: number,
  restSeconds = 0,
): Generator<PlayedFrame, void, void> {
  for (const { timeSeconds, state } of stepRecordedHand(model, recordings, hz, restSeconds)) {
    yield { t: timeSeconds, parts: partPlaces(model, state), skin: skinOffsets(state) };
  }
}

/** The same with the whole state, which is one and the same record in every frame. */
export function* stepRecordedHand(
  model: PuppetModel,
  recordings: HandRecordings,
  hz?: number,
  restSeconds = 0,
): Generator<{ readonly timeSeconds: number; readonly state: PuppetState }, void, void> {
  const first = recordings.find((recording) => recording !== null);
  if (!first) return;
  const rate = hz ?? first.hz;
  const duration = Math.max(...recordings.map((recording) => (recording ? handRecordingDuration(recording) : 0)));
  const startSeconds = first.times[0] ?? 0;
  const signals = recordings.map((recording) => (recording ? createHandSignal() : null));
  const state = createPuppetState(model);
  // Half a frame of tolerance: times of a file are rounded.
  for (let frame = 0; frame <= (duration + restSeconds) * rate + 0.5; frame++) {
    const seconds = frame / rate;
    recordings.forEach((recording, i) => {
      const signal = signals[i];
      if (!recording || !signal) return;
      sampleHandRecording(recording, seconds, signal);
      // A recording that is over is a hand that has gone.
      if (seconds > handRecordingDuration(recording) + 1 / rate) signal.confidence = 0;
    });
    stepPuppet(model, state, { ...noInput, hands: signals }, frame === 0 ? 0 : 1 / rate);
    yield { timeSeconds: startSeconds + seconds, state };
  }
}

/** World position and rotation of each part, by name. */
function partPlaces({ file }: PuppetModel, { pose }: PuppetState): Record<string, number[]> {
  const { worldPositions: p, worldRotations: q } = pose;
  return Object.fromEntries(
    file.parts.map(({ name }, part) => {
      const joint = part + 1;
      return [name, [...p.subarray(joint * 3, joint * 3 + 3), ...q.subarray(joint * 4, joint * 4 + 4)]];
    }),
  );
}

function skinOffsets({ skin: { meanOffset, maxOffset } }: PuppetState): PlayedFrame['skin'] {
  return { meanOffset, maxOffset };
}

/** A tenth of a micrometre; a nanosecond. */
const DECIMALS = 7;
const TIME_DECIMALS = 9;

/** What playRecordedHand() gives as leib-puppet-frames/1: a header, then a line for each frame. */
export function* playedLines(
  model: PuppetModel,
  recordings: HandRecordings,
  hz: number,
  restSeconds: number,
): Generator<string> {
  const parts = model.file.parts.map(({ name }) => name);
  yield `${JSON.stringify({ format: 'leib-puppet-frames/1', puppet: model.file.name, hz, parts })}\n`;
  for (const frame of playRecordedHand(model, recordings, hz, restSeconds)) yield lineOf(frame);
}

/** A puppet at one moment: where its parts are, and how far the skin is from its place. */
function lineOf({ t, parts, skin }: PlayedFrame): string {
  const places = Object.entries(parts).map(
    ([name, place]) => `${JSON.stringify(name)}:[${place.map((value) => rounded(value)).join(',')}]`,
  );
  const offsets = `{"meanOffset":${rounded(skin.meanOffset)},"maxOffset":${rounded(skin.maxOffset)}}`;
  return `{"t":${rounded(t, TIME_DECIMALS)},"parts":{${places.join(',')}},"skin":${offsets}}\n`;
}

function rounded(value: number, decimals = DECIMALS): number {
  if (!Number.isFinite(value)) throw new Error(`a puppet's frame: expected a finite number, got ${value}`);
  // Adding zero turns -0 into 0.
  return Math.round(value * 10 ** decimals) / 10 ** decimals + 0;
}

/** The skin hangs still in a frame of a take after this time. */
const SETTLE_SECONDS = 1;
const SETTLE_HZ = 30;

/**
 * The puppet as a frame of a take has it, at once and at rest, whatever it did before: a take that is played from there
 * on is the same each time.
 */
export function settleIntoTake(model: PuppetModel, state: PuppetState, lead: TakeLead): void {
  resetPuppet(model, state);
  const input = { ...noInput, take: { ...lead, isImmediate: true } };
  for (let frame = 0; frame < SETTLE_SECONDS * SETTLE_HZ; frame++) stepPuppet(model, state, input, 1 / SETTLE_HZ);
}

/**
 * Plays a take without a screen from its first frame to its last; the skin is simulated anew. The state is one and the
 * same record in every frame. The same take gives the same bits.
 */
export function* stepTake(
  model: PuppetModel,
  take: PuppetTake,
  hz = take.hz,
): Generator<{ readonly timeSeconds: number; readonly state: PuppetState }, void, void> {
  const player = createTakePlayer(model, take);
  const state = createPuppetState(model);
  const step = (seconds: number, dtSeconds: number) => {
    const lead = { ...leadByTake(player, seconds, false), isImmediate: true };
    stepPuppet(model, state, { ...noInput, take: lead }, dtSeconds);
  };
  settleIntoTake(model, state, leadByTake(player, 0, false));
  // A hair is added: the duration is a quotient, and its last frame belongs to it.
  for (let frame = 0; frame <= takeDuration(take) * hz + 1e-6; frame++) {
    step(frame / hz, frame === 0 ? 0 : 1 / hz);
    yield { timeSeconds: frame / hz, state };
  }
}
