import {
  addTrack,
  appendMoment,
  createPose,
  createRecorder,
  finishTrack,
  jointOfBone,
  type Pose,
  updateWorldPose,
} from '@leib/core';
import { type Actor, type ActorDoc, type ActorKind, createStage, decodeStageDoc, type Stage } from '@leib/stage';
import { beforeAll, expect, test, vi } from 'vitest';
import { loadMujoco } from '../engine/loadMujoco.js';
import type { MujocoModule } from '../engine/mujoco.js';
import { personSkeleton } from '../person.testing.js';
import { simulateInline } from '../session/inlineCarrier.js';
import { inputAt, outputAt } from '../session/remoteFrame.js';
import { RemoteSession } from '../session/remoteSession.js';
import { defaultRemoteBodySettings } from '../settings/remoteBodySettings.js';
import { poseOf, skeleton } from '../world/world.testing.js';
import { forcesTrackSpec, valuesOfForces } from './forcesTrack.js';
import { createSimulatedKind, isSimulatedActor, type SimulatedActor } from './simulatedKind.js';
import { touchesOf } from './touches.js';
import { thingOfObject } from './worldThings.js';

const HZ = 90;
/** Of fewer bones. */
const other = personSkeleton(['upperChest', 'leftToes']);
let mujoco: MujocoModule;
beforeAll(async () => {
  mujoco = await loadMujoco();
});

/** Lets the arms hang and waves with the left one; stands still where its settings say so. */
const waver: ActorKind = {
  create(first, id): Actor {
    let [doc, seconds] = [first, 0];
    const pose = createPose(skeleton);
    return {
      id,
      kind: doc.kind,
      skeleton,
      pose,
      step(_stage, dtSeconds) {
        if (doc.settings.isStill !== true) seconds += dtSeconds;
        waveAt(pose, seconds);
      },
      set(next) {
        doc = next;
        return true;
      },
      pack: () => null,
      figures: () => ({ numbers: {}, remarks: [] }),
      dispose() {},
    };
  },
};

function waveAt(pose: Pose, seconds: number): void {
  const { rootPosition, localRotations } = poseOf(
    ['leftUpperArm', 'z', -80 + 60 * (1 - Math.cos(seconds * 2))],
    ['rightUpperArm', 'z', 80],
    ['head', 'y', 20 * Math.sin(seconds)],
  );
  pose.rootPosition.set(rootPosition);
  pose.localRotations.set(localRotations);
  updateWorldPose(skeleton, pose);
}

const body = { kind: 'simulated', source: { kind: 'pose', of: 'me' } };

function open(actors: object, things: readonly object[] = []): Stage {
  const refs = {
    body: ({ body: { kind } }: ActorDoc) => ({ skeleton: kind === 'other' ? other : skeleton, skin: null }),
    place: () => simulateInline(mujoco),
  };
  const doc = decodeStageDoc({ format: 'leib-stage/1', actors, things });
  if (!doc.ok) throw new Error(`${doc.path}: ${doc.reason}`);
  return createStage({ waver, simulated: createSimulatedKind(refs) }, doc.value);
}

function simulatedOf(stage: Stage, id = 'second'): SimulatedActor {
  const actor = stage.actors.get(id);
  if (!isSimulatedActor(actor)) throw new Error(`${id}: ${stage.problems.get(id) ?? 'not there'}`);
  return actor;
}

function run(stage: Stage, seconds: number, each: () => void = () => {}): void {
  for (let frame = 0; frame < Math.round(seconds * HZ); frame++) {
    stage.step(1 / HZ);
    each();
  }
  expect([...stage.problems]).toEqual([]);
}

const placeOf = ({ pose }: Pick<Actor, 'pose'>, bone: 'leftHand' | 'rightHand' | 'hips') =>
  pose.worldPositions.slice(jointOfBone(skeleton, bone) * 3, jointOfBone(skeleton, bone) * 3 + 3);
const apart = (a: ArrayLike<number>, b: ArrayLike<number>) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

test('it follows whom it is to follow, by forces, and packs as much as a person', () => {
  const stage = open({ me: { kind: 'waver' }, second: body });
  const [me, second] = [stage.actors.get('me') as Actor, simulatedOf(stage)];
  const gaps: number[] = [];
  run(stage, 3, () => gaps.push(apart(placeOf(me, 'leftHand'), placeOf(second, 'leftHand'))));
  expect(Math.max(...gaps)).toBeLessThan(0.06);
  expect(Math.max(...gaps)).toBeGreaterThan(1e-4);
  const { numbers, remarks } = second.figures();
  expect(numbers.errorDeg).toBeLessThan(1);
  expect(numbers.delayMs).toBe(0);
  expect(numbers.stepMs).toBeGreaterThan(0);
  expect(remarks).toEqual([]);
  expect(stage.step(1 / HZ).actors.map(({ id, body: packed }) => [id, packed.byteLength])).toEqual([['second', 98]]);
  stage.dispose();
});

test('a body of other joints does the same with its own', () => {
  const stage = open({ me: { kind: 'waver' }, second: { ...body, body: { kind: 'other' } } });
  run(stage, 1);
  const [me, second] = [stage.actors.get('me') as Actor, simulatedOf(stage)];
  expect(second.skeleton).toBe(other);
  const upperArm = (actor: Actor) =>
    actor.pose.worldRotations.slice(jointOfBone(actor.skeleton, 'leftUpperArm') * 4).slice(0, 4);
  const [wished, reached] = [upperArm(me), upperArm(second)];
  expect(Math.abs(wished.reduce((sum, value, k) => sum + value * reached[k], 0))).toBeGreaterThan(0.999);
  stage.dispose();
});

test('inline it gives the bits of a session that is handed the same numbers, the delay included', () => {
  const stage = open({
    me: { kind: 'waver' },
    second: { ...body, settings: { latencyMs: 120, delaysHips: true, contacts: true } },
  });
  const session = new RemoteSession(mujoco, {
    bodies: [{ skeleton, skin: null, settings: defaultRemoteBodySettings }],
    objects: [{ kind: 'floor', name: 'floor', height: 0 }],
  });
  const [input, output] = [session.layout.inputLength, session.layout.outputLength].map((n) => new Float64Array(n));
  const target = createPose(skeleton);
  const second = simulatedOf(stage);
  let seconds = 0;
  run(stage, 1.5, () => {
    seconds += 1 / HZ;
    waveAt(target, seconds);
    input[inputAt.dtSeconds] = 1 / HZ;
    input[inputAt.latencySeconds] = 0.12;
    input[inputAt.delaysHips] = 1;
    input[inputAt.wantsContacts] = 1;
    input.set(target.rootPosition, inputAt.targetRootPosition);
    input.set(target.localRotations, inputAt.targetRotations);
    session.step(input, output);
    expect([...second.pose.localRotations]).toEqual([
      ...output.subarray(outputAt.rotations, outputAt.rotations + target.localRotations.length),
    ]);
  });
  expect(second.delaySeconds).toBeCloseTo(0.12, 6);
  // What it touches, all but the time that it took.
  const [own, theirs] = [second.simulation?.output, output].map((numbers) => numbers?.with(outputAt.stepSeconds, 0));
  expect(own).toEqual(theirs);
  session.dispose();
  stage.dispose();
});

test.each<[string, (string | number)[], unknown]>([
  ['its mass', ['settings', 'body'], { totalMass: 40 }],
  ['what carries its hips', ['settings', 'body'], { control: { root: 'spring' } }],
  ['its delay', ['settings', 'latencyMs'], 400],
  ['where it runs', ['settings', 'place'], { kind: 'inline', again: true }],
])('other settings do not make it jump: %s', (_what, path, value) => {
  const stage = open({ me: { kind: 'waver', settings: { isStill: true } }, second: body });
  run(stage, 1);
  const second = simulatedOf(stage);
  let before = placeOf(second, 'leftHand');
  const changed = stage.change([{ path: ['actors', 'second', ...path], value: value as never }]);
  expect(changed.ok).toBe(true);
  expect(simulatedOf(stage)).toBe(second);
  run(stage, 0.5, () => {
    const now = placeOf(second, 'leftHand');
    expect(apart(now, before)).toBeLessThan(0.004);
    before = now;
  });
  stage.dispose();
});

test('before anybody leads there is nobody; when they have gone, it goes on holding what was wished last', () => {
  const stage = open({ second: body });
  run(stage, 0.2);
  const second = simulatedOf(stage);
  expect(second.pack()).toBeNull();
  expect(second.figures().remarks).toEqual(['There is no "me" to follow yet.']);
  const { present } = stage.doc;
  stage.change([{ path: ['actors'], value: { me: { kind: 'waver' }, second: present.actors.second } as never }]);
  run(stage, 1);
  const at = placeOf(second, 'leftHand');
  stage.change([{ path: ['actors', 'me'] }]);
  run(stage, 1);
  expect(simulatedOf(stage)).toBe(second);
  expect(second.pack()).not.toBeNull();
  const held = placeOf(second, 'leftHand');
  expect(apart(held, at)).toBeLessThan(0.06);
  run(stage, 0.5);
  expect(apart(placeOf(second, 'leftHand'), held)).toBeLessThan(1e-3);
  stage.dispose();
});

test('copies are in its world, each where it is put, come and go, and are in the frame', () => {
  const stage = open({ me: { kind: 'waver' }, second: body });
  run(stage, 0.5);
  const copy = { kind: 'simulated', body: { kind: 'copy', of: 'second' } };
  const [left, mirrored] = [
    { ...copy, source: { kind: 'pose', of: 'me', x: 1 } },
    { ...copy, source: { kind: 'pose', of: 'me', x: -1, isMirrored: true } },
  ];
  for (const [id, value] of Object.entries({ left, mirrored }))
    stage.change([{ path: ['actors', id], value: value as never }]);
  run(stage, 1);
  const { simulation } = simulatedOf(stage);
  expect(simulation?.built?.others).toHaveLength(2);
  const actors = ['second', 'left', 'mirrored'].map((id) => stage.actors.get(id) as Actor);
  expect(actors.map((actor) => Math.round(placeOf(actor, 'hips')[0]))).toEqual([0, 1, -1]);
  const [second, , inMirror] = actors;
  const [hand, reflected] = [placeOf(second, 'leftHand'), placeOf(inMirror, 'rightHand')];
  expect(apart([-hand[0] - 1, hand[1], hand[2]], reflected)).toBeLessThan(0.02);
  expect(stage.step(1 / HZ).actors.map(({ id }) => id)).toEqual(['second', 'left', 'mirrored']);
  stage.change([{ path: ['actors', 'left'] }]);
  run(stage, 0.2);
  expect(simulation?.built?.others).toHaveLength(1);
  expect(Math.round(placeOf(inMirror, 'hips')[0])).toBe(-1);
  stage.dispose();
});

test('things of the document are in its world and move there; other things are left alone', () => {
  const ball = thingOfObject({ kind: 'ball', name: 'ball', radius: 0.1, position: [1, 0.6, 0], mass: 0.5 });
  const floor = thingOfObject({ kind: 'floor', name: 'floor', height: 0 });
  const picture = { kind: 'picture', pose: [3, 1, 0, 0, 0, 0, 1], settings: {} };
  const stage = open({ me: { kind: 'waver' }, second: body }, [picture, floor, ball]);
  run(stage, 1.5);
  const { things } = stage.step(1 / HZ);
  expect([...things.subarray(0, 3)]).toEqual([3, 1, 0]);
  expect(things[2 * 7 + 1]).toBeCloseTo(0.1, 2);
  stage.change([{ path: ['things', 2, 'pose', 1], value: 2 }]);
  run(stage, 2 / HZ);
  expect(stage.things[2 * 7 + 1]).toBeGreaterThan(1.9);
  stage.change([{ path: ['things', 2, 'settings', 'radius'], value: -1 }]);
  stage.step(1 / HZ);
  expect(stage.problems.get('second')).toContain('things[2].radius: expected a number');
  stage.dispose();
});

test('a push moves what it pushes for as long as it lasts; a hand that is to grab takes the ball', () => {
  const hand = poseOf(['leftUpperArm', 'z', -80], ['rightUpperArm', 'z', 80]);
  const at = hand.worldPositions.subarray(jointOfBone(skeleton, 'leftHand') * 3);
  const ball = thingOfObject({
    kind: 'ball',
    name: 'ball',
    radius: 0.05,
    position: [at[0], at[1] - 0.15, at[2]],
    mass: 0.2,
  });
  const stage = open({ me: { kind: 'waver', settings: { isStill: true } }, second: body }, [ball]);
  run(stage, 1 / HZ);
  stage.act({ kind: 'grab', actor: 'second', data: { left: 1 } });
  run(stage, 0.5);
  const second = simulatedOf(stage);
  expect(second.simulation?.output?.[outputAt.leftHeld]).toBe(0);
  const before = placeOf(second, 'rightHand');
  stage.act({ kind: 'push', actor: 'second', data: { part: 'rightHand', force: [0, 0, 80], seconds: 0.2 } });
  run(stage, 0.2);
  expect(placeOf(second, 'rightHand')[2] - before[2]).toBeGreaterThan(0.02);
  run(stage, 1.5);
  expect(apart(placeOf(second, 'rightHand'), before)).toBeLessThan(0.01);
  stage.act({ kind: 'push', actor: 'second', data: { part: 'tail', force: [0, 0, 1] } });
  expect(stage.problems.get('second')).toContain('push.part: expected a humanoid bone');
  stage.dispose();
});

test('which part touches which thing is told, and recorded with the wished pose, torques and errors; nothing where it touches nothing', () => {
  const hand = poseOf(['leftUpperArm', 'z', -80], ['rightUpperArm', 'z', 80]);
  const at = hand.worldPositions.subarray(jointOfBone(skeleton, 'leftHand') * 3);
  const wall = { kind: 'box', name: 'wall', size: [0.1, 0.6, 0.4], mass: null } as const;
  const things = [
    { kind: 'picture', pose: [3, 1, 0, 0, 0, 0, 1], settings: {} },
    thingOfObject({ ...wall, position: [at[0] + 0.07, at[1] - 0.1, at[2]] }),
  ];
  const still = { kind: 'waver', settings: { isStill: true } };
  const stage = open({ me: still, second: { ...body, settings: { contacts: true } } }, things);
  const second = simulatedOf(stage);
  expect(valuesOfForces(second)).toBeNull();
  run(stage, 1);
  const touches = touchesOf(second, stage.doc.present.things);
  expect(touches.map(({ thing }) => thing)).toContain(1);
  for (const { bone, thing, force } of touches)
    if (thing === 1) expect([bone.slice(0, 4), force > 0]).toEqual(['left', true]);
  const { built } = second.simulation ?? {};
  if (!built) throw new Error('expected a world');
  const track = addTrack(createRecorder(), forcesTrackSpec('forces', built, HZ));
  appendMoment(track, 0, valuesOfForces(second) ?? {});
  const { channels, about } = finishTrack(track);
  expect([...channels.wished.values]).toEqual([...(second.wished?.localRotations ?? [])]);
  expect(channels.torques.values).toHaveLength((about.axes as string[]).length);
  expect(channels.contactCount.values[0]).toBeGreaterThan(0);
  const parts = about.parts as string[];
  expect(touches.map(({ bone }) => bone)).toContain(parts[channels.contacts.values[0]]);
  // Another list of things than it is in has other numbers.
  expect(touchesOf(second, []).every(({ thing }) => thing === -1)).toBe(true);
  stage.change([{ path: ['things', 1, 'pose', 0], value: 5 }]);
  run(stage, 0.5);
  expect(touchesOf(second, stage.doc.present.things)).toEqual([]);
  stage.dispose();
});

test('a body that has fallen gets up when it is to stand; a teleport is not for it', () => {
  const settings = { body: { control: { root: 'balance' } } };
  const stage = open({ me: { kind: 'waver', settings: { isStill: true } }, second: { ...body, settings } });
  const isFallen = () => simulatedOf(stage).simulation?.output?.[outputAt.isFallen] === 1;
  run(stage, 1);
  stage.act({ kind: 'push', actor: 'second', data: { part: 'hips', force: [0, 0, 700], seconds: 0.35 } });
  run(stage, 4.4);
  expect(isFallen()).toBe(true);
  stage.act({ kind: 'teleport', data: [0, 0, 0] });
  run(stage, 2);
  expect(isFallen()).toBe(true);
  stage.act({ kind: 'stand' });
  run(stage, 4);
  expect(isFallen()).toBe(false);
  stage.dispose();
});

test('who leaves frees the engine’s memory', () => {
  const freed = vi.spyOn(RemoteSession.prototype, 'dispose');
  const stage = open({ me: { kind: 'waver' }, second: body });
  run(stage, 0.1);
  stage.change([{ path: ['actors', 'second', 'settings', 'place'], value: { kind: 'inline', again: true } }]);
  run(stage, 0.1);
  expect(freed).toHaveBeenCalledTimes(1);
  stage.change([{ path: ['actors', 'second'] }]);
  expect(freed).toHaveBeenCalledTimes(2);
  freed.mockRestore();
  stage.dispose();
});

test.each([
  [{ ...body, settings: { latencyMs: 5000 } }, 'settings.latencyMs: expected a number from 0 to 1000, got 5000'],
  [{ ...body, settings: { body: { totalMas: 3 } } }, 'settings.body'],
  [{ ...body, settings: { speed: 3 } }, 'settings.speed'],
  [{ kind: 'simulated', source: { kind: 'file' } }, 'source.kind'],
  [{ ...body, body: { kind: 'copy' } }, 'body.of'],
])('a wrong document is refused with its place: %j', (actor, reason) => {
  const stage = open({ me: { kind: 'waver' }, second: actor });
  expect(stage.problems.get('second')).toContain(reason);
  stage.dispose();
});
