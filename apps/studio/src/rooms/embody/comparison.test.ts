import { jointOfBone } from '@leib/core';
import {
  createPerson,
  createPersonKind,
  type Person,
  type PersonActor,
  type PersonDocSettings,
  solverOf,
} from '@leib/embody';
import { createStage } from '@leib/stage';
import { type Avatar, loadAvatar } from '@leib/three';
import { buildTestRig } from '@leib/three/testing';
import { createJointFrame, createTrackerOffsets } from '@leib/tracking';
import { Group, type Object3D } from 'three';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { initialValues } from '../../files/settings.js';
import { createStageBody } from '../../world/stageBody.js';
import type { World } from '../../world/world.js';
import { type ComparedName, canDiffer, comparedParts } from './comparedParts.js';
import { Comparison } from './comparison.js';
import { embodyRoom } from './embodyRoom.js';
import { type EmbodyRoomSettings, embodyShape } from './embodyShape.js';
import { ground, HZ, SECONDS, writeMoment } from './movingPerson.testing.js';

// By the rules: the weights of the prior are a file to fetch.
const initial = { ...initialValues(embodyShape), prior: false } as unknown as EmbodyRoomSettings;
let avatar: Avatar;

beforeAll(async () => {
  avatar = await loadAvatar(buildTestRig({ format: 'vrm1', names: 'vroid' }));
});
afterAll(() => avatar.dispose());

/** The room's document on a stage, and who is in the avatar: `solve` moves them by joints, and everybody who follows them. */
function openRoom() {
  const joints = createJointFrame();
  const of = (values: EmbodyRoomSettings) => embodyRoom.docOf(values).actors;
  const reader = { joints };
  const person = createPerson({
    avatar,
    ground,
    settings: { solver: solverOf('none'), fit: { metres: 'avatar', size: 'own' } },
  });
  const body = { ...createStageBody(avatar, person), person };
  const leader: PersonActor = {
    ...{
      id: 'me',
      kind: 'me',
      skeleton: person.skeleton,
      pose: person.pose,
      person: Object.assign(person, { reader }) as Person,
    },
    step: (_, dtSeconds) => void person.solve(joints, dtSeconds),
    ...{ set: () => true, pack: () => null, figures: () => ({ numbers: {}, remarks: [] }), dispose() {} },
  };
  const followers = createPersonKind({
    source: () => ({ label: 'none', offsets: createTrackerOffsets(), timeline: null, step() {}, dispose() {} }),
    body: () => ({ avatar, ground }),
  });
  const empty = {
    format: 'leib-stage/1',
    things: [],
    ground: { height: 0 },
    view: {},
    script: null,
    sinks: [],
  } as const;
  const stage = createStage({ me: { create: () => leader }, person: followers }, { ...empty, actors: {} });
  const renderer = { xr: { isPresenting: true } };
  const world = { body, ground, renderer, person: new Group(), reader, stage };
  const comparison = new Comparison(world as unknown as World);
  stage.addSink(() => comparison.step());
  return {
    ...{ joints, body, comparison, stage },
    /** Other settings of the room. */
    set(values: EmbodyRoomSettings) {
      const { me, ...others } = of(values);
      person.set({ solver: solverOf((me.settings as unknown as PersonDocSettings).solver) });
      stage.load({ ...empty, actors: { me: { ...me, kind: 'me' }, ...others } });
    },
  };
}

/** Both bodies until they are a millimetre apart, or the motion ends. */
function compare(values: EmbodyRoomSettings) {
  const room = openRoom();
  room.set(values);
  let apart = 0;
  for (let i = 0; i < SECONDS * HZ && apart < 0.001; i++) {
    writeMoment(room.joints, i / HZ);
    room.stage.step(1 / HZ);
    apart = Math.max(apart, room.comparison.gap ?? 0);
  }
  return { ...room, apart };
}

const parts = Object.keys(comparedParts).filter((part) => !part.startsWith('prior')) as ComparedName[];

test.each(parts)('beside the body without %s stands another one', (without) => {
  const { apart, comparison } = compare({ ...initial, without });
  expect(embodyRoom.docOf({ ...initial, without }).view?.companyX).toBeLessThan(0);
  expect(apart).toBeGreaterThan(0.0005);
  comparison.dispose();
});

test('with nothing to compare there is no second body, and a part that is off is on in the second', () => {
  const { comparison, body, set, stage } = compare({ ...initial, without: 'gait', gait: false });
  expect(comparison.root.children).toHaveLength(1);
  expect(body.person.embody?.model.settings.gait.isOn).toBe(false);
  expect(comparedParts.gait.names({ ...initial, gait: false })).toEqual(['Without steps', 'With steps']);
  set(initial);
  stage.step(1 / HZ);
  expect(comparison.root.children).toEqual([] satisfies Object3D[]);
  expect(embodyRoom.docOf(initial).view?.companyX).toBeUndefined();
});

/** How high both heads are, metres, after both bodies followed a low head that keeps still for five seconds. */
function headsOverPause(isHeadset: boolean): [own: number, other: number] {
  const { joints, body, comparison, set, stage } = openRoom();
  set({ ...initial, without: 'swing' });
  if (body.person.embody) body.person.embody.state.putDown.isWatched = isHeadset;
  const head = jointOfBone(avatar.skeleton, 'head') * 3 + 1;
  const applied = vi.spyOn(avatar, 'applyPose');
  writeMoment(joints, 0);
  joints.lostSeconds.fill(0, 0, 3);
  // What the judge of samples says of such a head, whatever it belongs to.
  joints.isPutDown = true;
  joints.jointPoses[1] = 0.6 * avatar.skeleton.restWorldPositions[head];
  for (let i = 0; i < 5 * HZ; i++) stage.step(1 / HZ);
  const other = applied.mock.lastCall?.[0].worldPositions[head] ?? 0;
  applied.mockRestore();
  comparison.dispose();
  return [body.pose.worldPositions[head], other];
}

test('a clip that is paused low stays low in both bodies; a headset that was put down leaves both standing', () => {
  const [clip, clipOther] = headsOverPause(false);
  const [headset, headsetOther] = headsOverPause(true);
  expect(Math.abs(clipOther - clip)).toBeLessThan(0.02);
  expect(Math.abs(headsetOther - headset)).toBeLessThan(0.02);
  expect(headsetOther - clipOther).toBeGreaterThan(0.2);
});

test('where the two cannot differ by a part, it is not offered; what is chosen stays', () => {
  const learned = { ...initial, prior: true, without: 'none' };
  expect(canDiffer('none', learned)).toBe(true);
  expect(canDiffer('priorFeet', learned)).toBe(true);
  expect(canDiffer('phase', learned)).toBe(false);
  expect(canDiffer('phase', { ...learned, without: 'phase' })).toBe(true);
  expect(canDiffer('phase', { ...learned, priorFeet: false })).toBe(true);
  expect(canDiffer('prior', { ...learned, solver: 'thesis' })).toBe(false);
});
