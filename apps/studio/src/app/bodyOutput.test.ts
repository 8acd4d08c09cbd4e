import { defaultSkeleton } from '@leib/body';
import { createPose, jointOfBone, updateWorldPose } from '@leib/core';
import { createFeedDecoder, type FeedProtocol } from '@leib/feeds';
import { FakeSocket } from '@leib/feeds/testing';
import { createFeedPacket } from '@leib/tracking';
import { afterEach, expect, test, vi } from 'vitest';
import type { StageBody } from '../world/stageBody.js';
import type { World } from '../world/world.js';
import { BodyOutput } from './bodyOutput.js';
import { BodySender, describeOutput } from './bodySender.js';
import { setSendingWanted, useStudioStore } from './studioStore.js';

afterEach(() => {
  vi.unstubAllGlobals();
  useStudioStore.setState({ isSendingWanted: null });
});

/** A server's bridge that keeps what is sent through it. */
function createBridge(protocols: readonly FeedProtocol[]) {
  const sent: { protocol: FeedProtocol; datagram: Uint8Array }[] = [];
  return {
    sent,
    isDisposed: false,
    connection: 'open' as const,
    outputs: protocols.map((protocol) => ({ protocol, address: '127.0.0.1', port: 9000 })),
    send(protocol: FeedProtocol, datagram: Uint8Array) {
      sent.push({ protocol, datagram: datagram.slice() });
      return true;
    },
    dispose() {
      this.isDisposed = true;
    },
  };
}

/** Any source: a body at rest, on an avatar whose wearer is a tenth larger. */
function restingWorld(): Pick<World, 'body' | 'scales'> {
  const pose = createPose(defaultSkeleton);
  pose.rootPosition.set(defaultSkeleton.restWorldPositions.subarray(0, 3));
  updateWorldPose(defaultSkeleton, pose);
  return {
    body: { avatar: { skeleton: defaultSkeleton }, pose, person: {} },
    scales: { wearer: 1.1 },
  } as unknown as World;
}

const sendTo = (output: BodyOutput, { body, scales }: Pick<World, 'body' | 'scales'>) =>
  output.send(body as StageBody, scales, 1 / 60);

function decode(protocol: FeedProtocol, bridge: ReturnType<typeof createBridge>) {
  const decoder = createFeedDecoder(protocol);
  const packet = createFeedPacket();
  const poses = new Map<string, number[]>();
  for (const { protocol: to, datagram } of bridge.sent) {
    if (to !== protocol || !decoder.decode(datagram, packet)) continue;
    for (const { key, pose } of packet.samples.slice(0, packet.sampleCount)) poses.set(key, [...pose]);
  }
  return poses;
}

test('a body goes to VMC and VRChat without a tracker feed, by a connection of its own', () => {
  const own = createBridge(['vmc', 'vrchat']);
  const output = new BodyOutput(null, () => own);
  const world = restingWorld();
  sendTo(output, world);
  const bones = decode('vmc', own);
  for (const bone of ['bone/head', 'bone/hips', 'bone/leftHand', 'bone/rightFoot']) expect(bones.has(bone)).toBe(true);
  // VRChat's trackers are in the person's metres.
  const hips = defaultSkeleton.restWorldPositions[jointOfBone(defaultSkeleton, 'hips') * 3 + 1];
  expect(decode('vrchat', own).get('tracker/1')?.[1]).toBeCloseTo(1.1 * hips, 4);
  expect(output.sentCount).toBe(1);
  expect(describeOutput(output)).toMatch(/^VMC to 127\.0\.0\.1:9000, VRChat’s OSC to .*: 1 frames sent\.$/);
  output.dispose();
  expect(own.isDisposed).toBe(true);
});

test('a feed’s connection is used while there is one; without targets the sentence says what to do', () => {
  const [own, feed] = [createBridge([]), createBridge(['vmc'])];
  const output = new BodyOutput(null, () => own);
  sendTo(output, restingWorld());
  expect([own.sent.length, output.sentCount]).toEqual([0, 0]);
  expect(describeOutput(output)).toContain('--vmc-out');
  output.share(feed);
  expect(own.isDisposed).toBe(true);
  sendTo(output, restingWorld());
  expect(feed.sent.length).toBeGreaterThan(0);
  output.dispose();
  expect(feed.isDisposed).toBe(false);
});

test('the body is sent while a feed moves it, else only where the visitor wants it, whatever the source is', async () => {
  const feed = createBridge(['vmc']);
  let bridge: ReturnType<typeof createBridge> | null = feed;
  const release = vi.fn();
  const sender = new BodySender(() => bridge as never, { keepGoing: () => release });
  const world = restingWorld() as World;
  await sender.update();
  sender.send(world, 1 / 60);
  expect(feed.sent.length).toBeGreaterThan(0);
  setSendingWanted(false);
  await sender.update();
  expect(sender.output).toBeNull();
  // A hidden page is not kept going for nobody.
  expect(release).toHaveBeenCalledOnce();
  bridge = null;
  vi.stubGlobal('location', { href: 'http://localhost/' });
  vi.stubGlobal('WebSocket', FakeSocket);
  setSendingWanted(true);
  await sender.update();
  expect(sender.output?.connection).toBe('connecting');
  setSendingWanted(false);
  await sender.update();
});
