import {
  clamp,
  createOneEuro,
  createOneEuroQuat,
  createOneEuroVec3,
  createQuat,
  createVec3,
  fromRotationVector,
  type OneEuroParams,
  quat,
  stepOneEuro,
  stepOneEuroQuat,
  stepOneEuroVec3,
  toRotationVector,
  vec3,
} from '@leib/core';
import {
  createHandSignal,
  createHandTrack,
  FINGER_COUNT,
  type HandSignal,
  judgeHand,
  type RestHand,
  relateToRest,
} from '@leib/tracking/hands';
import {
  createSpring,
  createVec3Spring,
  type SpringState,
  stepSpring,
  stepVec3Spring,
  type Vec3SpringState,
} from './spring.js';

type OneEuroState = ReturnType<typeof createOneEuro>;

/** How hands are smoothed and how they come and go. */
export interface HandReadingParams {
  /** Speeds in bends, metres, radians per second. */
  readonly bends: OneEuroParams;
  readonly position: OneEuroParams;
  readonly rotation: OneEuroParams;
  /** A lost hand's part of the motion has gone half-way to rest after this time. */
  readonly lostHalfLifeSeconds: number;
  /** A hand that comes (back) has taken over by half after this time. */
  readonly foundHalfLifeSeconds: number;
}

/**
 * For puppetry, little lag: a finger that closes in 0.3 s is at most 7 ms late, a sensor that trembles by one of 63
 * steps a third as much. The cutoff of a still hand is 1.5 Hz, that of a quick one (3 bends, 0.5 m or 3 rad per second)
 * 22 Hz.
 */
export const defaultHandReadingParams: HandReadingParams = {
  bends: { minCutoffHz: 1.5, beta: 7, speedCutoffHz: 5 },
  position: { minCutoffHz: 1.5, beta: 42, speedCutoffHz: 5 },
  rotation: { minCutoffHz: 1.5, beta: 7, speedCutoffHz: 5 },
  lostHalfLifeSeconds: 0.25,
  foundHalfLifeSeconds: 0.1,
};

/** One hand, relative to its rest, smoothed, and without jumps when it is lost or comes back. */
export interface HandReading {
  /** 0: what it moves is at rest; 1: it moves all of it. */
  readonly presence: SpringState;
  /** 0 at rest, 1 a fist; a little beyond both on the way back to rest. Thumb first. */
  readonly bends: Float64Array;
  /** Per second. */
  readonly bendRates: Float64Array;
  /** Of the fingers to the side, -1..1, as the device reports them; 0 where the hand is gone. */
  readonly splays: Float64Array;
  /** Of the wrist away from its rest, metres. */
  readonly position: Float64Array;
  /** Away from rest, puppet's frame. */
  readonly rotation: Float64Array;
  readonly memory: HandMemory;
}

/** What is kept from frame to frame. Written by stepHandReading(). */
export interface HandMemory {
  isSeen: boolean;
  /** Of the judge of samples. */
  readonly track: ReturnType<typeof createHandTrack>;
  /** The file's rest hand that is in use. */
  fileRest: RestHand | null;
  /** What the hand is measured from: the file's, or where it was seen first; null: not seen yet. */
  rest: RestHand | null;
  /** As measured in this frame, not smoothed. */
  readonly relative: HandSignal;
  readonly bends: readonly OneEuroState[];
  readonly splays: readonly OneEuroState[];
  readonly position: ReturnType<typeof createOneEuroVec3>;
  readonly rotation: ReturnType<typeof createOneEuroQuat>;
  /** Way between what was shown at the last change (lost, found, calibrated) and what is measured: fades out. */
  readonly bendsLeft: readonly SpringState[];
  readonly splaysLeft: readonly SpringState[];
  readonly positionLeft: Vec3SpringState;
  readonly rotationLeft: Vec3SpringState;
}

export function createHandReading(): HandReading {
  const fingers = Array.from({ length: FINGER_COUNT }, (_, finger) => finger);
  return {
    presence: createSpring(),
    bends: new Float64Array(FINGER_COUNT),
    bendRates: new Float64Array(FINGER_COUNT),
    splays: new Float64Array(FINGER_COUNT),
    position: new Float64Array(3),
    rotation: Float64Array.of(0, 0, 0, 1),
    memory: {
      isSeen: false,
      track: createHandTrack(),
      fileRest: null,
      rest: null,
      relative: createHandSignal(),
      bends: fingers.map(createOneEuro),
      splays: fingers.map(createOneEuro),
      position: createOneEuroVec3(),
      rotation: createOneEuroQuat(),
      bendsLeft: fingers.map(() => createSpring()),
      splaysLeft: fingers.map(() => createSpring()),
      positionLeft: createVec3Spring(),
      rotationLeft: createVec3Spring(),
    },
  };
}

/** Most that a hand which is lost in full swing carries on with: bends, metres, radians per second. */
const MAX_CARRIED = { bend: 2, position: 0.5, rotation: 2 };

/**
 * Reads one hand, as the judge lets it through: one sample that is elsewhere or no number is left out. `signal` null, with a confidence of
 * 0 or without a number for longer: the hand is lost, and everything goes to rest. Less certain hands are smoothed more.
 */
export function stepHandReading(
  params: HandReadingParams,
  fileRest: RestHand | null,
  reading: HandReading,
  signal: HandSignal | null,
  dtSeconds: number,
): void {
  const { memory } = reading;
  const seen = judgeHand(memory.track, signal, dtSeconds);
  const isChanged = memory.isSeen !== (seen !== null) || (seen !== null && memory.fileRest !== fileRest);
  const halfLife = seen ? params.foundHalfLifeSeconds : params.lostHalfLifeSeconds;
  if (isChanged) keepSpeeds(reading);
  if (seen) {
    if (memory.rest === null || memory.fileRest !== fileRest) takeRest(memory, fileRest, seen);
    if (isChanged) restartFilters(memory);
    filterHand(params, memory, seen, dtSeconds);
  }
  memory.isSeen = seen !== null;
  if (isChanged) bridge(reading);
  else fadeBridge(memory, halfLife, dtSeconds);
  writeReading(reading);
  stepSpring(reading.presence, seen ? 1 : 0, halfLife, dtSeconds);
  settle(reading.presence, seen ? 1 : 0);
}

function takeRest(memory: HandMemory, fileRest: RestHand | null, { position: p, rotation: q }: HandSignal): void {
  memory.fileRest = fileRest;
  memory.rest = fileRest ?? {
    bends: straightFingers,
    fist: null,
    position: [p[0], p[1], p[2]],
    rotation: [q[0], q[1], q[2], q[3]],
  };
}

const straightFingers = { thumb: 0, index: 0, middle: 0, ring: 0, little: 0 };

function restartFilters({ bends, splays, position, rotation }: HandMemory): void {
  for (const finger of bends) finger.isStarted = false;
  for (const finger of splays) finger.isStarted = false;
  position.isStarted = false;
  rotation.isStarted = false;
}

// Scratch, written before it is read in every call.
const turn = createQuat();

function filterHand(params: HandReadingParams, memory: HandMemory, seen: HandSignal, dtSeconds: number): void {
  const { relative, fileRest } = memory;
  relateToRest(memory.rest, seen, relative);
  // Without a calibration there is no tremble at rest to cut off: a bend is what the device says.
  if (fileRest === null) relative.bends.set(seen.bends);
  // The performer faces the puppet: where fingers that point away from the performer go, the puppet's face goes that
  // looks back, as in a mirror. Up stays up, and the performer's left stays on the same side of the picture.
  const { rotation } = relative;
  rotation[0] = -rotation[0];
  rotation[1] = -rotation[1];
  const certainty = clamp(seen.confidence, 0.1, 1);
  const bendParams = lessCertain(params.bends, certainty);
  for (let f = 0; f < FINGER_COUNT; f++) {
    stepOneEuro(memory.bends[f], bendParams, relative.bends[f], dtSeconds);
    stepOneEuro(memory.splays[f], bendParams, relative.splay[f], dtSeconds);
  }
  stepOneEuroVec3(memory.position, lessCertain(params.position, certainty), relative.position, dtSeconds);
  stepOneEuroQuat(memory.rotation, lessCertain(params.rotation, certainty), rotation, dtSeconds);
}

function lessCertain(params: OneEuroParams, certainty: number): OneEuroParams {
  if (certainty === 1) return params;
  const { minCutoffHz, beta, speedCutoffHz } = params;
  return { minCutoffHz: minCutoffHz * certainty, beta: beta * certainty, speedCutoffHz };
}

/** What is shown now moves on at the speed that it has. */
function keepSpeeds({ memory }: HandReading): void {
  const { isSeen, position, positionLeft, rotation, rotationLeft } = memory;
  if (!isSeen) return;
  addFingerSpeeds(memory.bendsLeft, memory.bends);
  addFingerSpeeds(memory.splaysLeft, memory.splays);
  addLimited(positionLeft.velocity, position.rate, MAX_CARRIED.position);
  addLimited(rotationLeft.velocity, rotation.rate, MAX_CARRIED.rotation);
}

function addFingerSpeeds(left: readonly SpringState[], fingers: readonly OneEuroState[]): void {
  fingers.forEach(({ rate }, f) => {
    left[f].velocity = clamp(left[f].velocity + rate, -MAX_CARRIED.bend, MAX_CARRIED.bend);
  });
}

function addLimited(velocity: vec3, rate: Readonly<vec3>, most: number): void {
  vec3.add(velocity, velocity, rate);
  const length = vec3.length(velocity);
  if (length > most) vec3.scale(velocity, velocity, most / length);
}

/** The way from what is measured from now on to what was shown before. */
function bridge({ memory, bends, splays, position, rotation }: HandReading): void {
  const { isSeen, bendsLeft, splaysLeft, positionLeft, rotationLeft } = memory;
  for (let f = 0; f < FINGER_COUNT; f++) {
    bendsLeft[f].value = bends[f] - (isSeen ? memory.bends[f].value : 0);
    splaysLeft[f].value = splays[f] - (isSeen ? memory.splays[f].value : 0);
  }
  vec3.copy(positionLeft.position, position);
  quat.copy(turn, rotation);
  if (isSeen) {
    vec3.subtract(positionLeft.position, positionLeft.position, memory.position.value);
    const inverse = quat.conjugate(createQuat(), memory.rotation.value);
    quat.multiply(turn, turn, inverse);
  }
  toRotationVector(rotationLeft.position, turn);
}

function fadeBridge(memory: HandMemory, halfLife: number, dtSeconds: number): void {
  fadeFingers(memory.bendsLeft, halfLife, dtSeconds);
  fadeFingers(memory.splaysLeft, halfLife, dtSeconds);
  fadeVector(memory.positionLeft, halfLife, dtSeconds);
  fadeVector(memory.rotationLeft, halfLife, dtSeconds);
}

function fadeVector(left: Vec3SpringState, halfLife: number, dtSeconds: number): void {
  stepVec3Spring(left, zero, halfLife, dtSeconds);
  if (vec3.length(left.position) >= STILL || vec3.length(left.velocity) >= STILL) return;
  vec3.zero(left.position);
  vec3.zero(left.velocity);
}

function fadeFingers(fingers: readonly SpringState[], halfLife: number, dtSeconds: number): void {
  for (const left of fingers) {
    stepSpring(left, 0, halfLife, dtSeconds);
    settle(left, 0);
  }
}

const zero = createVec3();
/** Bends, metres, radians (and per second): nobody sees less, and rest is exact. */
const STILL = 1e-6;

function settle(spring: SpringState, target: number): void {
  if (Math.abs(spring.value - target) > STILL || Math.abs(spring.velocity) > STILL) return;
  spring.value = target;
  spring.velocity = 0;
}

function writeReading({ memory, bends, bendRates, splays, position, rotation }: HandReading): void {
  const { isSeen, bendsLeft, splaysLeft, positionLeft, rotationLeft } = memory;
  for (let f = 0; f < FINGER_COUNT; f++) {
    splays[f] = splaysLeft[f].value + (isSeen ? memory.splays[f].value : 0);
    bends[f] = bendsLeft[f].value + (isSeen ? memory.bends[f].value : 0);
    bendRates[f] = bendsLeft[f].velocity + (isSeen ? memory.bends[f].rate : 0);
  }
  for (let k = 0; k < 3; k++) position[k] = positionLeft.position[k] + (isSeen ? memory.position.value[k] : 0);
  fromRotationVector(turn, rotationLeft.position);
  if (isSeen) quat.multiply(turn, turn, memory.rotation.value);
  rotation.set(turn);
}
