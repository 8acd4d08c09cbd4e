import { clamp } from '@leib/core';
import type { PersonUpdate } from '@leib/net';
import { fadeAngle, fadePlace } from './corrections.js';

/** Where a foot was at one moment. */
interface FootKey {
  readonly timeMs: number;
  /** Ankle: metres of the room; then heading and pitch of the foot, radians. */
  readonly values: Float64Array;
  readonly stands: boolean;
}

/** What comes of one foot, now and then, and where it is in between. */
export interface FootTrack {
  readonly keys: FootKey[];
  /** Ankle, heading and pitch that are shown; current after stepFootTrack(). */
  readonly shown: Float64Array;
  readonly correction: Float64Array;
  /** The moment that was shown last; NaN before the first. */
  shownMs: number;
  /** Keys have come since. */
  isChanged: boolean;
}

const VALUES = 5;
const MOST_KEYS = 24;
/** A foot in the air of which nothing new is known goes on for about as long, milliseconds. */
const GO_ON_MS = 60;
const CORRECTION_MS = 90;
/** A foot of which nothing was heard for longer is not known, milliseconds: sent again every second while it stands. */
const FORGET_MS = 4000;

/** A step that nothing was heard of, and what is none, milliseconds and metres. */
const STEP_MS = 300;
const STEP_HEIGHT = 0.06;
const HARDLY = 0.02;

export function createFootTrack(): FootTrack {
  const values = () => new Float64Array(VALUES);
  return { keys: [], shown: values(), correction: values(), shownMs: Number.NaN, isChanged: false };
}

export function addFootKey(track: FootTrack, timeMs: number, update: PersonUpdate): void {
  const { keys } = track;
  const { footPosition, footYaw, footPitch, isLeftFoot, leftStands, rightStands } = update;
  const last = keys.at(-1);
  const yaw = last ? last.values[3] + wrap(footYaw - last.values[3]) : footYaw;
  const values = Float64Array.of(...footPosition, yaw, footPitch);
  const key = { timeMs, values, stands: isLeftFoot ? leftStands : rightStands };
  let index = keys.length;
  while (index > 0 && keys[index - 1].timeMs >= timeMs) index--;
  if (keys[index]?.timeMs === timeMs) return;
  keys.splice(index, 0, key);
  if (keys.length > MOST_KEYS) keys.shift();
  track.isChanged = true;
}

/** False where nothing is known of the foot now. */
export function stepFootTrack(track: FootTrack, shownMs: number, passedMs: number, isElsewhere: boolean): boolean {
  const { keys, shown, correction } = track;
  const there = new Float64Array(VALUES);
  // What has come since may tell of another way than the one that was shown: the foot goes over to it from where it is.
  if (isElsewhere) correction.fill(0);
  else if (track.isChanged && placeAt(keys, track.shownMs, there))
    for (let i = 0; i < VALUES; i++) correction[i] = shown[i] - there[i];
  track.isChanged = false;
  track.shownMs = shownMs;
  if (isElsewhere) while (keys.length > 1 && keys[1].timeMs <= shownMs) keys.shift();
  while (keys.length > 3 && keys[2].timeMs <= shownMs) keys.shift();
  if (!placeAt(keys, shownMs, there)) return false;
  fadePlace(correction, passedMs, CORRECTION_MS);
  for (let i = 3; i < VALUES; i++) correction[i] = fadeAngle(correction[i], passedMs, CORRECTION_MS);
  for (let i = 0; i < VALUES; i++) shown[i] = there[i] + correction[i];
  return true;
}

/** Where the keys have the foot at a moment; false where they say nothing of it. */
function placeAt(keys: readonly FootKey[], atMs: number, out: Float64Array): boolean {
  const next = keys.findIndex(({ timeMs }) => timeMs > atMs);
  const at = (next < 0 ? keys.length : next) - 1;
  if (at < 0 || !(atMs - keys[at].timeMs <= FORGET_MS)) return false;
  const isOpen = next < 0 && !keys[at].stands;
  for (let i = 0; i < VALUES; i++) out[i] = isOpen ? goOn(keys, at, i, atMs) : between(keys, at, i, atMs);
  return true;
}

/** Hermite's cubic; a foot that stands neither comes with speed nor leaves with it. */
function between(keys: readonly FootKey[], at: number, i: number, shownMs: number): number {
  const [from, to] = [keys[at], keys[at + 1]];
  if (to === undefined) return from.values[i];
  const spanMs = to.timeMs - from.timeMs;
  const t = (shownMs - from.timeMs) / spanMs;
  const [m0, m1] = [slope(keys, at, i) * spanMs, slope(keys, at + 1, i) * spanMs];
  const [p0, p1] = [from.values[i], to.values[i]];
  if (from.stands && to.stands)
    return i === 1 ? untoldStep(from, to, shownMs).height : p0 + (p1 - p0) * untoldStep(from, to, shownMs).share;
  const [t2, t3] = [t * t, t * t * t];
  return (2 * t3 - 3 * t2 + 1) * p0 + (t3 - 2 * t2 + t) * m0 + (3 * t2 - 2 * t3) * p1 + (t3 - t2) * m1;
}

/**
 * From one place where a foot stands to another, without a word of the step between: from afar only some updates come. It is taken
 * at the end of the time, as long and as high as steps are; a foot that hardly moves is not lifted.
 */
function untoldStep(from: FootKey, to: FootKey, shownMs: number): { readonly share: number; readonly height: number } {
  const startMs = Math.max(from.timeMs, to.timeMs - STEP_MS);
  const t = clamp((shownMs - startMs) / (to.timeMs - startMs), 0, 1);
  const share = t * t * (3 - 2 * t);
  const [a, b] = [from.values, to.values];
  const isStep = Math.hypot(b[0] - a[0], b[2] - a[2]) > HARDLY;
  const lift = isStep ? STEP_HEIGHT * Math.sin(Math.PI * t) : 0;
  return { share, height: a[1] + (b[1] - a[1]) * share + lift };
}

function goOn(keys: readonly FootKey[], at: number, i: number, shownMs: number): number {
  const staleMs = shownMs - keys[at].timeMs;
  return keys[at].values[i] + slope(keys, at, i) * GO_ON_MS * (1 - Math.exp(-staleMs / GO_ON_MS));
}

function slope(keys: readonly FootKey[], at: number, i: number): number {
  if (keys[at].stands) return 0;
  const [before, after] = [keys[Math.max(0, at - 1)], keys[Math.min(keys.length - 1, at + 1)]];
  const spanMs = after.timeMs - before.timeMs;
  return spanMs > 0 ? (after.values[i] - before.values[i]) / spanMs : 0;
}

const wrap = (angle: number) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
