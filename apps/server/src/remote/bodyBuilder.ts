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
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };

/** A builder with a thread of its own, which starts with the first plan and ends with this one. */
export function createBuilderThread(script: URL): BodyBuilder {
  const waiting = new Map<number, { resolve: (body: RemoteBody) => void; reject: (error: Error) => void }>();
  let thread: Worker | null = null;
  let lastNumber = 0;
  const start = () => {
    const started = new Worker(script, { execArgv: [], resourceLimits });
    started.on('message', (answer: BuilderAnswer) => {
      const plan = waiting.get(answer.number);
      waiting.delete(answer.number);
      if ('body' in answer) plan?.resolve(answer.body);
      else plan?.reject(new InputError(answer.where, answer.reason));
    });
    started.on('error', (error) => {
      thread = null;
      for (const { reject } of waiting.values()) reject(error as Error);
      waiting.clear();
    });
    return started;
  };
  return (plan) =>
    new Promise((resolve, reject) => {
      const number = ++lastNumber;
      waiting.set(number, { resolve, reject });
      thread ??= start();
      thread.postMessage({ number, plan });
    });
}
