import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { defaultSkeleton } from '@leib/body';
import { footSlide, jointOfBone, SMPL_JOINT_COUNT } from '@leib/core';
import { seededRandom } from '@leib/core/testing';
import { createPerson } from '@leib/embody';
import { roomKind } from '@leib/net';
import { startServer } from '@leib/server';
import type { ActorDoc, StageView } from '@leib/stage';
import { createRemoteKind, type RemoteActor, SharedRoom } from '@leib/together';
import { createEmulatedSource, setMoveWish } from '@leib/tracking';
import type { WebSocket as Socket } from 'ws';
import { contactJoints } from '../../../packages/core/dist/metrics/footSlide.js';
import type { BenchmarkOptions } from './benchmarkOptions.js';
import { median } from './measureTimes.js';
import type { BenchResult } from './report.js';
import { WebSocket, WebSocketServer } from './webSockets.js';

const HZ = 72;
/** What the proxy does to all that goes through it, and to bodies. */
const network = { delayMs: 100, jitterMs: 40, loss: 0.05 };
/** What the network does to each who looks on. */
const seeds = [1, 2, 3];
/** Until the feed knows how much the way varies. */
const SETTLE_MS = 5000;

/** Between one client and a server: every message is late by another time, and bodies get lost. */
async function startProxy(port: number, seed: number) {
  const random = seededRandom(seed);
  const proxy = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  await once(proxy, 'listening');
  /** When the last message that may not overtake another one leaves. */
  const lastMs = new WeakMap<Socket, number>();
  const pass = (data: Buffer, to: Socket) => {
    const isBody = data[0] === roomKind.people || data[0] === roomKind.person;
    if (isBody && random() < network.loss) return;
    const nowMs = performance.now();
    const wantedMs = nowMs + network.delayMs + (random() * 2 - 1) * network.jitterMs;
    // Welcome and document come in their order, as by a connection; bodies as by datagrams.
    const leavesMs = isBody ? wantedMs : Math.max(wantedMs, (lastMs.get(to) ?? 0) + 1);
    if (!isBody) lastMs.set(to, leavesMs);
    setTimeout(() => to.readyState === to.OPEN && to.send(data), leavesMs - nowMs);
  };
  proxy.on('connection', (client, { url }) => {
    const server = new WebSocket(`ws://127.0.0.1:${port}${url}`, { perMessageDeflate: false });
    client.on('message', (data: Buffer) => pass(data, server));
    server.on('message', (data: Buffer) => pass(data, client));
    client.on('close', () => server.terminate());
    server.on('close', () => client.terminate());
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`, close: () => proxy.close() };
}

interface Moment {
  readonly ms: number;
  readonly places: Float64Array;
}

/** Two people walk about, and others see them over real sockets, a real server and bad networks. */
export async function benchLossyNetwork({ targetCount }: BenchmarkOptions): Promise<BenchResult[]> {
  const seconds = targetCount >= 1000 ? 120 : targetCount >= 200 ? 20 : 2;
  const server = await startServer({ port: 0, studioDir: null });
  const proxies = await Promise.all(seeds.map((seed) => startProxy(server.port, seed)));
  const enter = (url: string, name: string) =>
    new SharedRoom(url, 'walk', {
      name,
      createSocket: (address) => new WebSocket(address) as unknown as globalThis.WebSocket,
    });
  const walking = ['Ada', 'Cyd'].map((name) => enter(server.url, name));
  const watching = proxies.map(({ url }, i) => enter(url, `Bo ${i}`));
  const rooms = [...walking, ...watching];
  try {
    const isFull = () => rooms.every((room) => room.others.length === rooms.length - 1);
    while (!isFull()) await new Promise((resolve) => setTimeout(resolve, 20));
    return (await walk(walking, watching, seconds)).map(resultOf);
  } finally {
    for (const room of rooms) room.dispose();
    for (const proxy of proxies) proxy.close();
    await server.close();
  }
}

/** How somebody is seen by another one. */
function createView(id: string, sent: readonly Moment[], bo: SharedRoom) {
  const kind = createRemoteKind({
    feed: () => bo.feed(id),
    nowMs: () => seenMs,
    body: () => ({ skeleton: defaultSkeleton }),
  });
  // A busy machine may hold up a frame between its begin and here: what is shown is of this moment.
  let seenMs = 0;
  const seen = kind.create(bo.doc?.actors[id] as ActorDoc, id) as RemoteActor;
  const [shown, timesUs]: [(Moment & { readonly waitMs: number })[], number[]] = [[], []];
  return {
    seen: { sent, shown, timesUs, bo },
    step(t: number, dtSeconds: number) {
      seenMs = bo.nowMs();
      const begunMs = performance.now();
      seen.step({} as StageView, dtSeconds);
      timesUs.push((performance.now() - begunMs) * 1000);
      if (seen.pack() && t * 1000 > SETTLE_MS)
        shown.push({ ms: seenMs, places: seen.pose.worldPositions.slice(), waitMs: bo.feed(id)?.delayMs ?? 0 });
    },
  };
}

/** Somebody who walks for four of six seconds, and how the others see them. */
function createWalker(room: SharedRoom, watching: readonly SharedRoom[], phase: number) {
  const source = createEmulatedSource({ startYaw: phase });
  const person = createPerson({ skeleton: defaultSkeleton, source });
  const sent: Moment[] = [];
  const views = watching.map((bo) => createView(room.me as string, sent, bo));
  return {
    views,
    step(nowMs: number, t: number, dtSeconds: number) {
      setMoveWish(source.state, (t + phase) % 6 < 4 ? 0.9 : 0, 0, 0, Math.sin((t + phase) * 0.7) * 0.8);
      person.step(dtSeconds);
      sent.push({ ms: nowMs, places: person.pose.worldPositions.slice() });
      room.send(person);
      for (const view of views) view.step(t, dtSeconds);
    },
  };
}

async function walk(rooms: readonly SharedRoom[], watching: readonly SharedRoom[], seconds: number) {
  const walkers = rooms.map((room, i) => createWalker(room, watching, i * 2));
  const startMs = performance.now();
  let lastMs = startMs;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const nowMs = performance.now();
      const dtSeconds = (nowMs - lastMs) / 1000;
      // Timers are late now and then: frames are as long as they were.
      if (dtSeconds < 0.9 / HZ) return;
      lastMs = nowMs;
      for (const walker of walkers) walker.step(nowMs, (nowMs - startMs) / 1000, dtSeconds);
      if (nowMs - startMs < SETTLE_MS + seconds * 1000) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
  return walkers.flatMap(({ views }, walker) =>
    views.map(({ seen }, i) => ({
      ...seen,
      figures: seen.bo.figures(),
      name: `walker-${walker + 1}-seed-${seeds[i]}`,
    })),
  );
}

/** The farthest that any of the joints went within a frame of 1 / HZ, centimetres: a frame that was late stands for as much longer. */
function mostStepCm(moments: readonly Moment[], joints: readonly number[]): number {
  const steps = moments.slice(1).map(({ ms, places }, i) => {
    const frames = Math.max(1, ((ms - moments[i].ms) * HZ) / 1000);
    return Math.max(...joints.map((joint) => apart(places, moments[i].places, joint))) / frames;
  });
  return steps.reduce((most, cm) => Math.max(most, cm), 0);
}

const apart = (a: Float64Array, b: Float64Array, joint: number) =>
  Math.hypot(...[0, 1, 2].map((i) => a[joint * 3 + i] - b[joint * 3 + i])) * 100;

/** Ankles and toes at an even rate, as footSlide() reads them. */
function feetOf(moments: readonly Moment[], fromMs: number, toMs: number) {
  const joints = (['leftFoot', 'rightFoot', 'leftToes', 'rightToes'] as const).map((bone) =>
    jointOfBone(defaultSkeleton, bone),
  );
  const frameCount = Math.floor(((toMs - fromMs) * HZ) / 1000);
  const positions = new Float64Array(frameCount * SMPL_JOINT_COUNT * 3);
  for (let frame = 0; frame < frameCount; frame++) {
    const places = placesAt(moments, fromMs + (frame * 1000) / HZ);
    for (const [i, joint] of joints.entries())
      positions.set(places.subarray(joint * 3, joint * 3 + 3), (frame * SMPL_JOINT_COUNT + contactJoints[i]) * 3);
  }
  return { hz: HZ, frameCount, positions };
}

function resultOf({ sent, shown, timesUs, figures, name }: Awaited<ReturnType<typeof walk>>[number]): BenchResult {
  const head = jointOfBone(defaultSkeleton, 'head');
  const joints = Array.from({ length: defaultSkeleton.parents.length }, (_, joint) => joint);
  // What is known: the quickest way through the proxy, and how long the feed says that it waits beyond that.
  const then = shown.map(({ ms, waitMs }) => placesAt(sent, ms - (network.delayMs - network.jitterMs) - waitMs));
  const headCm = shown.map(({ places }, i) => apart(places, then[i], head));
  const bodyCm = shown.map(({ places }, i) => {
    let sum = 0;
    for (let joint = 0; joint < places.length / 3; joint++) sum += apart(places, then[i], joint);
    return sum / (places.length / 3);
  });
  // What the sender's own feet slide, and what those that are seen slide while the sender's stand.
  const ends = [shown[0].ms, shown[shown.length - 1].ms] as const;
  const seenFeet = feetOf(shown, ...ends);
  const ownFeet = feetOf(
    shown.map(({ ms }, i) => ({ ms, places: then[i] })),
    ...ends,
  );
  const [ownSlide, seenSlide] = [footSlide(ownFeet, ownFeet), footSlide(ownFeet, seenFeet)];
  const quantile = (values: readonly number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length * share)];
  return {
    name: `together/5%-lost-100±40ms-${name}`,
    ours: median(timesUs),
    unit: 'us',
    peers: {},
    ratio: {},
    bytesPerCall: null,
    facts: {
      seconds: Math.round((shown[shown.length - 1].ms - shown[0].ms) / 1000),
      headMedianCm: median(headCm),
      headP95Cm: quantile(headCm, 0.95),
      bodyMedianCm: median(bodyCm),
      mostJumpCm: mostStepCm(shown, [head]),
      mostJointJumpCm: mostStepCm(shown, joints),
      ownJointJumpCm: mostStepCm(sent, joints),
      ownSlideCmS: ownSlide * 100,
      seenSlideCmS: seenSlide * 100,
      slideRatio: seenSlide / ownSlide,
      waitMs: median(shown.map(({ waitMs }) => waitMs)),
      roundTripMs: figures.roundTripMs,
      lostPercent: figures.lost * 100,
    },
  };
}

/** Between the two moments around a time. */
function placesAt(sent: readonly Moment[], ms: number): Float64Array {
  const next = Math.max(1, sent.findLastIndex((moment) => moment.ms <= ms) + 1);
  const [from, to] = [sent[next - 1], sent[Math.min(next, sent.length - 1)]];
  const share = Math.min(1, Math.max(0, (ms - from.ms) / Math.max(1e-6, to.ms - from.ms)));
  return from.places.map((value, i) => value + (to.places[i] - value) * share);
}
