import {
  createJointStream,
  defaultJointStreamOptions,
  isStale,
  type JointStream,
  type JointStreamOptions,
  jointStreamHeader,
  jointStreamMessage,
  type RobotReport,
  stepJointStream,
} from '@leib/reembody/robot';

/** What a socket of the browser has that is used here. */
export type RobotSocket = Pick<WebSocket, 'readyState' | 'bufferedAmount' | 'send' | 'close' | 'addEventListener'>;

/** More waiting bytes than this: the driver is too slow, and messages are left out until it has caught up. */
const MOST_WAITING = 64_000;
/** Longest recording, lines: half an hour at 90 a second. */
const MOST_LINES = 162_000;

export type RobotOutputState = 'off' | 'connecting' | 'open' | 'lost';

/** Joint angles of the robot to its driver over a WebSocket, and into a file. */
export class RobotOutput {
  state: RobotOutputState = 'off';
  options: JointStreamOptions = defaultJointStreamOptions;
  readonly #open: (address: string) => RobotSocket;
  #stream: JointStream | null = null;
  #robot = '';
  #socket: RobotSocket | null = null;
  #lines: string[] | null = null;
  /** Whether the driver knows joints and limits. */
  #isIntroduced = false;

  constructor(open: (address: string) => RobotSocket = (address) => new WebSocket(address)) {
    this.#open = open;
  }

  /** Whether the robot is at a stop because the person's pose does not come any more. */
  get isStopped(): boolean {
    return this.#stream !== null && isStale(this.#stream);
  }

  /** Of a recording that runs, seconds; null where none does. */
  get recordedSeconds(): number | null {
    return this.#lines && this.#stream ? this.#stream.timeSeconds : null;
  }

  /** Another robot, or none: what is sent starts anew with it. */
  setRobot(name: string, report: RobotReport | null): void {
    this.#robot = name;
    const joints = report?.joints.map(({ joint, low, high }) => ({ joint, low, high })) ?? [];
    this.#stream = report ? createJointStream(joints, this.options) : null;
    this.#isIntroduced = false;
    this.#lines = null;
  }

  /** Throws where the address is none. */
  connect(address: string): void {
    this.disconnect();
    const socket = this.#open(address);
    this.#socket = socket;
    this.#isIntroduced = false;
    this.state = 'connecting';
    const isMine = () => this.#socket === socket;
    socket.addEventListener('open', () => {
      if (isMine()) this.state = 'open';
    });
    socket.addEventListener('close', () => {
      if (isMine()) this.state = 'lost';
    });
  }

  disconnect(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.state = 'off';
    socket?.close();
  }

  /** Begins a recording of what is sent, or would be. */
  startRecording(): void {
    if (!this.#stream) return;
    this.#stream = createJointStream(this.#stream.joints, this.options);
    this.#isIntroduced = false;
    this.#lines = [];
  }

  /** The recording as JSON Lines; null where there was none. */
  stopRecording(): string | null {
    const lines = this.#lines;
    this.#lines = null;
    if (!lines || lines.length === 0 || !this.#stream) return null;
    return `${[jointStreamHeader(this.#stream, this.#robot), ...lines].join('\n')}\n`;
  }

  /** Called in every frame. @param angles of the robot's joints; null: the person's pose is not known, or there is no new one */
  step(angles: ArrayLike<number> | null, dtSeconds: number): void {
    const stream = this.#stream;
    if (!stream || !(dtSeconds > 0) || (this.state !== 'open' && !this.#lines)) return;
    if (stream.options !== this.options) Object.assign(stream, { options: this.options });
    stepJointStream(stream, angles, dtSeconds);
    if (!stream.hasStarted) return;
    const text = jointStreamMessage(stream);
    if (this.#lines && this.#lines.length < MOST_LINES) this.#lines.push(text);
    const socket = this.#socket;
    if (this.state !== 'open' || !socket || socket.bufferedAmount > MOST_WAITING) return;
    if (!this.#isIntroduced) socket.send(jointStreamHeader(stream, this.#robot));
    this.#isIntroduced = true;
    socket.send(text);
  }

  dispose(): void {
    this.disconnect();
    this.#lines = null;
  }
}
