import { applyTuning, buildRemoteBody, parseRemoteBodySettings, tuningOptionsOf } from '@leib/reembody';
import type { JsonObject } from '@leib/stage';
import type { Avatar } from '@leib/three';
import { skinnedSurfaceOf } from '@leib/three/reembody';
import { startGainsWork } from '../../reembody/gains/startGainsWork.js';

/** Joints with the gains that the relay method finds for an avatar as a study's body, in a worker. Rejects where it fails. */
export function tuneGains(
  avatar: Avatar,
  settings: JsonObject,
  onProgress: (done: number, total: number) => void,
): Promise<JsonObject> {
  const parsed = parseRemoteBodySettings(settings);
  const body = buildRemoteBody(avatar.skeleton, parsed, skinnedSurfaceOf(avatar));
  return new Promise((resolve, reject) => {
    startGainsWork({ kind: 'tune', body, options: tuningOptionsOf(parsed) }, (answer) => {
      if (answer.kind === 'axis') onProgress(answer.done, answer.total);
      if (answer.kind === 'failed') reject(new Error(`The gains could not be tuned: ${answer.reason}`));
      if (answer.kind === 'tuned')
        resolve({ joints: applyTuning(parsed, answer.tuning).joints } as unknown as JsonObject);
    });
  });
}
