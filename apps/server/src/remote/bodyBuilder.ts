import { Worker } from 'node:worker_threads';
import { InputError } from '@leib/core';
import { buildRemoteBody, type RemoteBody, type RemoteBodySetup } from '@leib/reembody';

/** What a body is built from; `before`: the same body with other settings, whose shapes are taken over where they fit. */
export interface BodyPlan extends RemoteBodySetup {
  readonly before: RemoteBody | null;
}

/**
 * Builds bodies for a world. Fitting shapes to a skin takes up to a second: where others are in the world, it is done
 * aside, and they do not wait for it.
 */
export type BodyBuilder = (plan: BodyPlan) => Promise<RemoteBody>;

export const buildHere: BodyBuilder = async ({ skeleton, settings, skin, before }) =>
  buildRemoteBody(skeleton, settings, skin, before);

/** What the builder's thread answers. */
export type BuilderAnswer =
  | { readonly number: number; readonly body: RemoteBody }
  | { readonly number: number; readonly where: string; readonly reason: string };

/** Memory of a builder's thread, MB: the largest skin needs a fifth of it. */
const resourceLimits = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 128 };

/** A builder for all worlds of a server, with a thread of its own, which starts with the first plan. */
export interface BuilderThread {
  readonly build: BodyBuilder;
  /** Frees the thread's memory; the next plan starts another one. */
  end(): void;
}

export function createBuilderThread(script: URL): BuilderThread {
  let thread: Worker | null = null;
  const relay = new BuilderRelay((number, plan) => {
    thread ??= start();
    thread.postMessage({ number, plan });
  });
  const start = () => {
    const started = new Worker(script, { execArgv: [], resourceLimits });
    started.on('message', (answer: BuilderAnswer) => relay.finish(answer));
    started.on('error', (error) => {
      if (thread === started) thread = null;
      relay.fail((error as Error).message);
    });
    return started;
  };
  return {
    build: relay.build,
    end() {
      void thread?.terminate();
      thread = null;
      relay.fail('the builder has ended');
    },
  };
}

/** Plans that are asked for by messages to another thread, and answered by finish(). */
export class BuilderRelay {
  readonly #ask: (number: number, plan: BodyPlan) => void;
  readonly #waiting = new Map<number, { resolve: (body: RemoteBody) => void; reject: (error: Error) => void }>();
  #lastNumber = 0;

  constructor(ask: (number: number, plan: BodyPlan) => void) {
    this.#ask = ask;
  }

  readonly build: BodyBuilder = (plan) =>
    new Promise((resolve, reject) => {
      this.#waiting.set(++this.#lastNumber, { resolve, reject });
      this.#ask(this.#lastNumber, plan);
    });

  finish(answer: BuilderAnswer): void {
    const plan = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    if ('body' in answer) plan?.resolve(answer.body);
    else plan?.reject(new InputError(answer.where, answer.reason));
  }

  /** No plan that waits is answered any more. */
  fail(reason: string): void {
    for (const { reject } of this.#waiting.values()) reject(new InputError('body', reason));
    this.#waiting.clear();
  }
}

/** Builds a plan, and says how that went in a form that crosses threads. */
export function answerPlan(build: BodyBuilder, number: number, plan: BodyPlan): Promise<BuilderAnswer> {
  return build(plan).then(
    (body) => ({ number, body }),
    (error: Error) => {
      const isInput = error instanceof InputError;
      return { number, where: isInput ? error.where : 'body', reason: isInput ? error.reason : error.message };
    },
  );
}
