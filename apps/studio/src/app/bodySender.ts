import type { BridgeSource } from '@leib/feeds';
import type { Release } from '../time/clock.js';
import { serverIsGone } from '../ui/explainError.js';
import type { World } from '../world/world.js';
import type { BodyOutput } from './bodyOutput.js';
import { useStudioStore } from './studioStore.js';

/** Opens and closes what sends the body to other programs, as the visitor wants it. */
export class BodySender {
  readonly #feedBridge: () => BridgeSource | null;
  readonly #loop: Pick<World['loop'], 'keepGoing'>;
  #output: BodyOutput | null = null;
  #release: Release | null = null;

  /** @param feedBridge the server's connection of a feed that is open */
  constructor(feedBridge: () => BridgeSource | null, loop: Pick<World['loop'], 'keepGoing'>) {
    this.#loop = loop;
    this.#feedBridge = feedBridge;
  }

  /** What sends; null while that is not wanted. */
  get output(): BodyOutput | null {
    return this.#output;
  }

  /** Unless the visitor said so, the body is sent while a feed of the server moves it. */
  get #isWanted(): boolean {
    return useStudioStore.getState().isSendingWanted ?? this.#feedBridge() !== null;
  }

  /** Another source, or another wish. */
  async update(): Promise<void> {
    if (!this.#isWanted) {
      this.#output?.dispose();
      this.#output = null;
      this.#release?.();
      this.#release = null;
      return;
    }
    const { BodyOutput: Output } = await import('./bodyOutput.js');
    if (!this.#isWanted) return;
    if (this.#output) this.#output.share(this.#feedBridge());
    else this.#output = new Output(this.#feedBridge());
    // Programs that are sent to do not see whether the page is hidden.
    this.#release ??= this.#loop.keepGoing();
  }

  /** Sends each frame of the stage that has a person. */
  send({ body, scales }: Pick<World, 'body' | 'scales'>, seconds: number): void {
    if (body?.person) this.#output?.send(body, scales, seconds);
  }
}

const names: Readonly<Record<string, string>> = { vmc: 'VMC', vrchat: 'VRChat’s OSC' };

/** Where the body goes, or what to do so that it goes somewhere. */
export function describeOutput({
  connection,
  targets,
  sentCount,
}: Pick<BodyOutput, 'connection' | 'targets' | 'sentCount'>): string {
  if (connection === 'lost') return serverIsGone;
  if (connection !== 'open') return 'Asking the server where to …';
  if (targets.length === 0) {
    return 'The server has nowhere to send to: start it with leib serve --vmc-out 127.0.0.1:39539 or --vrchat-out 127.0.0.1:9000.';
  }
  const where = targets.map(({ protocol, address, port }) => `${names[protocol] ?? protocol} to ${address}:${port}`);
  return `${where.join(', ')}: ${sentCount} frames sent.`;
}
