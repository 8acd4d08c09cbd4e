import type { Motion } from '@leib/core';
import { thesisEmbodySettings } from '@leib/embody';
import { createDemoSource } from '../../../world/demo/demoMotion.js';
import { solvedMotion } from './solvedMotion.js';
import { createWalkSource } from './walkSource.js';

export type OwnMotionName = 'demo' | 'walk';

/**
 * The motions that come with the room: the studio's demo, and a walk. Made when they are first asked for, by the thesis's
 * rules, which step without the prior's weights.
 */
const makers: Readonly<Record<OwnMotionName, () => Motion>> = {
  demo: () => solvedMotion(createDemoSource(), thesisEmbodySettings),
  walk: () => solvedMotion(createWalkSource(), thesisEmbodySettings),
};

const made = new Map<OwnMotionName, Motion>();

export function ownMotion(name: OwnMotionName): Motion {
  const known = made.get(name);
  if (known) return known;
  const motion = makers[name]();
  made.set(name, motion);
  return motion;
}
