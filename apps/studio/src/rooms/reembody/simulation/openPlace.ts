import { RemoteClient, type SimulationPlace } from '@leib/reembody';
import type { Ref } from '@leib/stage';
import type { Clock } from '../../../time/clock.js';
import type { PlaceRef } from './simulationPlaces.js';
import { WorkerCarrier } from './workerCarrier.js';

/** Distance between bodies before the first frame, metres. */
const START_DISTANCE = 0.9;

/** A worker of this page, or the server that the page came from. */
export function openPlace(ref: Ref, clock: Clock): SimulationPlace {
  const { kind } = ref;
  const { world } = { world: null, ...(ref as PlaceRef) };
  return {
    kind,
    open({ body, otherCount, objects }, events) {
      if (kind === 'worker') return new WorkerCarrier({ bodies: Array(1 + otherCount).fill(body), objects }, events);
      const [x, y, z] = body.skeleton.restOffsets;
      const starts = Array.from({ length: 1 + otherCount }, (_, i) => [x + START_DISTANCE * i, y, z] as const);
      const nowMs = () => clock.nowSeconds * 1000;
      return new RemoteClient(location.href, world, { body, starts, objects }, events, nowMs);
    },
  };
}
