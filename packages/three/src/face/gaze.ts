import {
  createQuat,
  createVec3,
  DEG,
  easeScalar,
  nextRandom,
  quat,
  type RandomState,
  type ReadonlyQuat,
  type ReadonlyVec3,
  smoothStep,
  type Vec3,
  vec3,
} from '@leib/core';

/** Something to look at. A list of targets keeps its order from frame to frame: a target is known by its place in it. */
export interface GazeTarget {
  /** In the space of the pose, metres. */
  readonly pointWorld: Vec3;
  /** How interesting it is now, 0 to 1; 0: not there. */
  pull: number;
  /** How long it is usually looked at, seconds. */
  readonly fixationSeconds: number;
  /** Fixations land within this of the point, metres. */
  readonly spread: number;
}

export interface GazeInput {
  /** Middle between the eyes, and the head's rotation away from the T-pose, in the space of the pose. */
  readonly eyesWorld: ReadonlyVec3;
  readonly headWorld: ReadonlyQuat;
  /** From eye to eye, metres. */
  readonly eyeDistance: number;
  readonly targets: readonly GazeTarget[];
}

/** Eyes seldom leave the middle 30 degrees, the head turns instead: Stahl, Exp. Brain Res. 126 (1999). */
export const gazeParams = {
  /** The eyes turn no farther than this in the head, radians: an ellipse with these half axes. */
  mostYaw: 30 * DEG,
  mostUp: 20 * DEG,
  mostDown: 25 * DEG,
  /** One eye turns inwards for near things by no more than this, radians. */
  mostInwards: 5 * DEG,
  /** Things that move are followed up to this speed, radians per second; beyond, saccades catch up. */
  pursuitSpeed: 60 * DEG,
  /** Interest in what is ahead, beside that of targets. */
  aheadPull: 0.2,
  /** A target this much more interesting than the current one is looked at without waiting. */
  interruptPull: 0.35,
} as const;

/** Targets this far outside the limits are not looked at; those in between are looked at as far as the eyes turn. */
const OUTSIDE = 1.25;
/** Looking ahead: how far the point is away, metres; how far from the middle, radians; for how long, seconds. */
const AHEAD_METRES = 2;
const AHEAD_SPREAD = 6 * DEG;
const AHEAD_SECONDS = 1.6;
/** A point ahead that the head has turned away from by this is given up, radians. */
const AHEAD_LEFT_BEHIND = 14 * DEG;
/** A fixation is not interrupted in its first moments, seconds. */
const LEAST_FIXATION = 0.12;
/** Following a target, an error beyond this needs a saccade, radians. */
const CATCH_UP = 4 * DEG;

/** `ahead` as target: nothing in particular. */
export const AHEAD = -1;

/** Yaw to the left and pitch upwards of a direction, in the head, radians. */
interface HeadAngles {
  yaw: number;
  pitch: number;
}

export interface GazeState extends RandomState {
  /** Place of the current target in the list, or AHEAD. */
  target: number;
  /** What is fixated: the target's point moved by `spreadWorld`, or a point ahead. */
  readonly pointWorld: Vec3;
  readonly spreadWorld: Vec3;
  /** Since the fixation began, and how long it is meant to last, seconds. */
  sinceSeconds: number;
  lastsSeconds: number;
  /** Where both eyes look, a unit vector: it stays while the head turns (vestibulo-ocular reflex). */
  readonly directionWorld: Vec3;
  /** The saccade in progress: where it began, how long ago and how long it takes, seconds; 0: none. */
  readonly fromWorld: Vec3;
  saccadeSince: number;
  saccadeSeconds: number;
  /** Size of a saccade that began in this frame, radians, else 0. Output. */
  shift: number;
  /** Where both eyes look in the head. */
  readonly inHead: HeadAngles;
  /** Each eye in the head, radians: left and up are positive. Output. */
  readonly eyes: { leftYaw: number; rightYaw: number; pitch: number };
}

export function createGaze(seed: number): GazeState {
  return {
    seed,
    target: AHEAD,
    pointWorld: createVec3(),
    spreadWorld: createVec3(),
    sinceSeconds: 0,
    // Over: the first step chooses.
    lastsSeconds: 0,
    directionWorld: createVec3(),
    fromWorld: createVec3(),
    saccadeSince: 0,
    saccadeSeconds: 0,
    shift: 0,
    inHead: { yaw: 0, pitch: 0 },
    eyes: { leftYaw: 0, rightYaw: 0, pitch: 0 },
  };
}

// Scratch: written before it is read, in each function.
const toHead = createQuat();
const local = createVec3();
const wanted = createVec3();
const aim: HeadAngles = { yaw: 0, pitch: 0 };
const from: HeadAngles = { yaw: 0, pitch: 0 };
const seen: HeadAngles = { yaw: 0, pitch: 0 };

/** Advances both eyes: fixations joined by saccades, and slow following of what moves. */
export function stepGaze(state: GazeState, input: GazeInput, dtSeconds: number): void {
  state.shift = 0;
  state.sinceSeconds += dtSeconds;
  if (vec3.squaredLength(state.directionWorld) === 0) {
    vec3.transformQuat(state.directionWorld, [0, 0, 1], input.headWorld);
  }
  chooseTarget(state, input);
  if (state.target !== AHEAD) vec3.add(state.pointWorld, input.targets[state.target].pointWorld, state.spreadWorld);
  vec3.subtract(wanted, state.pointWorld, input.eyesWorld);
  anglesInHead(aim, wanted, input.headWorld);
  limitAngles(aim);
  anglesInHead(state.inHead, state.directionWorld, input.headWorld);
  if (state.saccadeSeconds > 0) stepSaccade(state, aim, input, dtSeconds);
  else follow(state, aim, dtSeconds);
  limitAngles(state.inHead);
  writeEyes(state, input);
}

/** Goes on with the saccade in progress. */
function stepSaccade(state: GazeState, goal: HeadAngles, { headWorld }: GazeInput, dtSeconds: number): void {
  state.saccadeSince += dtSeconds;
  const share = smoothStep(state.saccadeSince / state.saccadeSeconds);
  anglesInHead(from, state.fromWorld, headWorld);
  state.inHead.yaw = from.yaw + (goal.yaw - from.yaw) * share;
  state.inHead.pitch = from.pitch + (goal.pitch - from.pitch) * share;
  if (share === 1) state.saccadeSeconds = 0;
}

/** Follows what is looked at; starts a saccade where that is too slow. */
function follow(state: GazeState, goal: HeadAngles, dtSeconds: number): void {
  const { inHead } = state;
  const error = Math.hypot(goal.yaw - inHead.yaw, goal.pitch - inHead.pitch);
  const most = gazeParams.pursuitSpeed * dtSeconds;
  if (error > Math.max(CATCH_UP, most)) {
    vec3.copy(state.fromWorld, state.directionWorld);
    state.saccadeSince = 0;
    // Time of a saccade = 21 ms + 2.2 ms per degree: Carpenter, "Movements of the Eyes", 1988.
    state.saccadeSeconds = 0.021 + (0.0022 * error) / DEG;
    state.shift = error;
    return;
  }
  const share = error > most ? most / error : 1;
  inHead.yaw += (goal.yaw - inHead.yaw) * share;
  inHead.pitch += (goal.pitch - inHead.pitch) * share;
}

function chooseTarget(state: GazeState, input: GazeInput): void {
  const { targets } = input;
  const current = state.target === AHEAD ? gazeParams.aheadPull : pullOf(targets[state.target], input);
  const isOver = state.sinceSeconds >= state.lastsSeconds || current === 0 || isLeftBehind(state, input);
  if (isOver) {
    fixate(state, input, drawTarget(state, input));
    return;
  }
  if (state.sinceSeconds < LEAST_FIXATION) return;
  let best = state.target;
  let bestPull = current + gazeParams.interruptPull;
  for (let i = 0; i < targets.length; i++) {
    const pull = pullOf(targets[i], input);
    if (i === state.target || pull <= bestPull) continue;
    best = i;
    bestPull = pull;
  }
  if (best !== state.target) fixate(state, input, best);
}

/** One of the targets, or AHEAD, with probabilities as the squares of their pulls. */
function drawTarget(state: GazeState, input: GazeInput): number {
  const { targets } = input;
  let sum = gazeParams.aheadPull ** 2;
  for (let i = 0; i < targets.length; i++) sum += pullOf(targets[i], input) ** 2;
  let left = nextRandom(state) * sum;
  for (let i = 0; i < targets.length; i++) {
    left -= pullOf(targets[i], input) ** 2;
    if (left < 0) return i;
  }
  return AHEAD;
}

function fixate(state: GazeState, { targets, eyesWorld, headWorld }: GazeInput, target: number): void {
  state.target = target;
  state.sinceSeconds = 0;
  const wide = nextRandom(state) * 2 - 1;
  const high = nextRandom(state) * 2 - 1;
  const share = 0.5 + nextRandom(state);
  if (target === AHEAD) {
    directionOf(local, wide * AHEAD_SPREAD, high * 0.5 * AHEAD_SPREAD);
    vec3.transformQuat(local, local, headWorld);
    vec3.scaleAndAdd(state.pointWorld, eyesWorld, local, AHEAD_METRES);
    state.lastsSeconds = AHEAD_SECONDS * share;
    return;
  }
  const { spread, fixationSeconds } = targets[target];
  vec3.set(local, wide * spread, high * 0.3 * spread, 0);
  vec3.transformQuat(state.spreadWorld, local, headWorld);
  state.lastsSeconds = fixationSeconds * share;
}

/** The head has turned away from the point ahead. */
function isLeftBehind({ target, pointWorld }: GazeState, { eyesWorld, headWorld }: GazeInput): boolean {
  if (target !== AHEAD) return false;
  anglesInHead(seen, vec3.subtract(local, pointWorld, eyesWorld), headWorld);
  return Math.hypot(seen.yaw, seen.pitch) > AHEAD_LEFT_BEHIND;
}

/** A target's pull as far as the eyes reach it: none behind the head or far outside their limits. */
function pullOf({ pull, pointWorld }: GazeTarget, { eyesWorld, headWorld }: GazeInput): number {
  if (pull <= 0) return 0;
  anglesInHead(seen, vec3.subtract(local, pointWorld, eyesWorld), headWorld);
  return outside(seen) > OUTSIDE ? 0 : pull;
}

/** 1 on the limits, more outside. */
function outside({ yaw, pitch }: HeadAngles): number {
  const { mostYaw, mostUp, mostDown } = gazeParams;
  return Math.hypot(yaw / mostYaw, pitch / (pitch > 0 ? mostUp : mostDown));
}

function limitAngles(angles: HeadAngles): void {
  const over = Math.max(1, outside(angles));
  angles.yaw /= over;
  angles.pitch /= over;
}

function anglesInHead(out: HeadAngles, directionWorld: ReadonlyVec3, headWorld: ReadonlyQuat): void {
  vec3.transformQuat(local, directionWorld, quat.conjugate(toHead, headWorld));
  out.yaw = Math.atan2(local[0], local[2]);
  out.pitch = Math.atan2(local[1], Math.hypot(local[0], local[2]));
}

function directionOf(out: Vec3, yaw: number, pitch: number): void {
  vec3.set(out, Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch));
}

/** Keeps where the eyes look as a direction, and turns each eye inwards for near things. */
function writeEyes(state: GazeState, input: GazeInput): void {
  const { eyesWorld, headWorld, eyeDistance } = input;
  const { yaw, pitch } = state.inHead;
  directionOf(local, yaw, pitch);
  vec3.transformQuat(state.directionWorld, local, headWorld);
  const metres = vec3.distance(eyesWorld, state.pointWorld);
  const inwards = Math.min(gazeParams.mostInwards, Math.atan2(eyeDistance / 2, Math.max(metres, 1e-3)));
  // The nose is to the right of the left eye.
  state.eyes.leftYaw = yaw - inwards;
  state.eyes.rightYaw = yaw + inwards;
  state.eyes.pitch = pitch;
}

/** A hand as something to look at. */
interface HandInterest {
  readonly target: GazeTarget;
  /** Speed against the head, smoothed, metres per second. */
  speed: number;
  /** Position against the head in the last frame; null before the first. */
  lastInHead: Vec3 | null;
}

/** A hand slower than the first is at rest, faster than the second is busy, metres per second. */
const REST_SPEED = 0.12;
const BUSY_SPEED = 0.6;
/** Interest in a hand at rest, in one that holds something, in a busy one. */
const REST_PULL = 0.03;
const HOLD_PULL = 0.55;
const BUSY_PULL = 0.9;
const HALF_LIFE_SECONDS = 0.1;

export function createHandInterest(): HandInterest {
  return {
    target: { pointWorld: createVec3(), pull: 0, fixationSeconds: 0.8, spread: 0.03 },
    speed: 0,
    lastInHead: null,
  };
}

/** A hand pulls the gaze while it moves against the head or holds something. */
export function stepHandInterest(
  state: HandInterest,
  handWorld: ReadonlyVec3,
  eyesWorld: ReadonlyVec3,
  isHolding: boolean,
  dtSeconds: number,
): void {
  vec3.copy(state.target.pointWorld, handWorld);
  const x = handWorld[0] - eyesWorld[0];
  const y = handWorld[1] - eyesWorld[1];
  const z = handWorld[2] - eyesWorld[2];
  const last = state.lastInHead;
  if (last && dtSeconds > 0) {
    const speed = Math.hypot(x - last[0], y - last[1], z - last[2]) / dtSeconds;
    state.speed = easeScalar(state.speed, speed, HALF_LIFE_SECONDS, dtSeconds);
  }
  state.lastInHead = vec3.set(last ?? createVec3(), x, y, z);
  const busy = smoothStep(state.speed, REST_SPEED, BUSY_SPEED);
  const rest = isHolding ? HOLD_PULL : REST_PULL;
  state.target.pull = rest + (BUSY_PULL - rest) * busy;
}
