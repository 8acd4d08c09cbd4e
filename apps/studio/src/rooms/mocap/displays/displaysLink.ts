import { type DisplayFrame, type DisplayScene, type DisplayStatus, DisplaysClient, displaysUrl } from '@leib/net';

/** One moment of the agents for the walls. */
export interface SentAgents {
  /** Name of the agent, for the list of displays. */
  readonly name: string;
  readonly count: number;
  /** Size against the body that every display has. */
  readonly scale: number;
  /** Packed angles of an agent, `at` numbers into the array. */
  packedOf(agent: number): { readonly packed: Int16Array; readonly at: number };
  readonly size: number;
  /** Pose between the viewer's eyes, 7 numbers; null where no head is tracked. */
  readonly viewer: Float64Array | null;
}

/** Sends the agents to the displays of the page's server: angles only, never geometry. */
export class DisplaysLink {
  status: DisplayStatus | null = null;
  isOpen = false;
  /** What the server refused, if anything. */
  problem = '';
  readonly #client: DisplaysClient;
  readonly #viewerPose = Float64Array.of(0, 1.6, 0, 0, 0, 0, 1);
  #scene = '';
  #sentCount = 0;
  #seconds = 0;

  constructor() {
    this.#client = new DisplaysClient(displaysUrl(location.href, 'simulation'), {
      onConnection: (isOpen) => {
        this.isOpen = isOpen;
      },
      onStatus: (status) => {
        this.status = status;
      },
      onProblem: (reason) => {
        this.problem = reason;
      },
    });
  }

  /** The state for people. */
  get words(): string {
    if (!this.isOpen) return 'Connecting to the server …';
    if (this.problem !== '') return this.problem;
    if (!this.status) return `Sending, ${this.#sentCount} frames so far.`;
    const { walls, frame, frameBytes } = this.status;
    const inStep = walls.filter(({ state }) => state === 'inStep').length;
    return `Frame ${frame}, ${frameBytes} bytes; ${inStep} of ${walls.length} walls in step.`;
  }

  send(agents: SentAgents, dtSeconds: number): void {
    this.#seconds += dtSeconds;
    const { name, count, scale, size, viewer } = agents;
    const scene: DisplayScene = {
      kinds: [{ name, mesh: 'default', scale }],
      agents: Array.from({ length: count }, (_, id) => ({ id, kind: 0 })),
      viewers: ['head'],
    };
    const text = JSON.stringify(scene);
    if (text !== this.#scene) {
      this.#scene = text;
      this.#client.setScene(scene);
    }
    if (viewer) this.#viewerPose.set(viewer);
    const packed = new Int16Array(count * size);
    for (let agent = 0; agent < count; agent++) {
      const { packed: from, at } = agents.packedOf(agent);
      packed.set(from.subarray(at, at + size), agent * size);
    }
    const frame: DisplayFrame = {
      number: 0,
      timeSeconds: this.#seconds,
      viewers: [{ pose: this.#viewerPose, isTracked: viewer !== null }],
      agentIds: Uint16Array.from({ length: count }, (_, id) => id),
      packed,
      streams: [],
    };
    if (this.#client.sendFrame(frame)) this.#sentCount++;
  }

  dispose(): void {
    this.#client.dispose();
  }
}
