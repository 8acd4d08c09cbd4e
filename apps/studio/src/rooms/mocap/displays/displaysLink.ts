import { type DisplayStatus, DisplaysClient, type DisplayViewer } from '@leib/net';
import { serverIsGone } from '../../../ui/explainError.js';
import { type SentAgents, type SentBody, sceneOf } from './sentAgents.js';

/** What a simulation does with displays. */
export type SendingClient = Pick<DisplaysClient, 'setScene' | 'sendFrame' | 'dispose'>;

type DisplaysListeners = ConstructorParameters<typeof DisplaysClient>[2];

const connectToServer = (listeners: DisplaysListeners) =>
  new DisplaysClient(location.href, { walls: 'simulation' }, listeners);

/** Sends the agents to the displays of the page's server: angles only, never geometry. */
export class DisplaysLink {
  status: DisplayStatus | null = null;
  isOpen = false;
  /** There is no answer, or no longer; it is tried again. */
  isLost = false;
  /** What the server refused, if anything. */
  problem = '';
  readonly #client: SendingClient;
  /** What displays were told of. */
  #body: SentBody | null = null;
  #count = 0;
  #streams = '';
  #heads = '';
  /** Of the body's file; null when it is there. */
  #sendingPart: number | null = null;
  #sentCount = 0;
  #seconds = 0;

  /** `connect`: another way to the server than by the page's address. */
  constructor(connect: (listeners: DisplaysListeners) => SendingClient = connectToServer) {
    this.#client = connect({
      onState: (state) => {
        this.isOpen = state === 'open';
        this.isLost = state === 'lost';
        if (this.isOpen) this.problem = '';
      },
      onStatus: (status) => {
        this.status = status;
      },
      onSending: (part) => {
        this.#sendingPart = part;
      },
      onProblem: (reason) => {
        this.problem = reason;
      },
    });
  }

  /** The state for people. */
  get words(): string {
    if (this.isLost) return serverIsGone;
    if (!this.isOpen) return this.problem || 'Connecting to the server …';
    if (this.problem !== '') return this.problem;
    if (this.#sendingPart !== null) return `Sending the character: ${Math.round(this.#sendingPart * 100)} %.`;
    if (!this.status) return `Sending, ${this.#sentCount} frames so far.`;
    const { walls, frame, frameBytes } = this.status;
    const inStep = walls.filter(({ state }) => state === 'inStep').length;
    return `Frame ${frame}, ${frameBytes} bytes; ${inStep} of ${walls.length} walls in step.`;
  }

  /** One frame. @param heads who looks, by their names */
  send(agents: SentAgents, heads: ReadonlyMap<string, DisplayViewer>, dtSeconds: number): void {
    this.#seconds += dtSeconds;
    const { actors } = agents;
    const names = [...heads.keys()];
    const isSame = actors.length === this.#count && streamsOf(agents) === this.#streams;
    if (agents.body !== this.#body || !isSame || names.join() !== this.#heads) this.#describe(agents, names);
    const viewers = [...heads.values()];
    // The server gives frames their numbers.
    if (this.#client.sendFrame({ number: 0, seconds: this.#seconds, viewers, actors })) this.#sentCount++;
  }

  /** Tells displays what the agents are; once, and again where that changes. */
  #describe(agents: SentAgents, heads: readonly string[]): void {
    const { body, actors } = agents;
    this.#body = body;
    this.problem = '';
    this.#count = actors.length;
    this.#streams = streamsOf(agents);
    this.#heads = heads.join();
    this.#client.setScene(sceneOf(agents, heads), body.file ? [{ kind: 0, file: body.file }] : []);
  }

  dispose(): void {
    this.#client.dispose();
  }
}

const streamsOf = ({ actors: [first] }: SentAgents): string =>
  `${first !== undefined && first.fingers !== null} ${first !== undefined && first.face !== null}`;
