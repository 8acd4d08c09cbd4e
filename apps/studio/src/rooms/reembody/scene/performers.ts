import { seekTimeline } from '@leib/core';
import { createPersonKind } from '@leib/embody';
import type { ActorKind } from '@leib/stage';
import type { Avatar } from '@leib/three';
import { createDemoSource } from '../../../world/demo/demoMotion.js';
import { demoHeadHeight } from '../../../world/demo/stageDemo.js';
import { pagePriorWeights } from '../../../world/priorWeights.js';
import type { World } from '../../../world/world.js';

/** Offset between two that play the demo, so that they do not move alike, seconds. */
const DEMO_SHIFT_SECONDS = 7;

/** People who play the demo, each at another place of it, for bodies that follow them. @param avatar whose bones they have */
export function createPerformerKind({ ground }: World, avatar: () => Avatar): ActorKind {
  return createPersonKind({
    source({ source: { number } }) {
      const source = createDemoSource();
      seekTimeline(source.timeline, (Number(number) * DEMO_SHIFT_SECONDS) % source.timeline.durationSeconds);
      return source;
    },
    // Of the person's size, in whose metres they are.
    body: () => ({
      avatar: avatar(),
      prior: pagePriorWeights,
      ground,
      settings: { fit: { headHeight: demoHeadHeight, size: 'own' } },
    }),
    release: (source) => source.dispose(),
  });
}
