import { defaultSkeleton } from '@leib/body';
import { jointOfBone, quat } from '@leib/core';
import { createPersonUpdate, encodePerson, type PersonUpdate, sizeOfPerson, wireBones } from '@leib/net';
import type { ActorDoc, StageView } from '@leib/stage';
import { expect, test } from 'vitest';
import { PersonFeed } from './personFeed.js';
import type { RemoteActor } from './remoteActor.js';
import { createRemoteKind } from './remoteKind.js';

// Somebody else by what comes of them, update by update, over a network that is even.

const FRAME_MS = 1000 / 60;
const HIPS = 0.95;

const docOf = (settings: ActorDoc['settings']): ActorDoc => ({
  ...{ kind: 'remote', source: { kind: 'network' }, body: { kind: 'default' }, profile: null },
  settings,
});

function remote(settings: ActorDoc['settings'] = {}) {
  const feed = new PersonFeed();
  const clock = { nowMs: 0 };
  const kind = createRemoteKind({
    feed: () => feed,
    nowMs: () => clock.nowMs,
    body: () => ({ skeleton: defaultSkeleton }),
  });
  const actor = kind.create(docOf(settings), 'ada') as RemoteActor;
  const update = createPersonUpdate();
  /** Frames go by; `change` says what is sent in each, false: nothing comes. */
  const frames = (count: number, change: (update: PersonUpdate, frame: number) => unknown, seen = () => {}) => {
    for (let frame = 0; frame < count; frame++) {
      clock.nowMs += FRAME_MS;
      const isSent = change(update, frame) !== false;
      Object.assign(update, { sequence: (update.sequence + 1) & 255, timeMs: clock.nowMs % 16384 });
      const bytes = encodePerson(update);
      const size = sizeOfPerson(bytes, 0);
      if (!size.ok) throw new Error(size.reason);
      if (isSent) feed.hear(bytes, 0, size.value, clock.nowMs, clock.nowMs);
      actor.step({} as StageView, FRAME_MS / 1000);
      seen();
    }
  };
  const placeOf = (bone: Parameters<typeof jointOfBone>[1]) => {
    const joint = jointOfBone(defaultSkeleton, bone) * 3;
    return actor.pose.worldPositions.slice(joint, joint + 3);
  };
  return { actor, feed, frames, placeOf };
}

const apart = (a: Float64Array, b: Float64Array) => Math.hypot(...a.map((value, i) => value - b[i]));

/** Head and hands of somebody who stands. */
function standing(update: PersonUpdate): void {
  update.form = 'targets';
  for (const [point, place] of [
    [0, 1.55, 0.05],
    [0.3, 0.9, 0.1],
    [-0.3, 0.9, 0.1],
  ].entries())
    update.jointPoses.set([...place, 0, 0, 0, 1], point * 7);
  update.quality.fill(2, 0, 3);
}

/** All bones as they are made, arms out. */
function posed(update: PersonUpdate): void {
  update.form = 'pose';
  update.rootPosition.set([0, HIPS, 0]);
  for (let at = 3; at < update.rotations.length; at += 4) update.rotations[at] = 1;
}

test.each([
  ['targets', standing],
  ['pose', posed],
] as const)('fingers that are bent are bent for the others, and stretched again (%s)', (_form, begin) => {
  const { actor, frames } = remote();
  const bent = quat.setAxisAngle(quat.create(), [0, 0, 1], 0.7);
  const finger = wireBones.fingers.indexOf('rightIndexProximal');
  const joint = jointOfBone(defaultSkeleton, 'rightIndexProximal') * 4;
  const angle = () => 2 * Math.acos(Math.min(1, Math.abs(actor.pose.localRotations[joint + 3])));
  const send = (turn: ArrayLike<number>) =>
    frames(40, (update) => {
      begin(update);
      update.hasFingers = true;
      for (let at = 3; at < update.fingers.length; at += 4) update.fingers[at] = 1;
      update.fingers.set(turn, finger * 4);
    });
  send(bent);
  expect(angle()).toBeCloseTo(0.7, 2);
  send([0, 0, 0, 1]);
  expect(angle()).toBeLessThan(0.01);
});

test('a body that is shown larger has its hips where they were sent', () => {
  const { actor, frames } = remote({ scale: 1.25 });
  frames(30, (update) => {
    posed(update);
    update.rootPosition.set([2, 1.2, -3]);
  });
  for (const [i, value] of [2, 1.2, -3].entries()) expect(actor.pose.rootPosition[i] * 1.25).toBeCloseTo(value, 2);
});

test('of a body that is sent whole a foot that stands does not slide, and one that does not goes along', () => {
  const slide = (leftStands: boolean) => {
    const { frames, placeOf } = remote();
    frames(30, (update) => {
      posed(update);
      update.leftStands = leftStands;
    });
    const before = placeOf('leftFoot');
    frames(60, (update, frame) => {
      update.rootPosition[0] = 0.03 * Math.min(1, frame / 30);
      update.rootPosition[1] = HIPS - 0.02;
    });
    return apart(before, placeOf('leftFoot'));
  };
  expect(slide(true)).toBeLessThan(0.002);
  expect(slide(false)).toBeGreaterThan(0.03);
});

test('where targets follow on a whole body, or the other way round, nothing leaps', () => {
  const { frames, placeOf } = remote();
  frames(60, standing);
  let before = placeOf('rightHand');
  const start = before;
  let most = 0;
  const look = () => {
    const now = placeOf('rightHand');
    most = Math.max(most, apart(now, before));
    before = now;
  };
  frames(60, posed, look);
  expect(apart(start, before)).toBeGreaterThan(0.3);
  frames(60, standing, look);
  expect(apart(start, before)).toBeLessThan(0.05);
  expect(most).toBeLessThan(0.1);
});

test('who was not heard of for a moment goes over to where they are by now', () => {
  const { feed, frames } = remote();
  const walk = (update: PersonUpdate, x: number) => {
    standing(update);
    for (let point = 0; point < 3; point++) update.jointPoses[point * 7] += x;
  };
  frames(60, (update, frame) => walk(update, frame / 60));
  let before = feed.shown.jointPoses[0];
  const start = before;
  let most = 0;
  const look = () => {
    most = Math.max(most, Math.abs(feed.shown.jointPoses[0] - before));
    before = feed.shown.jointPoses[0];
  };
  frames(30, () => false, look);
  // They have turned round meanwhile.
  frames(60, (update) => walk(update, 0.5), look);
  expect(start).toBeGreaterThan(0.9);
  expect(before).toBeCloseTo(0.5, 2);
  expect(most).toBeLessThan(0.1);
});

test('who is far off is worked out seldom, all in turns, and is where they are', () => {
  const work = (every: number) => {
    const ids = ['p1', 'p2', 'p3', 'p4'];
    const clock = { nowMs: 0 };
    const feeds = new Map(ids.map((id) => [id, new PersonFeed()]));
    const kind = createRemoteKind({
      feed: (id) => feeds.get(id) ?? null,
      nowMs: () => clock.nowMs,
      body: () => ({ skeleton: defaultSkeleton }),
      everyFrames: () => every,
    });
    const actors = ids.map((id) => kind.create(docOf({}), id) as RemoteActor);
    const update = createPersonUpdate();
    const changed: number[] = [];
    for (let frame = 0; frame < 120; frame++) {
      clock.nowMs += FRAME_MS;
      posed(update);
      update.rootPosition[0] = frame / 60;
      Object.assign(update, { sequence: frame & 255, timeMs: clock.nowMs });
      const bytes = encodePerson(update);
      for (const feed of feeds.values()) feed.hear(bytes, 0, bytes.length, clock.nowMs, clock.nowMs);
      const before = actors.map(({ pose }) => pose.rootPosition[0]);
      for (const actor of actors) actor.step({} as StageView, FRAME_MS / 1000);
      if (frame >= 60) changed.push(actors.filter(({ pose }, i) => pose.rootPosition[0] !== before[i]).length);
    }
    return { changed, places: actors.map(({ pose }) => pose.rootPosition[0]) };
  };
  const [near, far] = [work(1), work(4)];
  expect(new Set(near.changed)).toEqual(new Set([4]));
  expect(new Set(far.changed)).toEqual(new Set([1]));
  // Three frames of somebody who walks a metre in a second.
  for (const [i, x] of far.places.entries()) expect(Math.abs(x - near.places[i])).toBeLessThan(3.5 / 60);
});
