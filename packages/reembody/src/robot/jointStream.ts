import { decodeValue, InputError } from '@leib/core';
import * as v from 'valibot';
import { numberFrom } from '../settings/schemas.js';

export const JOINT_STREAM_FORMAT = 'leib-robot-joints/1';

/** A joint that is sent: its name in the robot's file and how far it turns, radians. */
export interface StreamedJoint {
  readonly joint: string;
  readonly low: number;
  readonly high: number;
}

export interface JointStreamOptions {
  /** No joint is asked to turn faster than this, radians a second, nor to change its speed faster, radians a second squared. */
  readonly maxSpeed: number;
  readonly maxAcceleration: number;
  /** Without a new pose of the person for so long all joints brake and hold, seconds. */
  readonly staleSeconds: number;
}

export const defaultJointStreamOptions: JointStreamOptions = { maxSpeed: 3, maxAcceleration: 20, staleSeconds: 0.3 };

/** Joint angles on their way to a real robot: within its limits, no faster than it may be, and at a stop when the source is. */
export interface JointStream {
  readonly joints: readonly StreamedJoint[];
  readonly options: JointStreamOptions;
  /** As last sent, radians and radians a second. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** Time since the source has last sent a pose, seconds. */
  silentSeconds: number;
  timeSeconds: number;
  sequence: number;
  /** False until the first angles: nothing is sent before, since a robot must not go to a pose that was not asked for. */
  hasStarted: boolean;
}

export function createJointStream(
  joints: readonly StreamedJoint[],
  options: JointStreamOptions = defaultJointStreamOptions,
): JointStream {
  return {
    joints,
    options,
    positions: new Float64Array(joints.length),
    velocities: new Float64Array(joints.length),
    silentSeconds: 0,
    timeSeconds: 0,
    sequence: 0,
    hasStarted: false,
  };
}

/** Whether the source has been silent for too long: the joints brake or hold. */
export function isStale({ silentSeconds, options }: JointStream): boolean {
  return silentSeconds > options.staleSeconds;
}

/**
 * Goes on towards the robot's angles by `dtSeconds`.
 * @param angles of the joints in their order, radians; null where the source has sent nothing new
 */
export function stepJointStream(stream: JointStream, angles: ArrayLike<number> | null, dtSeconds: number): void {
  const { joints, positions, velocities, options } = stream;
  stream.silentSeconds = angles === null ? stream.silentSeconds + dtSeconds : 0;
  stream.timeSeconds += dtSeconds;
  if (!stream.hasStarted) {
    if (angles === null) return;
    stream.hasStarted = true;
    for (let i = 0; i < joints.length; i++) positions[i] = within(joints[i], angles[i]);
  }
  const mostChange = options.maxAcceleration * dtSeconds;
  const isStopping = isStale(stream);
  for (let i = 0; i < joints.length; i++) {
    // Between two poses of the source the joint goes on as it did; beyond the patience it brakes.
    const wanted = isStopping ? 0 : angles === null ? velocities[i] : speedTowards(stream, i, angles[i], dtSeconds);
    velocities[i] += Math.min(mostChange, Math.max(-mostChange, wanted - velocities[i]));
    const next = within(joints[i], positions[i] + velocities[i] * dtSeconds);
    velocities[i] = (next - positions[i]) / dtSeconds;
    positions[i] = next;
  }
}

/** As fast as leads there in this step, as the joint may, and as it can still brake from. */
function speedTowards(
  { joints, positions, options }: JointStream,
  i: number,
  angle: number,
  dtSeconds: number,
): number {
  const way = within(joints[i], angle) - positions[i];
  // The largest speed from which a step and the braking after it end at the target: v dt + v^2 / 2a = s.
  const a = options.maxAcceleration;
  const brake = a * (Math.sqrt(dtSeconds * dtSeconds + (2 * Math.abs(way)) / a) - dtSeconds);
  const most = Math.min(options.maxSpeed, brake);
  return Math.min(most, Math.max(-most, way / dtSeconds));
}

function within({ low, high }: StreamedJoint, angle: number): number {
  return Number.isFinite(angle) ? Math.min(high, Math.max(low, angle)) : Math.min(high, Math.max(low, 0));
}

/** The first message, or the first line of a file: which joints, and what is kept to. */
export function jointStreamHeader({ joints, options }: JointStream, robot: string): string {
  return JSON.stringify({ format: JOINT_STREAM_FORMAT, robot, joints, ...options });
}

/** One message: where every joint shall be now, radians, and how fast it goes there. */
export function jointStreamMessage(stream: JointStream): string {
  const { joints, positions, velocities, timeSeconds } = stream;
  const byName = (values: Float64Array) =>
    Object.fromEntries(joints.map(({ joint }, i) => [joint, Number(values[i].toFixed(6))]));
  return JSON.stringify({
    sequence: stream.sequence++,
    time: Number(timeSeconds.toFixed(6)),
    state: isStale(stream) ? 'stopped' : 'moving',
    positions: byName(positions),
    velocities: byName(velocities),
  });
}

const optionsSchema = v.strictObject({
  maxSpeed: numberFrom(0.01, 50),
  maxAcceleration: numberFrom(0.1, 1000),
  staleSeconds: numberFrom(0.05, 10),
});

/** Options from outside. Throws InputError. */
export function parseJointStreamOptions(given: unknown): JointStreamOptions {
  const decoded = decodeValue(given, optionsSchema);
  if (!decoded.ok) throw new InputError(decoded.path, decoded.reason);
  return decoded.value;
}
