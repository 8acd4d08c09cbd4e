import type { AgentProportions } from '@leib/mocap';
import {
  type DisplayFrame,
  type DisplayScene,
  type DisplayStatus,
  type DisplayStream,
  DisplaysClient,
  displaysUrl,
  streamKind,
} from '@leib/net';

/** What displays need to make an agent: the default body with other proportions, or a file of its own. */
export interface SentBody {
  readonly proportions: AgentProportions | null;
  /** VRM or GLB; null: the body that every display has. */
  readonly file: Uint8Array<ArrayBuffer> | null;
}

/** Fingers or face of every agent. */
export interface SentStream {
  readonly name: keyof typeof streamKind;
  /** Where it begins, counted from the agent's packed angles. */
  readonly at: number;
  readonly size: number;
}

/** One moment of the agents for the walls. */
export interface SentAgents {
  /** Name of the agent, for the list of displays. */
  readonly name: string;
  readonly body: SentBody;
  readonly count: number;
  /** Packed angles of an agent, `at` numbers into the array. */
  packedOf(agent: number): { readonly packed: Int16Array; readonly at: number };
  /** Numbers of an agent's packed angles. */
  readonly size: number;
  /** What goes along besides the angles, in the same array. */
  readonly streams: readonly SentStream[];
  /** Where an agent of the crowd stands against the first one, metres. */
  placeOf(agent: number): readonly [x: number, z: number];
  /** Pose between the viewer's eyes, 7 numbers; null where no head is tracked. */
  readonly viewer: Float64Array | null;
}

/** Agents stand so far in front of the actor, through the CAVE's front wall, metres: in place they would stand in the viewer. */
const AHEAD = 2.2;

/** Sends the agents to the displays of the page's server: angles only, never geometry. */
export class DisplaysLink {
  status: DisplayStatus | null = null;
  isOpen = false;
  /** What the server refused, if anything. */
  problem = '';
  readonly #client: DisplaysClient;
  readonly #viewerPose = Float64Array.of(0, 1.6, 0, 0, 0, 0, 1);
  /** What displays were told of. */
  #body: SentBody | null = null;
  #count = 0;
  #streamNames = '';
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
    const { count, size, viewer, streams } = agents;
    if (agents.body !== this.#body || count !== this.#count || namesOf(streams) !== this.#streamNames) {
      this.#describe(agents);
    }
    if (viewer) this.#viewerPose.set(viewer);
    const packed = new Int16Array(count * size);
    const sentStreams: DisplayStream[] = [];
    for (let agent = 0; agent < count; agent++) {
      const { packed: from, at } = agents.packedOf(agent);
      packed.set(from.subarray(at, at + size), agent * size);
      for (const stream of streams) {
        const values = from.subarray(at + stream.at, at + stream.at + stream.size);
        sentStreams.push({ agentId: agent, kind: streamKind[stream.name], values });
      }
    }
    const frame: DisplayFrame = {
      number: 0,
      timeSeconds: this.#seconds,
      viewers: [{ pose: this.#viewerPose, isTracked: viewer !== null }],
      agentIds: Uint16Array.from({ length: count }, (_, id) => id),
      packed,
      streams: sentStreams,
    };
    if (this.#client.sendFrame(frame)) this.#sentCount++;
  }

  /** Tells displays what the agents are; once, and again where that changes. */
  #describe({ name, body, count, placeOf, streams }: SentAgents): void {
    this.#body = body;
    this.#count = count;
    this.#streamNames = namesOf(streams);
    const { proportions, file } = body;
    const kind: DisplayScene['kinds'][number] = {
      name: name.slice(0, 80),
      mesh: file ? 'sent' : 'default',
      scale: 1,
      ...(proportions ? { proportions } : {}),
      ...Object.fromEntries(streams.map((stream) => [stream.name, true])),
    };
    const agents = Array.from({ length: count }, (_, id) => {
      const [x, z] = placeOf(id);
      return { id, kind: 0, origin: [x, 0, z - AHEAD] as const };
    });
    this.#client.setScene({ kinds: [kind], agents, viewers: ['head'] }, file ? [{ kind: 0, file }] : []);
  }

  dispose(): void {
    this.#client.dispose();
  }
}

const namesOf = (streams: readonly SentStream[]): string => streams.map(({ name }) => name).join();
