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

/**
 * What a robot's joints are asked to do: wished angles in, angles out that it can follow: within its limits, no faster than it
 * may be, and at a stop when the source is. There is one for as long as the robot is there; who sends or records listens to it.
 */
export interface JointStream {
  readonly robot: string;
  readonly joints: readonly StreamedJoint[];
  /** May be replaced while it runs: a joint that is faster than it may be then brakes. */
  options: JointStreamOptions;
  /** As asked for last, radians and radians a second. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** Time since the source has last given a pose, seconds. */
  silentSeconds: number;
  timeSeconds: number;
  /** Of the last step; -1 until the first angles: a robot must not go to a pose that was not asked for. */
  sequence: number;
}

export function createJointStream(
  robot: string,
  joints: readonly StreamedJoint[],
  options: JointStreamOptions = defaultJointStreamOptions,
): JointStream {
  return {
    robot,
    joints,
    options,
    positions: new Float64Array(joints.length),
    velocities: new Float64Array(joints.length),
    silentSeconds: 0,
    timeSeconds: 0,
    sequence: -1,
  };
}

/** Whether the source has been silent for too long: the joints brake or hold. */
export function isStale({ silentSeconds, options }: JointStream): boolean {
  return silentSeconds > options.staleSeconds;
}

/** Whether no joint is asked to move. */
export function isAtRest({ velocities }: JointStream): boolean {
  return velocities.every((velocity) => velocity === 0);
}

/** Longest step, seconds: whoever did not look for longer goes on from there, and does not make up for it. */
const MAX_STEP_SECONDS = 0.1;

/**
 * Goes on towards the robot's angles by `dtSeconds`.
 * @param angles of the joints in their order, radians; null where the source has given nothing new; 'stop': brake at once
 */
export function stepJointStream(
  stream: JointStream,
  angles: ArrayLike<number> | null | 'stop',
  dtSeconds: number,
): void {
  const { joints, positions, velocities, options } = stream;
  const dt = Math.min(dtSeconds, MAX_STEP_SECONDS);
  const wished = angles === 'stop' ? null : angles;
  stream.timeSeconds += dt;
  if (wished !== null) stream.silentSeconds = 0;
  else stream.silentSeconds = angles === 'stop' ? Number.POSITIVE_INFINITY : stream.silentSeconds + dt;
  if (stream.sequence < 0) {
    if (wished === null) return;
    for (let i = 0; i < joints.length; i++) positions[i] = within(joints[i], wished[i] || 0);
  }
  stream.sequence++;
  const isStopping = isStale(stream);
  const mostChange = options.maxAcceleration * dt;
  for (let i = 0; i < joints.length; i++) {
    const { low, high } = joints[i];
    // Between two poses of the source the joint goes on as it did; beyond the patience it brakes.
    let wanted = isStopping ? 0 : velocities[i];
    if (wished !== null) {
      const way = within(joints[i], wished[i]) - positions[i];
      // An angle that is no number is no wish.
      wanted = Number.isNaN(way) ? 0 : Math.sign(way) * fastest(Math.abs(way), options, dt);
    }
    const most = Math.min(fastest(high - positions[i], options, dt), options.maxSpeed);
    const least = Math.max(-fastest(positions[i] - low, options, dt), -options.maxSpeed);
    wanted = Math.min(most, Math.max(least, wanted));
    velocities[i] += Math.min(mostChange, Math.max(-mostChange, wanted - velocities[i]));
    positions[i] = within(joints[i], positions[i] + velocities[i] * dt);
  }
}

/**
 * The largest speed from which a step and the braking after it end where the way does: v dt + v² / 2a = s. Kept to at each step
 * it can be kept to at the next one by braking no harder than allowed, whatever that step's length.
 */
function fastest(way: number, { maxSpeed, maxAcceleration: a }: JointStreamOptions, dt: number): number {
  return Math.min(maxSpeed, a * (Math.sqrt(dt * dt + (2 * Math.max(0, way)) / a) - dt));
}

function within({ low, high }: StreamedJoint, angle: number): number {
  return Math.min(high, Math.max(low, angle));
}

/** The first message, or the first line of a file: which joints, and what is kept to. */
export function jointStreamHeader({
  robot,
  joints,
  options,
}: Pick<JointStream, 'robot' | 'joints' | 'options'>): string {
  return JSON.stringify({ format: 'leib-robot-joints/1', robot, joints, ...options });
}

/** One message: where every joint shall be now, radians, and how fast it goes there. */
export function jointStreamMessage(stream: JointStream): string {
  const { joints, positions, velocities, timeSeconds, sequence } = stream;
  const byName = (values: Float64Array) =>
    Object.fromEntries(joints.map(({ joint }, i) => [joint, Number(values[i].toFixed(6))]));
  return JSON.stringify({
    sequence,
    time: Number(timeSeconds.toFixed(6)),
    state: isStale(stream) ? 'stopped' : 'moving',
    positions: byName(positions),
    velocities: byName(velocities),
  });
}
