import { defaultRemoteBodySettings, type RemoteBodySettings } from '@leib/reembody';
import type { SettingValue } from '../../../files/settings.js';
import type { ReembodyValues } from './reembodyShape.js';

type FollowValues = Pick<
  ReembodyValues,
  'body' | 'root' | 'targetSpace' | 'drive' | 'gravityCompensation' | 'softens' | 'fingers' | 'colliders'
>;

/** A body as it is kept, with what bodies that were kept earlier do not have yet. */
export function completeBody(body: RemoteBodySettings | null): RemoteBodySettings {
  return body === null ? defaultRemoteBodySettings : { ...defaultRemoteBodySettings, ...body };
}

/** The whole body's settings: joints and masses from the editor, the rest from the room's switches. */
export function remoteSettingsOf(values: FollowValues): RemoteBodySettings {
  const base = completeBody(values.body);
  const { impact } = base.control;
  return {
    ...base,
    hasFingers: values.fingers,
    colliders: { ...base.colliders, all: values.colliders },
    control: {
      ...base.control,
      root: values.root,
      targetSpace: values.targetSpace,
      drive: values.drive,
      gravityCompensation: values.gravityCompensation,
      impact: values.softens ? impact : { ...impact, softness: 1 },
    },
  };
}

/** What a body's settings from a file say about the room's switches. */
export function switchesOf({ hasFingers, colliders, control }: RemoteBodySettings): Record<string, SettingValue> {
  return {
    root: control.root,
    targetSpace: control.targetSpace,
    drive: control.drive,
    gravityCompensation: Math.min(1, control.gravityCompensation),
    softens: control.impact.softness < 1,
    fingers: hasFingers,
    colliders: colliders.all,
  };
}
