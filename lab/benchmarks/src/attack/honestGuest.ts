import { defaultSkeleton } from '@leib/body';
import { createPose, updateWorldPose } from '@leib/core';
import { defaultRemoteBodySettings, defaultRoom, inputAt, RemoteClient } from '@leib/reembody';
import { comeFirst } from './firstOfAll.js';
import { HONEST_ROOM } from './flood.js';

/**
 * Script of a guest who plays as a page does: a frame 90 times a second, each after the answer to the one before. It has a
 * process of its own, so that it does not wait for those who attack. A message asks for its figures since the last one.
 */

/** Milliseconds from frame to answer, one for each frame that was due. */
export interface GuestFigures {
  readonly tripsMs: readonly number[];
  /** Why its connection ended; null while it plays. */
  readonly failure: string | null;
}

const HZ = 90;
const PERIOD_MS = 1000 / HZ;

comeFirst(true);
const [url, xText] = process.argv.slice(2);
const x = Number(xText);
const pose = createPose(defaultSkeleton);
updateWorldPose(defaultSkeleton, pose);
const body = { skeleton: defaultSkeleton, skin: null, settings: defaultRemoteBodySettings };
const start = [x, defaultSkeleton.restOffsets[1], 0] as const;

let tripsMs: number[] = [];
let failure: string | null = null;
let sentMs = 0;
const client = new RemoteClient(
  url,
  HONEST_ROOM,
  { body, starts: [start], objects: defaultRoom },
  {
    built: () => {},
    frame(_, isAnswer) {
      if (!isAnswer) return;
      // Frames that were due while it waited count too: each would have been answered with this one.
      for (let ms = performance.now() - sentMs; ms > 0; ms -= PERIOD_MS) tripsMs.push(ms);
    },
    failed(reason, isOver) {
      if (isOver) failure = reason;
    },
  },
);
setInterval(() => {
  if (client.input === null) return;
  client.input.set(pose.rootPosition, inputAt.targetRootPosition);
  client.input[inputAt.targetRootPosition] = x;
  client.input.set(pose.localRotations, inputAt.targetRotations);
  client.input[inputAt.dtSeconds] = 1 / HZ;
  sentMs = performance.now();
  client.send();
}, PERIOD_MS);

process.on('message', () => {
  process.send?.({ tripsMs, failure } satisfies GuestFigures);
  tripsMs = [];
});
process.on('disconnect', () => process.exit());
