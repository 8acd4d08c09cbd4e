import type { RandomState } from '@leib/core';
import { mutateFile, seededRandom } from '@leib/core/testing';
import {
  type BridgeSource,
  createBridgeSource,
  createFeedDecoder,
  createSlimeVrSource,
  encodeBridgeDatagram,
  encodeFeedList,
} from '@leib/feeds';
import { dataFeedUpdate, FakeSocket } from '@leib/feeds/testing';
import { createDeviceFrame, createFeedPacket, type FeedPacket, quality } from '@leib/tracking';
import { type Attack, type AttackFigures, Outcomes } from './attack.js';
import { type FeedUnderAttack, feedsUnderAttack } from './feedsUnderAttack.js';

/** Hostile packets between two stretches of honest ones. */
const ROUND = 64;
/** Honest frames after which nothing of the hostile packets may be left: two thirds of a second at 60 Hz. */
const RECOVERY_FRAMES = 40;
/** Most samples of a packet and devices of a source: see docs/feeds.md. */
const MOST_SAMPLES = 512;
const MOST_DEVICES = 1024;

interface FeedFigures {
  readonly outcomes: Outcomes;
  readonly faults: string[];
  inputs: number;
  slowestMs: number;
}

/**
 * Hostile packets for every feed, from the address of the honest sender and from others: damaged copies, whole packets with
 * forged content, noise. The laws: no decoder throws; honest frames of the same address are read as before after
 * RECOVERY_FRAMES; strangers move and lose nothing of a known sender, ever; tables stay within their bounds.
 */
export const feedPacketsAttack: Attack = {
  name: 'feed packets',
  title: 'forged and damaged packets of tracker feeds',
  counts: { full: 200_000, quick: 60_000 },
  run: async (seed, count) => attackFeeds(seed, count, () => performance.now()),
};

/** The attack with a clock of one's own; tests do not look at times. */
export function attackFeeds(seed: number, count: number, nowMs: () => number = () => 0): AttackFigures {
  const figures: FeedFigures = { outcomes: new Outcomes(), faults: [], inputs: 0, slowestMs: 0 };
  const share = Math.ceil(count / (2 * feedsUnderAttack.length + 1));
  for (const feed of feedsUnderAttack) {
    attackDecoder(feed, seed, share, figures, nowMs);
    attackBesideSender(feed, seed, share, figures, nowMs);
  }
  attackSlimeVr(seed, share, figures, nowMs);
  const { outcomes, faults, inputs, slowestMs } = figures;
  return { inputs, outcomes: outcomes.toRecord(), faults, facts: { slowestMs: Number(slowestMs.toFixed(2)) } };
}

/** Hostile packets of one feed, all from the seed. */
function* hostilePackets({ honest, forged, kind }: FeedUnderAttack, seed: number): Generator<Uint8Array, never, void> {
  const state: RandomState = { seed };
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  for (;;) {
    const way = random();
    const whole = random() < 0.5 ? pick(forged) : pick(honest(Math.floor(random() * 1000)));
    if (way < 0.3) yield pick(forged);
    else if (way < 0.6) yield mutateFile(whole, isJsonObject(whole) || kind !== 'json' ? kind : 'bytes', state);
    else if (way < 0.9) yield mutateFile(whole, 'bytes', state);
    else yield Uint8Array.from({ length: Math.floor(random() * 300) }, () => Math.floor(random() * 256));
  }
}

function isJsonObject(bytes: Uint8Array): boolean {
  return bytes[0] === 0x7b;
}

/** From the sender's own address: one decoder for all, beside one that gets the honest packets only. */
function attackDecoder(feed: FeedUnderAttack, seed: number, count: number, figures: FeedFigures, nowMs: () => number) {
  const decoder = createFeedDecoder(feed.protocol);
  const clean = createFeedDecoder(feed.protocol);
  const [packet, expected] = [createFeedPacket(), createFeedPacket()];
  const hostile = hostilePackets(feed, seed);
  let frame = 0;
  for (let sent = 0; sent < count; sent++) {
    const bytes = hostile.next().value;
    const isRead = guarded(figures, `${feed.protocol}, packet ${sent}`, nowMs, () => decoder.decode(bytes, packet));
    figures.outcomes.add(isRead ? 'read' : 'refused');
    if (isRead) checkPacket(packet, `${feed.protocol}, packet ${sent}`, figures.faults);
    if (sent % ROUND !== ROUND - 1) continue;
    for (let honest = 0; honest < RECOVERY_FRAMES; honest++, frame++) {
      for (const whole of feed.honest(frame)) {
        const isCleanRead = clean.decode(whole, expected);
        const isSame = decoder.decode(whole, packet) === isCleanRead && haveSamePlaces(packet, expected);
        if (honest === RECOVERY_FRAMES - 1 && !isSame) {
          figures.faults.push(`${feed.protocol}: after packet ${sent} honest frames are read otherwise than before`);
        }
      }
    }
  }
}

/** From other addresses, through the source that a page has. */
function attackBesideSender(
  feed: FeedUnderAttack,
  seed: number,
  count: number,
  figures: FeedFigures,
  clockMs: () => number,
) {
  const page = openPage(feed.protocol);
  const random = seededRandom(seed + 1);
  const hostile = hostilePackets(feed, seed + 1);
  const clean = createFeedDecoder(feed.protocol, { up: 'y' });
  const expected = createFeedPacket();
  const place = `${feed.protocol}, strangers`;
  let frame = 0;
  const sendHonest = () => {
    page.advance(16);
    for (const whole of feed.honest(frame)) {
      page.receive(whole, 1);
      clean.decode(whole, expected);
    }
    frame++;
  };
  for (let i = 0; i < 10; i++) sendHonest();
  for (let sent = 0; sent < count; sent++) {
    const bytes = hostile.next().value;
    const sender = random() < 0.5 ? 2 + Math.floor(random() * 4) : Math.floor(random() * 2 ** 31) + 10;
    guarded(figures, `${place}, packet ${sent}`, clockMs, () => page.receive(bytes, sender));
    figures.outcomes.add('from strangers');
    if (sent % 16 !== 15) continue;
    checkDevices(page.source, feed.protocol, expected, `${place}, packet ${sent}`, figures.faults);
    sendHonest();
  }
  page.source.dispose();
}

/** SlimeVR has a connection of its own: damaged messages, then a whole one. */
function attackSlimeVr(seed: number, count: number, figures: FeedFigures, clockMs: () => number) {
  const socket = new FakeSocket('ws://slimevr');
  let nowMs = 0;
  const createSocket = () => socket as unknown as WebSocket;
  const source = createSlimeVrSource('ws://slimevr', { createSocket, nowMs: () => nowMs });
  socket.open();
  const whole = dataFeedUpdate();
  socket.receive(whole);
  const before = source.devices.map(({ id, pose }) => [id, [...pose]] as const);
  const state: RandomState = { seed };
  for (let sent = 0; sent < count; sent++) {
    const bytes = mutateFile(new Uint8Array(whole), 'bytes', state);
    guarded(figures, `slimevr, message ${sent}`, clockMs, () => socket.receive(bytes.slice().buffer));
    figures.outcomes.add('slimevr');
    if (sent % ROUND !== ROUND - 1) continue;
    nowMs += 16;
    socket.receive(whole);
    const now = new Map(source.devices.map(({ id, pose }) => [id, pose]));
    const isSame = before.every(([id, pose]) => pose.every((value, k) => now.get(id)?.[k] === value));
    if (!isSame) figures.faults.push(`slimevr: after message ${sent} a whole message is read otherwise than before`);
    if (source.devices.length > MOST_DEVICES) figures.faults.push(`slimevr: ${source.devices.length} devices`);
  }
  source.dispose();
}

/** Calls what must not throw, and notes how long it took. */
function guarded<T>(figures: FeedFigures, place: string, nowMs: () => number, work: () => T): T | false {
  figures.inputs++;
  const begunMs = nowMs();
  try {
    return work();
  } catch (error) {
    figures.faults.push(`${place}: expected no error, got ${String(error)}`);
    return false;
  } finally {
    figures.slowestMs = Math.max(figures.slowestMs, nowMs() - begunMs);
  }
}

function checkPacket({ sampleCount, samples }: FeedPacket, place: string, faults: string[]): void {
  if (sampleCount > MOST_SAMPLES) faults.push(`${place}: ${sampleCount} samples`);
  for (let i = 0; i < sampleCount; i++) {
    const { key, name, pose } = samples[i];
    const isSane = typeof key === 'string' && key.length > 0 && key.length < 200 && name.length < 200;
    if (!isSane || pose.length !== 7) faults.push(`${place}: a sample "${key.slice(0, 50)}" without key, name or pose`);
  }
}

/** Whether a packet has all samples of another at the same places. */
function haveSamePlaces(packet: FeedPacket, expected: FeedPacket): boolean {
  const found = new Map(packet.samples.slice(0, packet.sampleCount).map((sample) => [sample.key, sample]));
  return expected.samples.slice(0, expected.sampleCount).every(({ key, pose, quality: grade }) => {
    const sample = found.get(key);
    return sample?.quality === grade && pose.every((value, k) => Math.abs(sample.pose[k] - value) < 1e-6);
  });
}

function checkDevices(
  source: BridgeSource,
  protocol: string,
  { samples, sampleCount }: FeedPacket,
  place: string,
  faults: string[],
): void {
  source.step(0, createDeviceFrame());
  const devices = new Map(source.devices.map((device) => [device.id, device]));
  if (devices.size > MOST_DEVICES) faults.push(`${place}: ${devices.size} devices`);
  for (const { key, pose } of samples.slice(0, sampleCount)) {
    const device = devices.get(`${protocol}:5000/${key}`);
    const isThere = device !== undefined && device.quality === quality.tracked;
    if (!isThere || [0, 1, 2].some((k) => Math.abs(device.pose[k] - pose[k]) > 1e-6)) {
      faults.push(`${place}: expected ${key} where its known sender has it, got another place or none`);
    }
  }
}

/** A page's source, with its socket and its clock in our hands. */
function openPage(protocol: FeedUnderAttack['protocol']) {
  const socket = new FakeSocket('ws://bridge');
  let nowMs = 0;
  let sequence = 0;
  const createSocket = () => socket as unknown as WebSocket;
  const source = createBridgeSource('http://bridge', { createSocket, nowMs: () => nowMs });
  socket.open();
  const feeds = [{ protocol, address: '127.0.0.1', port: 5000, up: 'y', problem: null }] as const;
  socket.receive(encodeFeedList({ feeds, outputs: [] }).buffer);
  return {
    source,
    advance(ms: number) {
      nowMs += ms;
    },
    receive: (payload: Uint8Array, sender: number) =>
      socket.receive(encodeBridgeDatagram(0, sequence++, nowMs, payload, sender).buffer),
  };
}
