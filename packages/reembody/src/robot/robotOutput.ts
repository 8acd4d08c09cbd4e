import {
  createJointStream,
  defaultJointStreamOptions,
  isAtRest,
  isStale,
  type JointStream,
  type JointStreamOptions,
  jointStreamHeader,
  jointStreamMessage,
  stepJointStream,
} from './jointStream.js';
import type { RobotReport } from './robot.js';

/** What of a WebSocket is used here, in browsers and in Node. */
export type RobotSocket = Pick<WebSocket, 'bufferedAmount' | 'send' | 'close' | 'addEventListener'>;

/** 'stopping': the joints brake before the connection ends; 'returning': they go to where the robot was left. */
export type RobotOutputState = 'off' | 'connecting' | 'returning' | 'open' | 'stopping' | 'lost';

/** A recording of joint angles that runs, or waits to be taken. */
export interface RobotRecording {
  readonly robot: string;
  readonly seconds: number;
  /** False: its robot has gone, or it is as long as it may be. */
  readonly isRunning: boolean;
}

export interface RobotOutputSetup {
  /** Opens the connection to a driver. Throws where the address is none. */
  open(address: string): RobotSocket;
  /** Time on the driver's side of the world: it stops the robot when it hears nothing for a while. */
  nowSeconds(): number;
  /** Longest recording, messages: half an hour at 90 a second unless given. */
  readonly mostLines?: number;
}

/** More waiting bytes than this: the driver is too slow, and messages are left out until it has caught up. */
const MOST_WAITING = 64_000;
const MOST_LINES = 162_000;
/** As near as this a robot is where it was left, radians. */
const RETURNED = 1e-5;

/**
 * Joint angles of a robot to its driver, and into a file. Both listen to one stream, which goes on for as long as the robot is
 * there, so that nothing that begins or ends beside it moves a joint. It has a lifetime: call dispose().
 */
export class RobotOutput {
  options: JointStreamOptions = defaultJointStreamOptions;
  readonly #setup: RobotOutputSetup;
  /** Every robot that was here, by name and joints: one that comes back goes on with its own stream. */
  readonly #robots = new Map<string, StreamedRobot>();
  #robot: StreamedRobot | null = null;
  /** What comes when the last robot's joints are at rest; undefined: nothing else. */
  #next: StreamedRobot | null | undefined;
  #state: RobotOutputState = 'off';
  #socket: RobotSocket | null = null;
  /** What the driver was told to keep to. */
  #introduced: JointStreamOptions | null = null;
  #recording: Recording | null = null;

  constructor(setup: RobotOutputSetup) {
    this.#setup = setup;
  }

  get state(): RobotOutputState {
    return this.#state;
  }

  /** Whether the joints brake or hold because no wish comes any more. */
  get isStopped(): boolean {
    return this.#robot !== null && isStale(this.#robot.stream);
  }

  get recording(): RobotRecording | null {
    if (!this.#recording) return null;
    const { robot, beganSeconds, lastSeconds, isRunning } = this.#recording;
    return { robot, seconds: Math.max(0, lastSeconds - beganSeconds), isRunning };
  }

  /**
   * The robot whose angles come from now on, or none. The same robot built anew goes on where it is. Another one's joints are
   * others: the last one brakes, the connection to it ends, and a recording of it is kept until it is taken.
   */
  setRobot(robot: string, report: Pick<RobotReport, 'joints'> | null): void {
    const next = report && this.#know(robot, report);
    this.#next = next === this.#robot ? undefined : next;
    if (!this.#robot) this.#takeNext();
  }

  /** Throws where the address is none. */
  connect(address: string): void {
    this.#close();
    const socket = this.#setup.open(address);
    this.#socket = socket;
    this.#introduced = null;
    this.#state = 'connecting';
    const isMine = () => this.#socket === socket;
    socket.addEventListener('open', () => {
      if (isMine()) this.#state = this.#robot?.left ? 'returning' : 'open';
    });
    socket.addEventListener('close', () => {
      if (isMine()) this.#state = 'lost';
    });
  }

  /** Brakes, and then sends no more. */
  disconnect(): void {
    if (this.#state === 'open' && this.#robot && !isAtRest(this.#robot.stream)) this.#state = 'stopping';
    else if (this.#state !== 'stopping') this.#close();
  }

  /** Begins to record what is sent, or would be; one that waits to be taken is kept instead. */
  startRecording(): void {
    if (this.#robot) this.#recording ??= createRecording(this.#robot.stream);
  }

  /** Ends the recording, and gives it as JSON Lines; null where there is none. */
  takeRecording(): { readonly robot: string; readonly text: string } | null {
    const recording = this.#recording;
    this.#recording = null;
    if (!recording || recording.lines.length === 0) return null;
    return { robot: recording.robot, text: `${[jointStreamHeader(recording), ...recording.lines].join('\n')}\n` };
  }

  /** Called in every frame. @param angles of the robot's joints; null: the person's pose is not known, or there is no new one */
  step(angles: ArrayLike<number> | null, dtSeconds: number): void {
    if (!this.#robot || !(dtSeconds > 0)) return;
    const { stream, left } = this.#robot;
    stream.options = this.options;
    const nowSeconds = this.#setup.nowSeconds();
    // A driver that has heard nothing for so long has stopped the robot: the page was hidden, or too much was waiting.
    if (left && nowSeconds - left.seconds > stream.options.staleSeconds) {
      if (this.#state === 'open') this.#state = 'returning';
      if (this.#state === 'stopping') this.#close();
    }
    stepJointStream(stream, this.#wish(angles), dtSeconds);
    if (stream.sequence >= 0) {
      this.#send(this.#robot, dtSeconds, nowSeconds);
      if (this.#recording) record(this.#recording, stream, this.#setup.mostLines);
    }
    if (!isAtRest(stream)) return;
    if (this.#state === 'stopping') this.#close();
    if (this.#next !== undefined) this.#takeNext();
  }

  /** Ends the connection at once: the driver stops the robot. */
  dispose(): void {
    this.#close();
    this.#recording = null;
  }

  #wish(angles: ArrayLike<number> | null): ArrayLike<number> | null | 'stop' {
    if (this.#next !== undefined || this.#state === 'stopping') return 'stop';
    return this.#state === 'returning' && this.#robot?.left ? this.#robot.left.positions : angles;
  }

  #send(robot: StreamedRobot, dtSeconds: number, nowSeconds: number): void {
    const { stream } = robot;
    const socket = this.#socket;
    if (this.#state === 'returning' && hasReturned(robot, dtSeconds)) this.#state = 'open';
    if (!socket || (this.#state !== 'open' && this.#state !== 'stopping')) return;
    if (socket.bufferedAmount > MOST_WAITING) return;
    if (this.#introduced !== stream.options) socket.send(jointStreamHeader(stream));
    this.#introduced = stream.options;
    socket.send(jointStreamMessage(stream));
    robot.left = { positions: stream.positions.slice(), seconds: nowSeconds };
  }

  #know(name: string, report: Pick<RobotReport, 'joints'>): StreamedRobot {
    const joints = report.joints.map(({ joint, low, high }) => ({ joint, low, high }));
    const key = JSON.stringify([name, joints]);
    const known = this.#robots.get(key) ?? { stream: createJointStream(name, joints, this.options), left: null };
    this.#robots.set(key, known);
    return known;
  }

  #takeNext(): void {
    if (this.#next === undefined) return;
    if (this.#robot) this.#close();
    this.#robot = this.#next;
    this.#next = undefined;
    if (this.#recording) this.#recording.isRunning = false;
  }

  #close(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#state = 'off';
    socket?.close();
  }
}

interface StreamedRobot {
  readonly stream: JointStream;
  /** Where it stands as far as is known: as sent last, and when. */
  left: { readonly positions: Float64Array; readonly seconds: number } | null;
}

interface Recording {
  readonly robot: string;
  readonly joints: JointStream['joints'];
  /** The widest that were kept to. */
  options: JointStreamOptions;
  readonly lines: string[];
  readonly beganSeconds: number;
  lastSeconds: number;
  isRunning: boolean;
}

function createRecording({ robot, joints, options, timeSeconds }: JointStream): Recording {
  return { robot, joints, options, lines: [], beganSeconds: timeSeconds, lastSeconds: timeSeconds, isRunning: true };
}

function record(recording: Recording, stream: JointStream, mostLines = MOST_LINES): void {
  if (!recording.isRunning) return;
  if (stream.options.maxSpeed > recording.options.maxSpeed) recording.options = stream.options;
  recording.lastSeconds = stream.timeSeconds;
  recording.isRunning = recording.lines.push(jointStreamMessage(stream)) < mostLines;
}

/** Whether all joints are where they were left, and nearly at rest. */
function hasReturned({ stream, left }: StreamedRobot, dtSeconds: number): boolean {
  const { positions, velocities, options } = stream;
  const slow = options.maxAcceleration * dtSeconds;
  const isThere = (angle: number, i: number) =>
    !left || (Math.abs(angle - left.positions[i]) < RETURNED && Math.abs(velocities[i]) < slow);
  return positions.every(isThere);
}
