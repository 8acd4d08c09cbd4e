import { RemoteClient } from '@leib/reembody';
import type { ReembodyValues } from '../settings/reembodyShape.js';
import type { SimulationPlace } from './remoteSimulation.js';
import { WorkerCarrier } from './workerCarrier.js';

/** Distance between bodies before the first frame, metres. */
const START_DISTANCE = 0.9;

export const inWorker: SimulationPlace = {
  kind: 'worker',
  open: ({ body, otherCount, objects }, events) =>
    new WorkerCarrier({ bodies: Array(1 + otherCount).fill(body), objects }, events),
};

/** On the server that the page came from; in the room of a name others may join in. */
function onServer(room: string | null): SimulationPlace {
  return {
    kind: 'server',
    open({ body, otherCount, objects }, events, clock) {
      const [x, y, z] = body.skeleton.restOffsets;
      const starts = Array.from({ length: 1 + otherCount }, (_, i) => [x + START_DISTANCE * i, y, z] as const);
      const nowMs = () => clock.nowSeconds * 1000;
      return new RemoteClient(location.href, room, { body, starts, objects }, events, nowMs);
    },
  };
}

type Where = Pick<ReembodyValues, 'where' | 'sharedRoom'>;

/** Identifies a place. */
export function placeName({ where, sharedRoom }: Where): string {
  return where === 'worker' ? where : `${where} ${sharedRoom}`;
}

export function placeOf({ where, sharedRoom }: Where): SimulationPlace {
  return where === 'worker' ? inWorker : onServer(sharedRoom > 0 ? `room-${sharedRoom}` : null);
}

/** Bodies of the page besides the person's; in a shared room the others are the other people. */
export function otherCountOf({ where, sharedRoom, others }: Where & Pick<ReembodyValues, 'others'>): number {
  return where === 'server' && sharedRoom > 0 ? 0 : others;
}
