import { createPose, poseTrackSpec, type Recording, recordingOf, type Track, valuesOfPose } from '@leib/core';
import { createPersonUpdate, encodePerson } from '@leib/net';
import { PersonFeed, RoomReplay, replayedId, writeFileBody } from '@leib/together';
import { Group, PerspectiveCamera } from 'three';
import { expect, test } from 'vitest';
import { type Avatar, loadAvatar } from '../avatar/loadAvatar.js';
import { buildTestRig } from '../testing.js';
import { OtherBodies } from './otherBodies.js';
import { Others } from './others.js';

const hash = 'ef'.repeat(32);
const file = new Uint8Array(buildTestRig({ format: 'gltf', names: 'mixamo' }));
const { skeleton } = await loadAvatar(file.slice().buffer);

/** Somebody in a body of their own, for two seconds. */
function replayOf(body: object): RoomReplay {
  const pose = createPose(skeleton);
  const [root, joints] = [valuesOfPose(pose).root, valuesOfPose(pose).joints].map((values) => Array.from(values));
  const { about, ...spec } = poseTrackSpec('Ada', skeleton, 1);
  const track: Track = {
    ...{ ...spec, about: { ...about, actor: 'p1' }, momentCount: 2, times: Float64Array.of(0, 2) },
    channels: {
      root: { kind: 'line', count: 3, values: Float64Array.of(...root, ...root) },
      joints: { kind: 'rotation', count: joints.length / 4, values: Float64Array.of(...joints, ...joints) },
    },
  };
  const ada = { kind: 'remote', source: { kind: 'network', person: 0 }, body, settings: { name: 'Ada' } };
  const documents = [{ seconds: 0, doc: { format: 'leib-stage/1', actors: { p1: ada } } }];
  const recording: Recording = recordingOf([track], { documents, files: new Map([[hash, file]]) });
  return new RoomReplay(recording);
}

/** The avatar in which they are shown. */
async function shownIn(body: object): Promise<{ readonly avatar: Avatar; readonly problems: readonly string[] }> {
  const problems: string[] = [];
  const bodies = new OtherBodies(replayOf(body), {
    ...{ scene: new Group(), standIn: 'none.vrm' },
    onProblem: (reason) => void problems.push(reason),
  });
  const id = replayedId('p1');
  await expect.poll(() => bodies.actors[id].body.kind).toBe('file');
  const actor = (await bodies.kind.create(bodies.actors[id], id)) as unknown as { readonly avatar: Avatar };
  return { avatar: actor.avatar, problems };
}

const nodeOf = ({ report }: Avatar, bone: string) => report.bones.find((one) => one.bone === bone)?.node;

test('bones that somebody has set by hand are theirs for the others, too', async () => {
  const guessed = await shownIn(writeFileBody({ hash, bones: {}, skeleton: null }));
  const bones = {
    chest: nodeOf(guessed.avatar, 'spine') ?? '',
    spine: nodeOf(guessed.avatar, 'chest') ?? '',
    leftToes: null,
  };
  const set = await shownIn(writeFileBody({ hash, bones, skeleton: guessed.avatar.ownSkeleton }));
  expect([guessed.problems, set.problems]).toEqual([[], []]);
  expect(nodeOf(set.avatar, 'chest')).toBe(bones.chest);
  expect(nodeOf(guessed.avatar, 'leftToes')).not.toBeNull();
  expect(nodeOf(set.avatar, 'leftToes')).toBeNull();
});

test('whoever is far from where one looks is worked out less often, and who is near in every frame', async () => {
  const actorOf = (person: number) => ({
    ...{ kind: 'remote', source: { kind: 'network', person }, body: { kind: 'default' }, profile: null },
    settings: { name: `Person ${person}` },
  });
  const metres = { near: 2, there: 15, far: 30 };
  const ids = Object.keys(metres) as (keyof typeof metres)[];
  const feeds = new Map(ids.map((id) => [id, new PersonFeed()]));
  const clock = { nowMs: 0 };
  const room = {
    ...{ doc: { actors: Object.fromEntries(ids.map((id, i) => [id, actorOf(i + 1)])) }, others: ids },
    feed: (id: keyof typeof metres) => feeds.get(id) ?? null,
    nowMs: () => clock.nowMs,
  };
  const standIn = `data:model/gltf-binary;base64,${btoa(Array.from(new Uint8Array(file), (byte) => String.fromCharCode(byte)).join(''))}`;
  const eye = new PerspectiveCamera();
  const others = new Others(room as never, { scene: new Group(), standIn, eye: () => eye });
  const step = () => {
    clock.nowMs += 1000 / 60;
    for (const [id, feed] of feeds) {
      const update = createPersonUpdate();
      Object.assign(update, { form: 'pose', timeMs: clock.nowMs % 16384 });
      update.rootPosition.set([Math.sin(clock.nowMs / 1000), 1, metres[id]]);
      const bytes = encodePerson(update);
      feed.hear(bytes, 0, bytes.length, clock.nowMs, clock.nowMs);
    }
    others.step(clock.nowMs / 1000);
  };
  await expect.poll(() => [step(), others.people.size][1]).toBe(3);
  for (let frame = 0; frame < 30; frame++) step();
  const counts = { near: 0, there: 0, far: 0 };
  const placeOf = (id: string) => others.people.get(id)?.actor.pose.rootPosition[0];
  for (let frame = 0; frame < 60; frame++) {
    const before = ids.map(placeOf);
    step();
    for (const [i, id] of ids.entries()) if (placeOf(id) !== before[i]) counts[id]++;
  }
  expect(counts).toEqual({ near: 60, there: 30, far: 15 });
  eye.position.z = 30;
  eye.updateMatrixWorld();
  const places = Array.from({ length: 9 }, () => [step(), placeOf('far')][1]);
  expect(new Set(places).size).toBe(9);
  others.dispose();
});
