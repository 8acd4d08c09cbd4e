import { defaultSkeleton } from '@leib/body';
import {
  createPose,
  jointOfBone,
  poseTrackSpec,
  recordingOf,
  seekTimeline,
  type Track,
  valuesOfPose,
} from '@leib/core';
import { expect, test } from 'vitest';
import { scaledSkeleton } from './fileBody.js';
import type { RemoteActor } from './remoteActor.js';
import { createRemoteKind, type RemoteRefs } from './remoteKind.js';
import { isRoomRecording, namesOfRoom, RoomReplay, replayedId } from './roomReplay.js';

/** Somebody who goes along X at 1 m/s from one time to another. */
function trackOf(
  name: string,
  [from, to]: readonly [number, number],
  actor?: string,
  skeleton = defaultSkeleton,
): Track {
  const { about, ...spec } = poseTrackSpec(name, skeleton, 10);
  const momentCount = Math.round((to - from) * 10) + 1;
  const times = Float64Array.from({ length: momentCount }, (_, i) => from + i / 10);
  const { root, joints } = valuesOfPose(createPose(skeleton));
  const moved = Array.from(times, (t) => [root[0] + t, root[1], root[2]]).flat();
  const turned = Array.from(times, () => Array.from(joints)).flat();
  return {
    ...{ ...spec, about: { ...about, ...(actor && { actor }) }, momentCount, times },
    channels: {
      root: { kind: 'line', count: 3, values: Float64Array.from(moved) },
      joints: { kind: 'rotation', count: skeleton.jointCount, values: Float64Array.from(turned) },
    },
  };
}

const person = (name: string, more = {}) => ({
  ...{ kind: 'remote', source: { kind: 'network', person: 0 }, body: { kind: 'default' } },
  settings: { name, ...more },
});
const doc = (actors: object, things: readonly object[] = []) => ({ format: 'leib-stage/1', actors, things });
const [ada, bo] = ['p1', 'p2'].map(replayedId);

function open(tracks: readonly Track[], documents: readonly (readonly [number, unknown])[]) {
  const replay = new RoomReplay(
    recordingOf(tracks, { documents: documents.map(([seconds, one]) => ({ seconds, doc: one })) }),
  );
  const refs: RemoteRefs = {
    ...{ feed: () => null, nowMs: () => 0, recorded: (id) => replay.moment(id) },
    body: () => ({ skeleton: defaultSkeleton }),
  };
  const actor = createRemoteKind(refs).create(replay.doc.actors[ada], ada) as RemoteActor;
  const at = (seconds: number) => {
    seekTimeline(replay.timeline, seconds);
    actor.step({} as never, 0);
    const hips = jointOfBone(defaultSkeleton, 'hips') * 3;
    return { isThere: actor.isThere, x: actor.pose.worldPositions[hips] };
  };
  return { replay, actor, at };
}

test('people, bodies and the document are those of the time, from whichever side it is reached', () => {
  const chair = { id: 'chair', kind: 'model', pose: [0, 0, 0, 0, 0, 0, 1], settings: {} };
  const { replay, at } = open(
    [trackOf('Ada', [0, 4], 'p1'), trackOf('Bo', [2, 4], 'p2')],
    [
      [0, doc({ p1: person('Ada'), r: person('Recording') })],
      [2, doc({ p1: person('Ada'), p2: person('Bo'), r: person('Recording') }, [chair])],
      [3, doc({ p2: person('Bo') }, [chair])],
    ],
  );
  expect(at(1.25)).toEqual({ isThere: true, x: expect.closeTo(1.25, 6) });
  expect([replay.others, replay.doc.things.length]).toEqual([[ada], 0]);
  expect(at(2.5).isThere).toBe(true);
  expect([replay.others, replay.doc.things.length]).toEqual([[ada, bo], 1]);
  expect(at(3.5).isThere).toBe(false);
  expect(replay.others).toEqual([bo]);
  expect(at(1.25)).toEqual({ isThere: true, x: expect.closeTo(1.25, 6) });
  expect(replay.doc.things).toEqual([]);
  expect(replay.moment(bo)).toBeNull();
});

test('things have ids that no room has, and their authors are those of then', () => {
  const pose = [0, 0, 0, 0, 0, 0, 1];
  const tape = { id: 'm1', kind: 'measure', pose, settings: { author: 'p1', what: 'distance' } };
  const hall = { id: 's1', kind: 'scan', pose, settings: { from: 'server', scan: 'hall' } };
  const { replay, at } = open(
    [trackOf('Ada', [0, 4], 'p1')],
    [
      [0, doc({ p1: person('Ada') }, [hall])],
      [2, doc({ p1: person('Ada') }, [hall, tape])],
    ],
  );
  at(3);
  expect(replay.doc.things).toEqual([
    { ...hall, id: replayedId('s1') },
    { ...tape, id: replayedId('m1'), settings: { author: ada, what: 'distance' } },
  ]);
  at(1);
  expect(replay.doc.things.map(({ id }) => id)).toEqual([replayedId('s1')]);
});

test('another size is another scale, and people stand where they stood', () => {
  const large = scaledSkeleton(defaultSkeleton, 1.25);
  const settings = { scale: 1.25 };
  const { actor, at } = open([trackOf('Ada', [0, 4], 'p1', large)], [[0, doc({ p1: person('Ada', settings) })]]);
  expect(at(2).x * actor.scale).toBeCloseTo(2, 6);
  const head = jointOfBone(defaultSkeleton, 'head') * 3 + 1;
  expect(actor.pose.worldPositions[head] * actor.scale).toBeCloseTo(large.restWorldPositions[head], 2);
});

test('settings that change make nobody anew: a body is the same object in all documents', () => {
  const { replay, at } = open(
    [trackOf('Ada', [0, 4], 'p1')],
    [0, 1, 2].map((t) => [t, doc({ p1: person('Ada', { points: { hand: t > 0 ? 'left' : 'right' } }) })] as const),
  );
  const bodies = [0.5, 1.5, 2.5].map((seconds) => {
    at(seconds);
    return replay.doc.actors[ada].body;
  });
  expect(bodies[1]).toBe(bodies[0]);
  expect(bodies[2]).toBe(bodies[0]);
});

test('another body of somebody is another track, by its time', () => {
  const tracks = [trackOf('Ada', [0, 2], 'p1'), trackOf('Ada 2', [2, 4], 'p1')];
  const { replay, at } = open(tracks, [[0, doc({ p1: person('Ada') })]]);
  at(1);
  expect(replay.moment(ada)?.pose.name).toBe('Ada');
  at(3);
  expect(replay.moment(ada)?.pose.name).toBe('Ada 2');
});

test('tracks of before, which say no id, are found by any name that somebody had', () => {
  const documents = [
    [0, doc({ p1: person('Person 1'), p2: person('Ada') })],
    [1, doc({ p1: person('Ada'), p2: person('Ada') })],
  ] as const;
  const tracks = [trackOf('Person 1', [0, 4]), trackOf('Ada (p2)', [0, 4])];
  const { replay } = open(tracks, documents);
  expect(replay.others).toEqual([ada, bo]);
  expect(namesOfRoom(replay.recording)).toEqual(['Ada', 'Ada']);
});

test('a damaged document leaves the one before it; what is no room is refused', () => {
  const { replay, at } = open(
    [trackOf('Ada', [0, 4], 'p1')],
    [
      [0, doc({ p1: person('Ada') })],
      [1, { format: 'other' }],
    ],
  );
  at(2);
  expect(replay.others).toEqual([ada]);
  const alone = recordingOf([trackOf('Ada', [0, 1])]);
  expect(isRoomRecording(alone)).toBe(false);
  expect(() => new RoomReplay(alone)).toThrow('expected the bodies and the document of a room of people');
  const settings = recordingOf([trackOf('body', [0, 1])], { documents: [{ seconds: 0, doc: { mirror: true } }] });
  expect(isRoomRecording(settings)).toBe(false);
});
