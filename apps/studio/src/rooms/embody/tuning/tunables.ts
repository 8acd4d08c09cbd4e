import { armGroups } from './armTunables.js';
import { stepGroups } from './stepTunables.js';
import { trunkGroups } from './trunkTunables.js';
import type { Tunable } from './tunable.js';

/** Every number that can be set, by its path. */
export const tunablesByPath: ReadonlyMap<string, Tunable> = new Map(
  [...trunkGroups, ...stepGroups, ...armGroups].flatMap(({ tunables }) => tunables.map((each) => [each.path, each])),
);
