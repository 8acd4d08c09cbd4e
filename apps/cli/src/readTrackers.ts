import { type TrackedPoint, trackedPoints } from '@leib/tracking';
import { UsageError } from './command.js';

/** The points of `--trackers head,leftHand,...`; undefined where the option is absent. */
export function readTrackers(text: string | undefined): readonly TrackedPoint[] | undefined {
  return text?.split(',').map((word) => {
    const point = trackedPoints.find((candidate) => candidate === word.trim());
    if (point) return point;
    throw new UsageError('--trackers', `expected some of ${trackedPoints.join(', ')}, got "${word}"`);
  });
}

/** The same where a body is worked out from them: it hangs on the head. */
export function readTrackersWithHead(text: string | undefined): readonly TrackedPoint[] | undefined {
  const points = readTrackers(text);
  if (points && !points.includes('head'))
    throw new UsageError('--trackers', `expected the head among them, got ${text}; add head`);
  return points;
}
