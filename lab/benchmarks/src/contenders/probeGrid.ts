import type { PoseSamples } from '@leib/calibration';
import { createVec3, type Vec3, vec3 } from '@leib/core';
import { POSE_SIZE } from '@leib/tracking';

/**
 * The thesis's search for a joint: a grid of probes moves with the tracker; the joint is where the probes move least.
 * The reference that findJointCentre() is compared with.
 */
export interface ProbeGridSettings {
  /** Probes along each axis... */
  readonly probesPerAxis: number;
  /** ...over this length, metres. As in the thesis's code the grid spans -10..+9 cm: the upper end is left out. */
  readonly extent: number;
  /** Middle of the grid in tracker space, metres: where the joint is expected. */
  readonly offset: readonly [number, number, number];
  /** Only every n-th frame is used... */
  readonly everyFrames: number;
  /** ...and only this long after the last sample. */
  readonly sampleSeconds: number;
  /** A probe's path is summed over this many samples. */
  readonly bufferSize: number;
  /** A move shorter than this counts as noise, metres. */
  readonly ignoredMove: number;
  /** Capture starts when the longest path exceeds this, metres. */
  readonly startPath: number;
  /** Among probes with equally short paths: the thesis takes the first, which is off to one side. */
  readonly ties: 'first' | 'centroid';
  /** Waits until the buffer is full: before, paths are short because few samples were added. The thesis does not wait. */
  readonly waitsForBuffer: boolean;
  /**
   * Rounds that searchProbeGrid() adds with the grid centred on the last result. Slow movements leave a wide region of
   * probes without a path, the joint in its middle, and the thesis's fixed grid cuts it off. Movements too slow to count
   * at all are sampled half as often.
   */
  readonly adaptRounds: number;
}

/** As in the thesis (Reutlingen 2017), errors included. */
export const thesisProbeGridSettings: ProbeGridSettings = {
  probesPerAxis: 20,
  extent: 0.2,
  offset: [0, 0, 0],
  everyFrames: 2,
  sampleSeconds: 0.02,
  bufferSize: 60,
  ignoredMove: 0.002,
  startPath: 0.3,
  ties: 'first',
  waitsForBuffer: false,
  adaptRounds: 0,
};

/** The same with its errors corrected. */
export const defaultProbeGridSettings: ProbeGridSettings = {
  ...thesisProbeGridSettings,
  ties: 'centroid',
  waitsForBuffer: true,
  adaptRounds: 8,
};

/** Unit of the integer paths, metres: 200 m fit into 32 bits. */
const PATH_UNIT = 1e-7;

export interface ProbeGridState {
  /** Places of the probes, tracker space. probeCount x 3. */
  readonly probes: Float64Array;
  /** Position of each at the last sample, world space. probeCount x 3. */
  readonly lastWorld: Float64Array;
  /** Counted moves of the last samples, a ring, in whole units of PATH_UNIT. bufferSize x probeCount. */
  readonly moves: Int32Array;
  /** Sums over the ring, same unit. Integers: adding and removing the same moves leaves exactly zero. */
  readonly paths: Int32Array;
  frameCount: number;
  /** Moves in the ring, and where the next one goes. */
  moveCount: number;
  nextMove: number;
  hasLast: boolean;
  lastSampleSeconds: number;
  isCapturing: boolean;
  /** Longest path in the buffer, metres. */
  longestPath: number;
  /** Sum and count of the per-sample winners. */
  readonly winnerSum: Vec3;
  winnerCount: number;
  /** Spread of the winners about their mean: sum of squares. */
  winnerSquares: number;
}

export function createProbeGridState({ probesPerAxis, extent, offset, bufferSize }: ProbeGridSettings): ProbeGridState {
  const probeCount = probesPerAxis ** 3;
  const probes = new Float64Array(probeCount * 3);
  const step = extent / probesPerAxis;
  let at = 0;
  for (let x = 0; x < probesPerAxis; x++) {
    for (let y = 0; y < probesPerAxis; y++) {
      for (let z = 0; z < probesPerAxis; z++) {
        probes[at++] = offset[0] - extent / 2 + x * step;
        probes[at++] = offset[1] - extent / 2 + y * step;
        probes[at++] = offset[2] - extent / 2 + z * step;
      }
    }
  }
  return {
    probes,
    lastWorld: new Float64Array(probeCount * 3),
    moves: new Int32Array(probeCount * bufferSize),
    paths: new Int32Array(probeCount),
    frameCount: 0,
    moveCount: 0,
    nextMove: 0,
    hasLast: false,
    lastSampleSeconds: Number.NEGATIVE_INFINITY,
    isCapturing: false,
    longestPath: 0,
    winnerSum: createVec3(),
    winnerCount: 0,
    winnerSquares: 0,
  };
}

/** Takes one frame of the tracker; true when it was used as a sample. */
export function stepProbeGrid(
  settings: ProbeGridSettings,
  state: ProbeGridState,
  poses: Float64Array,
  at: number,
  timeSeconds: number,
): boolean {
  const isTurn = state.frameCount % settings.everyFrames === 0;
  state.frameCount++;
  // A clock that ticks in milliseconds may be a little short of the interval.
  if (!isTurn || timeSeconds - state.lastSampleSeconds < settings.sampleSeconds - 1e-6) return false;
  state.lastSampleSeconds = timeSeconds;
  state.longestPath = moveProbes(settings, state, poses, at);
  if (state.moveCount === 0) return true;
  if (state.longestPath >= settings.startPath) state.isCapturing = true;
  const isFull = state.moveCount >= settings.bufferSize;
  if (state.isCapturing && (isFull || !settings.waitsForBuffer)) addWinner(settings, state);
  return true;
}

/** Moves the probes with the tracker; returns the longest path in the buffer, metres. */
function moveProbes(
  { bufferSize, ignoredMove }: ProbeGridSettings,
  state: ProbeGridState,
  poses: Float64Array,
  at: number,
): number {
  const { probes, lastWorld, moves, paths } = state;
  const probeCount = paths.length;
  const px = poses[at];
  const py = poses[at + 1];
  const pz = poses[at + 2];
  const x = poses[at + 3];
  const y = poses[at + 4];
  const z = poses[at + 5];
  const w = poses[at + 6];
  const r00 = 1 - 2 * (y * y + z * z);
  const r01 = 2 * (x * y - w * z);
  const r02 = 2 * (x * z + w * y);
  const r10 = 2 * (x * y + w * z);
  const r11 = 1 - 2 * (x * x + z * z);
  const r12 = 2 * (y * z - w * x);
  const r20 = 2 * (x * z - w * y);
  const r21 = 2 * (y * z + w * x);
  const r22 = 1 - 2 * (x * x + y * y);
  const row = state.nextMove * probeCount;
  let farthest = 0;
  for (let i = 0; i < probeCount; i++) {
    const k = i * 3;
    const lx = probes[k];
    const ly = probes[k + 1];
    const lz = probes[k + 2];
    const wx = px + r00 * lx + r01 * ly + r02 * lz;
    const wy = py + r10 * lx + r11 * ly + r12 * lz;
    const wz = pz + r20 * lx + r21 * ly + r22 * lz;
    if (state.hasLast) {
      const dx = wx - lastWorld[k];
      const dy = wy - lastWorld[k + 1];
      const dz = wz - lastWorld[k + 2];
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const counted = length < ignoredMove ? 0 : (length / PATH_UNIT) | 0;
      paths[i] += counted - moves[row + i];
      moves[row + i] = counted;
      if (paths[i] > farthest) farthest = paths[i];
    }
    lastWorld[k] = wx;
    lastWorld[k + 1] = wy;
    lastWorld[k + 2] = wz;
  }
  if (!state.hasLast) {
    state.hasLast = true;
    return 0;
  }
  state.nextMove = (state.nextMove + 1) % bufferSize;
  if (state.moveCount < bufferSize) state.moveCount++;
  return farthest * PATH_UNIT;
}

function addWinner({ ties }: ProbeGridSettings, state: ProbeGridState): void {
  const { probes, paths, winnerSum } = state;
  let least = Number.POSITIVE_INFINITY;
  let first = 0;
  for (let i = 0; i < paths.length; i++) {
    if (paths[i] < least) {
      least = paths[i];
      first = i;
    }
  }
  let x = 0;
  let y = 0;
  let z = 0;
  let count = 0;
  const last = ties === 'first' ? first + 1 : paths.length;
  for (let i = first; i < last; i++) {
    if (paths[i] !== least) continue;
    x += probes[i * 3];
    y += probes[i * 3 + 1];
    z += probes[i * 3 + 2];
    count++;
  }
  x /= count;
  y /= count;
  z /= count;
  winnerSum[0] += x;
  winnerSum[1] += y;
  winnerSum[2] += z;
  state.winnerSquares += x * x + y * y + z * z;
  state.winnerCount++;
}

export interface ProbeGridResult {
  /** In tracker space, metres. */
  readonly centreLocal: Vec3;
  /** Spread of the per-sample winners about it, metres rms. */
  readonly spread: number;
  readonly sampleCount: number;
  /** The centre lies at the edge of the grid; the joint may be outside it. Use another offset. */
  readonly isAtEdge: boolean;
}

/** The mean of the samples' winners. Null while no sample was captured. */
export function readProbeGrid(
  { offset, extent, probesPerAxis }: ProbeGridSettings,
  { winnerSum, winnerCount, winnerSquares }: ProbeGridState,
): ProbeGridResult | null {
  if (winnerCount === 0) return null;
  const centre = createVec3(winnerSum[0] / winnerCount, winnerSum[1] / winnerCount, winnerSum[2] / winnerCount);
  const meanSq = centre[0] ** 2 + centre[1] ** 2 + centre[2] ** 2;
  const step = extent / probesPerAxis;
  const isAtEdge = offset.some(
    (middle, k) => centre[k] < middle - extent / 2 + step || centre[k] > middle + extent / 2 - 2 * step,
  );
  return {
    centreLocal: centre,
    spread: Math.sqrt(Math.max(0, winnerSquares / winnerCount - meanSq)),
    sampleCount: winnerCount,
    isAtEdge,
  };
}

/** The search over recorded poses, with the grid centred on its last result again for as many rounds as the settings say. */
export function searchProbeGrid(
  settings: ProbeGridSettings,
  samples: PoseSamples,
  timesSeconds: ArrayLike<number>,
): ProbeGridResult | null {
  let round = settings;
  let found = searchOnce(round, samples, timesSeconds);
  for (let left = settings.adaptRounds; left > 0; left--) {
    if (found === null) {
      round = slower(round);
      found = searchOnce(round, samples, timesSeconds);
      continue;
    }
    const { centreLocal }: ProbeGridResult = found;
    // Capture from the start: nearer to the joint the longest path is shorter.
    round = { ...round, offset: [centreLocal[0], centreLocal[1], centreLocal[2]], startPath: 0 };
    found = searchOnce(round, samples, timesSeconds) ?? found;
    if (vec3.distance(found.centreLocal, centreLocal) < round.extent / round.probesPerAxis / 20) break;
  }
  return found;
}

function slower(settings: ProbeGridSettings): ProbeGridSettings {
  return {
    ...settings,
    everyFrames: settings.everyFrames * 2,
    sampleSeconds: settings.sampleSeconds * 2,
    bufferSize: Math.max(8, settings.bufferSize >> 1),
  };
}

function searchOnce(
  settings: ProbeGridSettings,
  samples: PoseSamples,
  timesSeconds: ArrayLike<number>,
): ProbeGridResult | null {
  const state = createProbeGridState(settings);
  for (let i = 0; i < samples.count; i++) {
    stepProbeGrid(settings, state, samples.poses, i * POSE_SIZE, timesSeconds[i]);
  }
  return readProbeGrid(settings, state);
}
