import { defaultSkeleton } from '@leib/body';
import { footSlide, jointOfBone, SMPL_JOINT_COUNT } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { createPerson, loadPrior } from '@leib/embody';
import { createPersonUpdate, readPerson, sizeOfPerson } from '@leib/net';
import type { ActorDoc, StageView } from '@leib/stage';
import { createEmulatedSource, setMoveWish } from '@leib/tracking';
import { beforeAll, describe, expect, test } from 'vitest';
import { addFootKey, createFootTrack, stepFootTrack } from './footTrack.js';
import { PersonFeed } from './personFeed.js';
import { PersonSender, type SentForm } from './personSender.js';
import type { RemoteActor } from './remoteActor.js';
import { createRemoteKind } from './remoteKind.js';

// The engine's modules by a name that the type checker does not look for: these packages are for browsers, too.
const { readFile } = (await import('node:fs/promises' as string)) as { readFile(url: URL): Promise<Uint8Array> };
const prior = loadPrior(await readFile(new URL('../../embody/assets/prior.bin', import.meta.url)));
const doc: ActorDoc = {
  kind: 'remote',
  source: { kind: 'network' },
  body: { kind: 'default' },
  profile: null,
  settings: {},
};

interface Network {
  readonly delayMs: number;
  readonly jitterMs: number;
  readonly loss: number;
  /** Now and then nothing comes for so long, and then all at once, milliseconds. */
  readonly stallMs?: number;
}
const quick: Network = { delayMs: 20, jitterMs: 0, loss: 0 };

interface Moment {
  readonly ms: number;
  readonly places: Float64Array;
}

/** Somebody walks about: the body of each frame, and what their page sends 60 times a second, in both forms. */
const walk = (() => {
  const source = createEmulatedSource({ startYaw: 0 });
  const person = createPerson({ skeleton: defaultSkeleton, source, prior });
  const senders = { targets: new PersonSender(), pose: new PersonSender() };
  const updates: Record<SentForm, { ms: number; bytes: Uint8Array }[]> = { targets: [], pose: [] };
  const bodies: Moment[] = [];
  let sentMs = Number.NEGATIVE_INFINITY;
  for (let frame = 0; frame < 36 * 72; frame++) {
    const ms = (frame * 1000) / 72;
    const t = ms / 1000;
    setMoveWish(source.state, t % 6 < 4 ? 0.9 : 0, 0, 0, Math.sin(t * 0.7) * 0.8);
    person.step(1 / 72);
    bodies.push({ ms, places: person.pose.worldPositions.slice() });
    if (ms - sentMs < 1000 / 60 - 5) continue;
    sentMs = ms;
    for (const form of ['targets', 'pose'] as const)
      updates[form].push({ ms, bytes: senders[form].encode(person, form, ms).slice() });
  }
  return { bodies, updates };
})();

interface Seen extends Moment {
  readonly delayMs: number;
}

/** Somebody else sees who walks over a network, frame by frame. */
function see(seed: number, form: SentForm, network: Network, seconds: number): readonly Seen[] {
  const random = seededRandom(seed);
  const feed = new PersonFeed();
  let nowMs = 0;
  const kind = createRemoteKind({
    feed: () => feed,
    nowMs: () => nowMs,
    body: () => ({ skeleton: defaultSkeleton, prior }),
  });
  const other = kind.create(doc, 'ada') as RemoteActor;
  const waiting = [...walk.updates[form]];
  const underWay: { arrivesMs: number; bytes: Uint8Array }[] = [];
  const seen: Seen[] = [];
  let stalledUntilMs = 0;
  for (const { ms } of walk.bodies.slice(0, seconds * 72)) {
    nowMs = ms;
    if (waiting[0]?.ms === ms) {
      const { bytes } = waiting.shift() as { bytes: Uint8Array };
      if (random() >= network.loss) {
        const arrivesMs = nowMs + network.delayMs + (random() * 2 - 1) * network.jitterMs;
        underWay.push({ arrivesMs: Math.max(arrivesMs, stalledUntilMs), bytes });
      }
      if (network.stallMs && random() < 0.01) stalledUntilMs = nowMs + network.delayMs + random() * network.stallMs;
    }
    for (const message of underWay.filter(({ arrivesMs }) => arrivesMs <= nowMs)) {
      const size = sizeOfPerson(message.bytes, 0);
      if (!size.ok) throw new Error(size.reason);
      feed.hear(message.bytes, 0, size.value, nowMs, message.arrivesMs);
      underWay.splice(underWay.indexOf(message), 1);
    }
    other.step({} as StageView, 1 / 72);
    const delayMs = network.delayMs - network.jitterMs + feed.delayMs;
    if (other.pack()) seen.push({ ms, delayMs, places: other.pose.worldPositions.slice() });
  }
  return seen;
}

/** The sender's body at a moment. */
function sentAt(ms: number): Float64Array {
  const at = Math.max(0, Math.min(walk.bodies.length - 2, Math.floor((ms * 72) / 1000)));
  const share = Math.min(1, Math.max(0, (ms * 72) / 1000 - at));
  return walk.bodies[at].places.map((value, i) => value + (walk.bodies[at + 1].places[i] - value) * share);
}

function distances(a: Float64Array, b: Float64Array): number[] {
  return Array.from({ length: a.length / 3 }, (_, i) =>
    Math.hypot(a[i * 3] - b[i * 3], a[i * 3 + 1] - b[i * 3 + 1], a[i * 3 + 2] - b[i * 3 + 2]),
  );
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];
const head = jointOfBone(defaultSkeleton, 'head') * 3;
const headOf = (places: Float64Array) => places.subarray(head, head + 3);

test.each(['targets', 'pose'] as const)(
  'the body that is seen is the one that was sent, within a centimetre (%s)',
  (form) => {
    const seen = see(1, form, quick, 12).slice(72);
    const errors = seen.map(({ ms, delayMs, places }) => mean(distances(places, sentAt(ms - delayMs))));
    expect(mean(errors)).toBeLessThan(0.01);
  },
);

test('head and hands are 38 bytes; the rest is where feet step, and now and then the fingers', () => {
  expect(mean(walk.updates.targets.map(({ bytes }) => bytes.length))).toBeLessThan(41);
});

/** The farthest that each joint goes in a frame, metres. */
function farthestSteps(moments: readonly Moment[]): readonly number[] {
  return moments
    .slice(1)
    .map(({ places }, i) => distances(places, moments[i].places))
    .reduce((most, steps) => most.map((far, joint) => Math.max(far, steps[joint])));
}

const own = farthestSteps(walk.bodies);
const knees = (['leftLowerLeg', 'rightLowerLeg'] as const).map((bone) => jointOfBone(defaultSkeleton, bone));

/** Knees of the sender's own go 12 cm where a leg that was stretched bends. */
function expectNoJump(seen: readonly Seen[]): void {
  for (const [joint, far] of farthestSteps(seen).entries())
    expect(far).toBeLessThan(knees.includes(joint) ? Math.max(0.1, own[joint] + 0.015) : 0.1);
}

const goal: Network = { delayMs: 100, jitterMs: 40, loss: 0.05 };

describe.each(seeds(3))('5 of 100 lost, 100 ms with 40 more or less (seed %i)', (seed) => {
  let seen: readonly Seen[];
  beforeAll(() => {
    seen = see(seed, 'targets', goal, 36);
  });

  test('heads are where they were sent, and no joint goes 10 cm in a frame', () => {
    const settled = seen.slice(144);
    const errors = settled.map(({ ms, delayMs, places }) =>
      Math.hypot(...headOf(sentAt(ms - delayMs)).map((v, i) => v - headOf(places)[i])),
    );
    expect(median(errors)).toBeLessThan(0.03);
    expectNoJump(settled);
  });

  test('feet that stand slide by centimetres in a second', () => {
    const settled = seen.slice(360);
    const sent = feetOf(settled.map(({ ms, delayMs }) => sentAt(ms - delayMs)));
    const [ownSlide, seenSlide] = [footSlide(sent, sent), footSlide(sent, feetOf(settled.map(({ places }) => places)))];
    expect(seenSlide).toBeLessThan(0.04);
    expect(seenSlide / ownSlide).toBeLessThan(3.5);
  });
});

test.each(seeds(2))('no joint of a whole body goes 10 cm in a frame there (seed %i)', (seed) => {
  expectNoJump(see(seed, 'pose', goal, 20).slice(144));
});

const worse: readonly Network[] = [
  { delayMs: 60, jitterMs: 20, loss: 0.3 },
  { delayMs: 40, jitterMs: 10, loss: 0.02, stallMs: 400 },
];

test.each(['targets', 'pose'] as const)(
  'over worse networks none goes much farther than the sender’s own (%s)',
  (form) => {
    for (const network of worse)
      for (const [joint, far] of farthestSteps(see(1, form, network, 14).slice(144)).entries())
        expect(far).toBeLessThan(Math.max(0.1, own[joint]) + 0.025);
  },
);

test('a page that is held up before it sends tells how long the body took, not how long the page did', () => {
  const source = createEmulatedSource({ startYaw: 0 });
  const person = createPerson({ skeleton: defaultSkeleton, source });
  const [sender, update] = [new PersonSender(), createPersonUpdate()];
  const times: number[] = [];
  for (let frame = 0; frame < 120; frame++) {
    // A frame that took 0.2 s is drawn, and its message leaves at the end of another such frame.
    const dtSeconds = frame === 61 ? 0.2 : 1 / 72;
    person.step(dtSeconds);
    const heldUpMs = frame === 60 ? 200 : 0;
    const begunMs = ((Math.min(frame, 61) + Math.max(0, frame - 61)) * 1000) / 72 + (frame > 60 ? 200 - 1000 / 72 : 0);
    readPerson(sender.encode(person, 'targets', begunMs + heldUpMs), 0, update);
    times.push(update.timeMs);
  }
  const passed = times.slice(1).map((ms, i) => ms - times[i]);
  // What was 0.2 s of walking is not told as the hundredth of a second between the two messages.
  expect(passed[60]).toBeGreaterThan(100);
  expect(Math.min(...passed)).toBeGreaterThan(8);
});

/** Ankles and toes as footSlide() reads them. */
function feetOf(moments: readonly Float64Array[]) {
  const joints = (['leftFoot', 'rightFoot', 'leftToes', 'rightToes'] as const).map((bone) =>
    jointOfBone(defaultSkeleton, bone),
  );
  const positions = new Float64Array(moments.length * SMPL_JOINT_COUNT * 3);
  for (const [frame, places] of moments.entries())
    for (const [i, joint] of joints.entries())
      positions.set(places.subarray(joint * 3, joint * 3 + 3), (frame * SMPL_JOINT_COUNT + [7, 8, 10, 11][i]) * 3);
  return { hz: 72, frameCount: moments.length, positions };
}

test('from afar a foot steps from one place to the next instead of sliding, whatever was not heard of it', () => {
  const track = createFootTrack();
  const update = createPersonUpdate();
  const tell = (ms: number, x: number) => {
    update.footPosition.set([x, 0.09, 0]);
    Object.assign(update, { isLeftFoot: true, leftStands: true });
    addFootKey(track, ms, update);
  };
  for (const [ms, x] of [
    [0, 0],
    [1000, 0.6],
    [2000, 0.61],
  ])
    tell(ms, x);
  let [slid, highest] = [0, 0];
  let before = [0, 0.09];
  for (let ms = 0; ms < 1990; ms += 10) {
    expect(stepFootTrack(track, ms, 10, false)).toBe(true);
    const [x, y] = track.shown;
    if (y < 0.1 && before[1] < 0.1) slid += Math.abs(x - before[0]);
    highest = Math.max(highest, y);
    before = [x, y];
  }
  expect(highest).toBeGreaterThan(0.13);
  expect(slid).toBeLessThan(0.08);
});
