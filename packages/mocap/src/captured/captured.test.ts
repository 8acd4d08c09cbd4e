import {
  copyPose,
  createPose,
  InputError,
  jointOfBone,
  requireDecoded,
  sampleMotion,
  stretchSkeleton,
  updateWorldPose,
} from '@leib/core';
import { agentProportions, agentStretch, createActorPacking, unpackActor } from '@leib/core/pack';
import { testBody } from '@leib/core/testing';
import { createStage, decodeStageDoc, type Json, type JsonObject, type Stage } from '@leib/stage';
import { POSE_SIZE } from '@leib/tracking';
import { expect, test } from 'vitest';
import { type BodyFrame, createBodyFrame } from '../bodies/bodyFrame.js';
import { createRecordedBodySource } from '../bodies/bodySource.js';
import { simulateBodies } from '../simulate/simulateBodies.js';
import { testMotion } from '../simulate/testMotion.testing.js';
import { stepTransfer } from '../transfer/stepTransfer.js';
import { buildTransfer, createTransferState } from '../transfer/transferModel.js';
import { createActorSolver } from './actorSolver.js';
import { createCapturedKind, isCapturedActor } from './captured.js';
import { MotionPlayer } from './motionPlayer.js';

const HZ = 60;
const giant = stretchSkeleton(testBody(), agentStretch(testBody(), agentProportions.giant));
const motion = testMotion(3, 240);

type Spoil = (out: BodyFrame, frame: number) => void;

async function stageOf(
  settings: JsonObject = {},
  seen: readonly string[] | null = null,
  parts = {},
  spoil: Spoil = () => {},
): Promise<Stage> {
  let frame = 0;
  const { recording, offsets } = simulateBodies(motion, {}, 5);
  const kind = createCapturedKind({
    bodies({ source: { kind: from } }) {
      if (from === 'motion') return new MotionPlayer(motion);
      const source = createRecordedBodySource(recording, 'simulated');
      return {
        ...source,
        step(dtSeconds, out) {
          source.step(dtSeconds, out);
          for (const [body, name] of out.names.entries()) if (seen?.includes(name) === false) out.quality[body] = 0;
          spoil(out, frame++);
        },
      };
    },
    offsets: () => offsets,
    skeleton: ({ kind: body }) => {
      if (body === 'plain') return testBody();
      if (body !== 'giant') throw new InputError('body.kind', `expected giant, got ${body}`);
      return giant;
    },
  });
  const doc = requireDecoded(
    decodeStageDoc({
      format: 'leib-stage/1',
      actors: {
        dancer: {
          kind: 'captured',
          source: { kind: 'test' },
          body: { kind: 'giant' },
          profile: { kind: 'test' },
          settings,
          ...parts,
        },
      },
    }),
  );
  const stage = createStage({ captured: kind }, doc);
  await stage.settled();
  return stage;
}

const dancerOf = (stage: Stage) => {
  const actor = stage.actors.get('dancer');
  if (!actor) throw new Error([...stage.problems.values()].join());
  return actor;
};
const settingsChange = (key: string, value: Json) => [{ path: ['actors', 'dancer', 'settings', key], value }];

test('bodies become the pose that solver and transfer give by hand', async () => {
  const stage = await stageOf({ method: 'dh' });
  const { recording, offsets } = simulateBodies(motion, {}, 5);
  const source = createRecordedBodySource(recording, '');
  const frame = createBodyFrame(source.names);
  const settings = { method: 'dh', smoothingMs: 12, predictMs: 100, swaps: 'correct' } as const;
  const solver = createActorSolver(source.names, offsets, settings);
  const byHand = createPose(giant);
  let model = buildTransfer(solver.skeleton, giant);
  let state = createTransferState(model);
  for (let i = 0; i < 30; i++) {
    stage.step(1 / HZ);
    source.step(1 / HZ, frame);
    solver.step(frame, 1 / HZ);
    if (model.from !== solver.skeleton) {
      model = buildTransfer(solver.skeleton, giant);
      state = createTransferState(model);
    }
    stepTransfer(model, state, solver.pose, 1 / HZ);
    copyPose(byHand, state.pose);
  }
  expect(dancerOf(stage).pose.worldPositions).toEqual(byHand.worldPositions);
});

test.each(['leftHand', 'rightFoot', 'back', 'head'])(
  'one sample of the %s that is 0.6 m off does not reach the actor: from the source to the pose',
  async (name) => {
    const isOff = (frame: number) => frame === 90;
    const [clean, spoilt] = [
      await stageOf(),
      await stageOf({}, null, {}, (out, frame) => {
        if (isOff(frame)) out.poses[out.names.indexOf(name) * POSE_SIZE] += 0.6;
      }),
    ];
    let farthest = 0;
    for (let i = 0; i < 150; i++) {
      for (const one of [clean, spoilt]) one.step(1 / HZ);
      const [a, b] = [clean, spoilt].map((one) => dancerOf(one).pose.worldPositions);
      if (i < 90) expect(b).toEqual(a);
      for (let k = 0; k < a.length; k += 3)
        farthest = Math.max(farthest, Math.hypot(a[k] - b[k], a[k + 1] - b[k + 1], a[k + 2] - b[k + 2]));
    }
    // Predicted for one frame, then on its way back: a giant's joints, not the 0.6 m.
    expect(farthest).toBeGreaterThan(0);
    expect(farthest).toBeLessThan(0.05);
  },
);

test('a motion that is solved already goes over to the body as it is, and its own play head leads', async () => {
  const stage = await stageOf({ transfer: 'angles' }, null, { source: { kind: 'motion' }, profile: null });
  const actor = dancerOf(stage);
  if (!isCapturedActor(actor)) throw new Error('expected a captured actor');
  for (let i = 0; i < 30; i++) stage.step(1 / HZ);
  const from = createPose(motion.skeleton);
  sampleMotion(motion, 0.5, from);
  updateWorldPose(motion.skeleton, from);
  const near = (values: Float64Array) => [...values].map((value) => expect.closeTo(value, 5) as number);
  expect([...(actor.performer?.pose.worldPositions ?? [])]).toEqual(near(from.worldPositions));
  expect([...actor.pose.localRotations]).toEqual(near(from.localRotations));
  expect([actor.solver, actor.figures().numbers.playedSeconds]).toEqual([null, expect.closeTo(0.5)]);
  expect(stage.step(1 / HZ).actors).toHaveLength(1);
});

test('without offsets bodies are read, and nobody is solved; with them somebody is, from there on', async () => {
  const stage = await stageOf({}, null, { profile: null });
  for (let i = 0; i < 5; i++) expect(stage.step(1 / HZ).actors).toEqual([]);
  expect(dancerOf(stage).figures().numbers).toMatchObject({ bodies: 10 });
  const [before, read] = [dancerOf(stage), dancerOf(stage).figures().numbers.bodiesSeen];
  expect(read).toBeGreaterThan(6);
  requireDecoded(stage.change([{ path: ['actors', 'dancer', 'profile'], value: { kind: 'test' } }]));
  expect(dancerOf(stage)).toBe(before);
  expect(stage.step(1 / HZ).actors).toHaveLength(1);
});

test('another body is moved on by the same performer, whose lengths stay known', async () => {
  const stage = await stageOf();
  for (let i = 0; i < 150; i++) stage.step(1 / HZ);
  const actor = dancerOf(stage);
  if (!isCapturedActor(actor)) throw new Error('expected a captured actor');
  const performer = actor.performer?.skeleton;
  requireDecoded(stage.change([{ path: ['actors', 'dancer', 'body'], value: { kind: 'plain' } }]));
  stage.step(1 / HZ);
  expect(dancerOf(stage)).toBe(actor);
  expect(actor.performer?.skeleton).toBe(performer);
  expect(actor.skeleton.restOffsets).toEqual(testBody().restOffsets);
});

test('the same bodies give the same frames, bit for bit', async () => {
  const run = async () => {
    const stage = await stageOf();
    return Array.from({ length: 90 }, () => stage.step(1 / HZ));
  };
  expect(await run()).toEqual(await run());
});

test.each([
  ['method', 'dh'],
  ['transfer', 'angles'],
  ['smoothingMs', 40],
] as const)('another %s while it moves makes no joint jump', async (key, value) => {
  const [stage, plain] = [await stageOf(), await stageOf()];
  for (let i = 0; i < 150; i++) for (const one of [stage, plain]) one.step(1 / HZ);
  const before = dancerOf(stage).pose.worldPositions.slice();
  requireDecoded(stage.change(settingsChange(key, value)));
  stage.step(1 / HZ);
  plain.step(1 / HZ);
  const most = (positions: ArrayLike<number>) => Math.max(...before.map((x, i) => Math.abs(positions[i] - x)));
  expect(most(dancerOf(stage).pose.worldPositions)).toBeLessThan(most(dancerOf(plain).pose.worldPositions) + 0.01);
  // It is another pose in the end.
  for (let i = 0; i < 40; i++) for (const one of [stage, plain]) one.step(1 / HZ);
  expect(dancerOf(stage).pose.worldPositions).not.toEqual(dancerOf(plain).pose.worldPositions);
});

test('a performer whose trunk nobody has seen is not in the frame, and says why', async () => {
  const stage = await stageOf({}, ['leftHand']);
  const { actors } = stage.step(1 / HZ);
  expect(actors).toEqual([]);
  expect(dancerOf(stage).figures().remarks.join()).toContain('No body on the trunk has been seen yet');
});

test('a performer is packed as 98 bytes of body: rigid bodies tell of neither fingers nor a face', async () => {
  const stage = await stageOf();
  for (let i = 0; i < 30; i++) stage.step(1 / HZ);
  const { actors } = stage.step(1 / HZ);
  expect(actors.map(({ body, fingers, face }) => [body.byteLength, fingers, face])).toEqual([[98, null, null]]);
  const { pose, skeleton } = dancerOf(stage);
  const shown = createPose(skeleton);
  unpackActor(createActorPacking(skeleton), actors[0], shown);
  const head = jointOfBone(skeleton, 'head') * 3;
  for (let k = 0; k < 3; k++)
    expect(Math.abs(shown.worldPositions[head + k] - pose.worldPositions[head + k])).toBeLessThan(0.02);
});

test('figures count the bodies and how well the skeleton fits them', async () => {
  const stage = await stageOf();
  for (let i = 0; i < 90; i++) stage.step(1 / HZ);
  const { bodiesSeen, bodies, residualMm } = dancerOf(stage).figures().numbers;
  expect(bodies).toBe(10);
  expect(bodiesSeen).toBeGreaterThan(6);
  expect(residualMm).toBeGreaterThan(0);
  expect(residualMm).toBeLessThan(40);
});

test('play, pause and seek move the play head of a recording', async () => {
  const stage = await stageOf();
  for (let i = 0; i < 10; i++) stage.step(1 / HZ);
  stage.act({ kind: 'pause' });
  // Lengths are taken and contacts come to rest.
  for (let i = 0; i < 240; i++) stage.step(1 / HZ);
  const still = dancerOf(stage).pose.worldPositions.slice();
  stage.step(1 / HZ);
  const moved = (positions: ArrayLike<number>) => Math.max(...still.map((x, i) => Math.abs(positions[i] - x)));
  expect(moved(dancerOf(stage).pose.worldPositions)).toBeLessThan(0.002);
  stage.act({ kind: 'seek', data: 2 });
  for (let i = 0; i < 10; i++) stage.step(1 / HZ);
  expect(moved(dancerOf(stage).pose.worldPositions)).toBeGreaterThan(0.1);
});

test.each([
  [{ method: 'guess' }, 'settings.method: expected one of "dh", "refined", got "guess"'],
  [{ smoothing: 3 }, 'settings.smoothing: there is no such key'],
  [{ skeleton: { format: 'leib-dh/2' } }, 'settings.skeleton, format: expected "leib-dh/1", got "leib-dh/2"'],
])('settings %j are refused with their place', async (settings, reason) => {
  const stage = await stageOf(settings as JsonObject);
  expect(stage.problems.get('dancer')).toBe(reason);
});
