import { defaultSkeleton } from '@leib/body';
import { createPerson, defaultPlayerSettings, flatGround, loadPrior } from '@leib/embody';
import { sizeOfPerson } from '@leib/net';
import type { ActorDoc, StageView } from '@leib/stage';
import { createEmulatedSource, setMoveWish } from '@leib/tracking';
import { expect, test } from 'vitest';
import { PersonFeed } from './personFeed.js';
import { PersonSender } from './personSender.js';
import type { RemoteActor } from './remoteActor.js';
import { createRemoteKind } from './remoteKind.js';

// The engine's modules by a name that the type checker does not look for: these packages are for browsers, too.
const { readFile } = (await import('node:fs/promises' as string)) as { readFile(url: URL): Promise<Uint8Array> };
const prior = loadPrior(await readFile(new URL('../../embody/assets/prior.bin', import.meta.url)));

/** Heights of all joints of somebody who walks on a floor so high, frame by frame as another sees them, the world's metres above it. */
function seenOn(floorY: number, scale: number): Float64Array[] {
  const source = createEmulatedSource({ startYaw: 0 });
  const own = { ground: flatGround(floorY / scale), settings: { player: defaultPlayerSettings, climbs: true } };
  const person = createPerson({ skeleton: defaultSkeleton, source, prior, ...own });
  person.player.offsetWorld[1] = floorY / scale;
  // As they are shown.
  const sized = Object.create(person, { scales: { value: { shown: scale, wearer: 1, eyes: 1 } } }) as typeof person;
  const [sender, feed] = [new PersonSender(), new PersonFeed()];
  let nowMs = 0;
  const kind = createRemoteKind({
    feed: () => feed,
    nowMs: () => nowMs,
    body: () => ({ skeleton: defaultSkeleton, prior, ground: flatGround(floorY) }),
  });
  const doc: ActorDoc = {
    ...{ kind: 'remote', source: { kind: 'network' }, body: { kind: 'default' }, profile: null },
    settings: { scale },
  };
  const other = kind.create(doc, 'ada') as RemoteActor;
  const seen: Float64Array[] = [];
  for (let frame = 0; frame < 240; frame++) {
    nowMs = (frame * 1000) / 60;
    setMoveWish(source.state, frame % 120 < 60 ? 0.9 : 0, 0, 0, 0.4);
    person.step(1 / 60);
    const update = sender.encode(sized, 'targets', nowMs);
    const size = sizeOfPerson(update, 0);
    if (!size.ok) throw new Error(size.reason);
    feed.hear(update, 0, size.value, nowMs, nowMs);
    other.step({} as StageView, 1 / 60);
    seen.push(other.pose.worldPositions.filter((_, i) => i % 3 === 1).map((y) => y * scale - floorY));
  }
  return seen;
}

test.each([
  [3, 1],
  [-2, 1],
  [-2, 1.25],
])('people on a floor at %d m are seen as those on the ground (%d times as large)', (floorY, scale) => {
  const [there, below] = [seenOn(floorY, scale), seenOn(0, scale)];
  for (const [frame, heights] of there.entries())
    for (const [joint, height] of heights.entries()) expect(Math.abs(height - below[frame][joint])).toBeLessThan(0.005);
});
