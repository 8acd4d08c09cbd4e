import { type HumanoidBone, ownValue } from '@leib/core';
import type { RemoteBodySettings } from '@leib/reembody';

/** Settings with a group of the user's own; one of that name takes the bones and keeps its delay. */
export function withGroup(
  settings: RemoteBodySettings,
  name: string,
  bones: readonly HumanoidBone[],
): RemoteBodySettings {
  const { delaySeconds } = ownValue(settings.groups, name) ?? { delaySeconds: null };
  return { ...settings, groups: { ...settings.groups, [name]: { bones: [...bones], delaySeconds } } };
}

export function withoutGroup(settings: RemoteBodySettings, name: string): RemoteBodySettings {
  const { [name]: _removed, ...groups } = settings.groups;
  return { ...settings, groups };
}

/** A delay of a group's own, seconds; null: that of the body groups its bones belong to. */
export function withGroupDelay(
  settings: RemoteBodySettings,
  name: string,
  delaySeconds: number | null,
): RemoteBodySettings {
  const group = ownValue(settings.groups, name);
  return group === undefined
    ? settings
    : { ...settings, groups: { ...settings.groups, [name]: { ...group, delaySeconds } } };
}
