import type { Sink } from '@leib/stage';

/** Who fails on the stage is told of once per reason: an actor keeps its last pose, a sink is skipped, and the others go on. */
export function notifyOfFailures(host: { notify(kind: 'error', text: string): void }): Sink {
  return ({ events }) => {
    for (const { kind, data } of events) {
      if (kind !== 'actorFailed' && kind !== 'sinkFailed') continue;
      const { actor, reason } = data as { readonly actor?: string; readonly reason: string };
      host.notify('error', actor === undefined ? reason : `${actor}: ${reason}`);
    }
  };
}
