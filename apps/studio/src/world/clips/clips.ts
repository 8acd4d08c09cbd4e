import type { Performance } from '../demo/performance.js';
import type { ClipId } from './clipList.js';
import { danceClip } from './danceClip.js';
import { reachClip } from './reachClip.js';
import { walkClip } from './walkClip.js';
import { waveClip } from './waveClip.js';

export const clips: Readonly<Record<ClipId, Performance>> = {
  wave: waveClip,
  walk: walkClip,
  reach: reachClip,
  dance: danceClip,
};
