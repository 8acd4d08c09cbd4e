import {
  type Between,
  doublesOf,
  findBetween,
  type MomentValues,
  mixItems,
  SMPL_JOINT_COUNT,
  type Track,
  type TrackSpec,
} from '@leib/core';

/** A body's movement as the field measures it: the 22 SMPL joints in the world. Read-only after loading. */
export interface JointsRecording {
  /** Nominal rate; the true times stand with the frames. */
  readonly hz: number;
  readonly frameCount: number;
  /** Seconds, never falling. frameCount entries. */
  readonly times: Float64Array;
  /** World positions, metres. frameCount x 66. */
  readonly positions: Float64Array;
  /** World rotations relative to the T-pose, unit quaternions. frameCount x 88. */
  readonly rotations: Float64Array;
}

/** The 22 joints at one moment. One per player, overwritten every frame. */
export interface JointsFrame {
  timeSeconds: number;
  /** World positions, metres. 66 numbers. */
  readonly positions: Float64Array;
  /** World rotations. 88 numbers. */
  readonly rotations: Float64Array;
}

export function createJointsFrame(): JointsFrame {
  const rotations = new Float64Array(SMPL_JOINT_COUNT * 4);
  for (let w = 3; w < rotations.length; w += 4) rotations[w] = 1;
  return { timeSeconds: 0, positions: new Float64Array(SMPL_JOINT_COUNT * 3), rotations };
}

/** A track for 22 joints: of what a body did ("joints"), or what one that follows by forces reached ("reached"). */
export function jointsTrackSpec(name: 'joints' | 'reached', hz: number): TrackSpec {
  const channels = {
    positions: { kind: 'line', count: SMPL_JOINT_COUNT * 3 },
    rotations: { kind: 'rotation', count: SMPL_JOINT_COUNT },
    // How late its targets were, seconds: the longest delay that any part really had.
    ...(name === 'reached' && { delay: { kind: 'step', count: 1 } as const }),
  } as const;
  return { name, kind: 'joints', hz, about: {}, channels };
}

/** Joints as a moment of such a track. */
export function valuesOfJoints({ positions, rotations }: JointsFrame, delaySeconds?: number): MomentValues {
  return { positions, rotations, ...(delaySeconds !== undefined && { delay: [delaySeconds] }) };
}

/** A track of joints as what readers of joints take; its numbers are shared, not copied. */
export function jointsOfTrack(track: Track): JointsRecording {
  const positions = doublesOf(track, 'positions', SMPL_JOINT_COUNT * 3);
  const rotations = doublesOf(track, 'rotations', SMPL_JOINT_COUNT * 4);
  return { hz: track.hz, frameCount: track.momentCount, times: track.times, positions, rotations };
}

/** Joints as a track; their numbers are shared, not copied. */
export function trackOfJoints(
  { hz, frameCount, times, positions, rotations }: JointsRecording,
  name = 'joints',
): Track {
  const channels: Track['channels'] = {
    positions: { kind: 'line', count: SMPL_JOINT_COUNT * 3, values: positions },
    rotations: { kind: 'rotation', count: SMPL_JOINT_COUNT, values: rotations },
  };
  return { name, kind: 'joints', hz, about: {}, momentCount: frameCount, times, channels };
}

const between: Between = { before: 0, after: 0, amount: 0 };

/** Writes the joints at a time on the recorder's clock, clamped to the recording. A recorded time gives that frame bit for bit. */
export function sampleJoints(recording: JointsRecording, clockSeconds: number, out: JointsFrame): void {
  const { frameCount, times, positions, rotations } = recording;
  if (frameCount === 0) return;
  const { before, after, amount } = findBetween(times, frameCount, clockSeconds, between);
  const [lineSize, turnSize] = [SMPL_JOINT_COUNT * 3, SMPL_JOINT_COUNT * 4];
  out.timeSeconds = Math.min(Math.max(clockSeconds, times[0]), times[frameCount - 1]);
  const [fromLine, toLine] = [before * lineSize, after * lineSize];
  mixItems('line', lineSize, [out.positions, 0], [positions, fromLine], [positions, toLine], amount);
  const [fromTurn, toTurn] = [before * turnSize, after * turnSize];
  mixItems('rotation', SMPL_JOINT_COUNT, [out.rotations, 0], [rotations, fromTurn], [rotations, toTurn], amount);
}
