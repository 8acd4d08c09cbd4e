import { setTimeout as pause } from 'node:timers/promises';
import { defaultSkeleton } from '@leib/body';
import { createPose, updateWorldPose } from '@leib/core';
import { defaultRemoteBodySettings, defaultRoom, inputAt, outputAt, PUSH_BODY, RemoteClient } from '@leib/reembody';
import { type Flood, HONEST_ROOM, type ServerAttack } from './flood.js';
import type { TargetAddress } from './startTarget.js';

const HZ = 90;
/** Newtons: below what a push may have. */
const FORCE = 4900;
const FAR = 30;
/** A reset puts everybody back into their targets: one now and then is no freeze. */
const MOST_RESETS = 2;
const PATIENCE_MS = 20_000;

/** A guest 30 m away who pushes parts of another at a point a kilometre away from them. */
export async function attackByLever({ port }: TargetAddress, seed: number, count: number): Promise<Flood> {
  const pose = createPose(defaultSkeleton);
  updateWorldPose(defaultSkeleton, pose);
  const body = { skeleton: defaultSkeleton, skin: null, settings: defaultRemoteBodySettings };
  const start = [FAR, defaultSkeleton.restOffsets[1], 0] as const;
  let [first, last, hasAnswer, isOver]: [number, number, boolean, boolean] = [Number.NaN, 0, false, false];
  const client = new RemoteClient(
    `http://127.0.0.1:${port}/`,
    HONEST_ROOM,
    { body, starts: [start], objects: defaultRoom },
    {
      built: () => {},
      frame(output) {
        hasAnswer = true;
        last = output[outputAt.resets];
        if (Number.isNaN(first)) first = last;
      },
      failed(_, ended) {
        if (ended) isOver = true;
      },
    },
  );
  const endMs = performance.now() + PATIENCE_MS;
  while (client.input === null && !isOver && performance.now() < endMs) await pause(20);
  let inputs = 0;
  while (inputs < count && !isOver) {
    const { input } = client;
    if (input !== null) {
      input.set(pose.rootPosition, inputAt.targetRootPosition);
      input[inputAt.targetRootPosition] = FAR;
      input.set(pose.localRotations, inputAt.targetRotations);
      input[inputAt.dtSeconds] = 1 / HZ;
      // Another body, and each of its parts in turn.
      input.set([PUSH_BODY + 1, (seed + (inputs >> 4)) % 10], inputAt.pushKind);
      input.set([1000, 1, 0, 0, FORCE, 0], inputAt.pushPoint);
      client.send();
      inputs++;
    }
    await pause(1000 / HZ);
  }
  client.dispose();
  const resets = hasAnswer ? last - first : 0;
  return {
    inputs,
    outcomes: { [isOver ? 'disconnected' : 'left']: 1, resets },
    faults: resets > MOST_RESETS ? [`the engine was reset ${resets} times`] : [],
  };
}

export const leverAttack: ServerAttack = {
  name: 'lever',
  title: 'a guest 30 m away who pushes another with a lever of a kilometre',
  counts: { full: 2700, quick: 900 },
  isRoomShared: true,
  flood: attackByLever,
};
