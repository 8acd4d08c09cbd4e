import { vec3 } from '@leib/core';
import {
  addToPlayout,
  createPersonUpdate,
  createPlayout,
  nearestTimeMs,
  type PersonUpdate,
  type PlayoutMoment,
  playoutAgain,
  readPerson,
  stepPlayout,
  timeOfPerson,
} from '@leib/net';
import { Corrections } from './corrections.js';
import { addFootKey, createFootTrack, stepFootTrack } from './footTrack.js';
import { createLossMeter, lostShare, noteHeard } from './lossMeter.js';

/** What movement that went on by itself was wrong by is made good with this time constant, milliseconds. */
const CORRECTION_MS = 120;
/** Fingers and faces come seldom; they go to where they are within this, milliseconds. */
const STREAM_MS = 50;

/** What comes of one person over the network, evened out: what is to be shown of them now. */
export class PersonFeed {
  /** Interpolated; current after step(). */
  readonly shown: PersonUpdate = createPersonUpdate();
  /** How long nothing new has come that could be shown, milliseconds; infinite before anything has. */
  staleMs = Number.POSITIVE_INFINITY;
  /** What was waited for beyond the quickest way, so that movement is even, milliseconds. */
  delayMs = 0;
  /** Updates that have come, and their bytes. */
  updateCount = 0;
  byteCount = 0;
  /** How long no face has come, milliseconds; infinite before one has: beyond a few metres none does. */
  faceAgeMs = Number.POSITIVE_INFINITY;
  /** Of updates that the sender numbered: not heard of between those that were. */
  missedCount = 0;
  /** Ankles as they come beside targets, left and right: position, heading and pitch of the foot; null while not known. */
  readonly feet: [Float64Array | null, Float64Array | null] = [null, null];
  readonly #tracks = [createFootTrack(), createFootTrack()] as const;
  readonly #playout = createPlayout(createPersonUpdate);
  /** The newest fingers and face. */
  readonly #streams = {
    fingers: this.shown.fingers.slice(),
    face: this.shown.face.slice(),
    hasFingers: false,
    hasFace: false,
  };
  readonly #corrections = new Corrections(this.shown);
  /** Something has come since the last step. */
  #hasHeard = false;
  #lastMs = Number.NaN;
  #faceMs = Number.NEGATIVE_INFINITY;
  #lastSequence = -1;
  readonly #losses = createLossMeter();

  /** An update stands at `from` of a message of the server, whose clock said `roomMs`; it arrived at `nowMs` of the own one. */
  hear(bytes: Uint8Array, from: number, size: number, roomMs: number, nowMs: number): void {
    const timeMs = nearestTimeMs(timeOfPerson(bytes, from), roomMs);
    const update = addToPlayout(this.#playout, timeMs, nowMs);
    if (update === null) return;
    readPerson(bytes, from, update);
    this.#hasHeard = true;
    this.updateCount++;
    this.byteCount += size;
    noteHeard(this.#losses, update.sequence);
    const ahead = (update.sequence - this.#lastSequence) & 255;
    // One that comes behind a later one was counted as missed.
    const isLate = this.#lastSequence >= 0 && ahead > 127;
    if (isLate) this.missedCount--;
    else {
      if (this.#lastSequence >= 0) this.missedCount += ahead - 1;
      this.#lastSequence = update.sequence;
    }
    const streams = this.#streams;
    if (update.hasFoot) addFootKey(this.#tracks[update.isLeftFoot ? 0 : 1], timeMs, update);
    if (update.hasFingers) streams.fingers.set(update.fingers);
    if (update.hasFace) {
      streams.face.set(update.face);
      this.#faceMs = nowMs;
    }
    streams.hasFingers ||= update.hasFingers;
    streams.hasFace ||= update.hasFace;
  }

  /** Share of the newest updates that were meant for this place and did not come. */
  get lost(): number {
    return lostShare(this.#losses);
  }

  /** False before anything has come. */
  step(nowMs: number): boolean {
    const wasOdd = this.shown.isOddPlace;
    this.#compare();
    const moment = stepPlayout(this.#playout, nowMs);
    if (moment === null) return false;
    const passedMs = Number.isNaN(this.#lastMs) ? 0 : Math.max(0, nowMs - this.#lastMs);
    const isFirst = Number.isNaN(this.#lastMs);
    this.#lastMs = nowMs;
    this.staleMs = moment.staleMs;
    this.delayMs = moment.delayMs;
    this.faceAgeMs = nowMs - this.#faceMs;
    mixPeople(moment, this.shown);
    const isElsewhere = isFirst || wasOdd !== this.shown.isOddPlace;
    if (isElsewhere) this.#corrections.clear();
    this.#corrections.apply(this.shown.form, passedMs, CORRECTION_MS);
    for (const [side, track] of this.#tracks.entries()) {
      const isKnown = stepFootTrack(track, nowMs - this.#playout.offsetMs, passedMs, isElsewhere);
      this.feet[side] = isKnown ? track.shown : null;
    }
    this.#stepStreams(passedMs);
    return true;
  }

  /** Before the next moment: what was shown at the last one is compared with what is known of it by now. */
  #compare(): void {
    const again = this.#hasHeard ? playoutAgain(this.#playout) : null;
    this.#hasHeard = false;
    if (again === null) return;
    mixPeople(again, this.shown);
    this.#corrections.compare(this.shown.form);
  }

  #stepStreams(passedMs: number): void {
    const { fingers, face, hasFingers, hasFace } = this.#streams;
    const share = 1 - Math.exp(-passedMs / STREAM_MS);
    this.shown.hasFingers = hasFingers;
    this.shown.hasFace = hasFace;
    if (hasFingers) mixRotations(this.shown.fingers, this.shown.fingers, fingers, 0, share);
    if (hasFace) for (let i = 0; i < face.length; i++) this.shown.face[i] += (face[i] - this.shown.face[i]) * share;
  }
}

/** Between two updates, or beyond the second. What cannot be in between is as in the nearer one. */
function mixPeople({ from, to, share }: PlayoutMoment<PersonUpdate>, out: PersonUpdate): void {
  const isApart = from.form !== to.form || from.isOddPlace !== to.isOddPlace;
  const nearer = share < (isApart ? 1 : 0.5) ? from : to;
  const other = isApart ? nearer : from;
  const part = isApart ? 1 : share;
  const { sequence, timeMs, isOddPlace, leftStands, rightStands, form, points, quality } = nearer;
  Object.assign(out, { sequence, timeMs, isOddPlace, leftStands, rightStands, form, points });
  out.quality.set(quality);
  const target = isApart ? nearer : to;
  if (form === 'pose') {
    vec3.lerp(out.rootPosition as never, other.rootPosition as never, target.rootPosition as never, part);
    // Limbs wait where nothing newer is known: going on by themselves, knees would bend the wrong way.
    mixRotations(out.rotations, other.rotations, target.rotations, 0, Math.min(1, part));
    return;
  }
  for (let at = 0; at < out.jointPoses.length; at += 7) {
    for (let i = at; i < at + 3; i++) {
      out.jointPoses[i] = other.jointPoses[i] + (target.jointPoses[i] - other.jointPoses[i]) * part;
    }
  }
  mixRotations(out.jointPoses, other.jointPoses, target.jointPoses, 3, part, 7);
}

/** Rotations that are little apart: straight, and made unit again. */
function mixRotations(
  out: Float64Array,
  from: Float64Array,
  to: Float64Array,
  first: number,
  share: number,
  stride = 4,
): void {
  for (let at = first; at + 4 <= out.length; at += stride) {
    let dot = 0;
    for (let i = at; i < at + 4; i++) dot += from[i] * to[i];
    const sign = dot < 0 ? -1 : 1;
    let lengthSq = 0;
    for (let i = at; i < at + 4; i++) {
      out[i] = from[i] + (sign * to[i] - from[i]) * share;
      lengthSq += out[i] * out[i];
    }
    // Neither has a rotation yet.
    if (lengthSq < 1e-9) out.set([0, 0, 0, 1], at);
    else for (let i = at; i < at + 4; i++) out[i] /= Math.sqrt(lengthSq);
  }
}
