import type { BridgeSource } from '@leib/feeds';
import type { World } from '../world/world.js';
import type { BodyOutput } from './bodyOutput.js';
import { useStudioStore } from './studioStore.js';

/** Opens and closes what sends the body to other programs, as the visitor wants it. */
export class BodySender {
  readonly #feedBridge: () => BridgeSource | null;
  #output: BodyOutput | null = null;

  /** @param feedBridge the server's connection of a feed that is open */
  constructor(feedBridge: () => BridgeSource | null) {
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
      return;
    }
    const { BodyOutput: Output } = await import('./bodyOutput.js');
    if (!this.#isWanted) return;
    if (this.#output) this.#output.share(this.#feedBridge());
    else this.#output = new Output(this.#feedBridge());
  }

  /** Sends each frame of the stage that has a person. */
  send({ body, scales }: Pick<World, 'body' | 'scales'>, seconds: number): void {
    if (body?.person) this.#output?.send(body, scales, seconds);
  }
}
