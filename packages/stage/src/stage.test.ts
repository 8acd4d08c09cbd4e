import { requireDecoded, type StageFrame } from '@leib/core';
import { expect, test } from 'vitest';
import type { Actor, ActorKind } from './actor.js';
import { createRunner, type Runner, runnerKind } from './actors.testing.js';
import type { Script } from './script.js';
import { createStage, type Stage } from './stage.js';
import { decodeStageDoc, type Json, type JsonObject } from './stageDoc.js';

const DT = 1 / 60;
const docOf = (actors: Record<string, unknown>, rest: object = {}) =>
  requireDecoded(decodeStageDoc({ format: 'leib-stage/1', actors, ...rest }));
const runner = (settings: JsonObject = {}, source = 'none') => ({ kind: 'runner', source: { kind: source }, settings });
const stageOf = (actors: Record<string, unknown>, rest: object = {}) =>
  createStage({ runner: runnerKind }, docOf(actors, rest));
const at = (stage: Stage, id: string) => stage.actors.get(id)?.pose.rootPosition[0] ?? Number.NaN;
const steps = (stage: Stage, count: number) => Array.from({ length: count }, () => stage.step(DT));
const settings = (id: string, key: string, value: Json, gesture?: string) => ({
  path: ['actors', id, 'settings', key],
  value,
  ...(gesture !== undefined && { gesture }),
});
const eventsOf = (frames: readonly StageFrame[]) =>
  frames.flatMap(({ events }) => events.map(({ kind, data }) => [kind, data]));

test('the same document, acts and changes give the same bits', () => {
  const run = () => {
    const stage = stageOf(
      { a: runner({ speed: 1.3 }), b: runner({ speed: -0.7 }) },
      { things: [{ kind: 'ball', pose: [1, 2, 3, 0, 0, 0, 1] }] },
    );
    return Array.from({ length: 120 }, (_, number) => {
      if (number === 30) stage.act({ kind: 'pause', actor: 'a' });
      if (number === 60) stage.change([settings('b', 'speed', 2.1)]);
      if (number === 90) stage.undo();
      return stage.step(number % 3 === 0 ? DT : 1 / 90);
    });
  };
  expect(run()).toEqual(run());
});

test('frames count up, carry the time and all actors in the order of the document', () => {
  const stage = stageOf({ second: runner(), first: runner() });
  const [one, two] = steps(stage, 2);
  expect([one.number, two.number]).toEqual([1, 2]);
  expect(two.seconds).toBeCloseTo(2 * DT);
  expect(two.actors.map(({ id, kind }) => [id, kind])).toEqual([
    ['second', 'runner'],
    ['first', 'runner'],
  ]);
  expect(two.actors[0].body).toEqual(Int16Array.of(33, 33));
});

test('actors that come, change and go leave the others as they are', () => {
  const [stage, alone] = [stageOf({ a: runner() }), stageOf({ a: runner() })];
  const a = stage.actors.get('a') as Runner;
  steps(stage, 10);
  requireDecoded(stage.change([{ path: ['actors', 'b'], value: runner({ speed: 5 }) }]));
  steps(stage, 10);
  requireDecoded(stage.change([settings('b', 'speed', 9)]));
  steps(stage, 10);
  const b = stage.actors.get('b') as Runner;
  requireDecoded(stage.change([{ path: ['actors', 'b'] }]));
  steps(stage, 10);
  steps(alone, 40);
  expect(stage.actors.get('a')).toBe(a);
  expect([...stage.actors.keys()]).toEqual(['a']);
  expect([a.setCount, b.setCount, b.isDisposed]).toEqual([0, 1, true]);
  expect(at(stage, 'a')).toBe(at(alone, 'a'));
});

test('other settings carry the state over, another source makes another actor', () => {
  const stage = stageOf({ a: runner() });
  steps(stage, 60);
  const before = stage.actors.get('a') as Runner;
  stage.change([settings('a', 'speed', 3)]);
  expect(stage.actors.get('a')).toBe(before);
  expect(at(stage, 'a')).toBeCloseTo(1);
  stage.change([{ path: ['actors', 'a', 'source', 'kind'], value: 'other' }]);
  expect(stage.actors.get('a')).not.toBe(before);
  expect(before.isDisposed).toBe(true);
});

test('changes are undone and redone; those of one gesture in one step', () => {
  const stage = stageOf({ a: runner({ speed: 1 }) });
  const speed = () => stage.doc.present.actors.a.settings.speed;
  for (const value of [2, 3, 4]) stage.change([settings('a', 'speed', value, 'drag')]);
  stage.endGesture();
  stage.change([settings('a', 'speed', 5, 'drag')]);
  stage.undo();
  expect([speed(), (stage.actors.get('a') as Runner).doc.settings.speed]).toEqual([4, 4]);
  stage.undo();
  expect(speed()).toBe(1);
  stage.undo();
  expect(speed()).toBe(1);
  stage.redo();
  expect(speed()).toBe(4);
});

test('a list of changes is all or nothing, and says where it would be wrong', () => {
  const stage = stageOf({ a: runner({ speed: 1 }) });
  const before = stage.doc;
  const refused = stage.change([settings('a', 'speed', 2), { path: ['ground', 'height'], value: 'low' }]);
  expect(refused).toEqual({ ok: false, path: 'ground.height', reason: 'expected a number, got "low"' });
  expect(stage.change([{ path: ['actors', 'b', 'settings', 'x'], value: 1 }])).toMatchObject({ ok: false });
  expect(stage.change([{ path: [] }])).toMatchObject({ ok: false });
  expect(stage.doc).toBe(before);
});

test('a change that changes nothing is no step, and what a change does not touch stays the same object', () => {
  const stage = stageOf({ a: runner({ speed: 1, list: [{ x: 1 }] }), b: runner() });
  const before = stage.doc.present;
  stage.change([settings('a', 'speed', 1)]);
  expect(stage.doc.past).toHaveLength(0);
  stage.change([settings('a', 'speed', 2)]);
  expect(stage.doc.present.actors.b).toBe(before.actors.b);
  expect(stage.doc.present.actors.a.settings.list).toBe(before.actors.a.settings.list);
});

test('an actor that throws is reported once, keeps its pose, and does not stop the others', () => {
  const stage = stageOf({ bad: runner(), good: runner() });
  const [before] = steps(stage, 1);
  stage.change([settings('bad', 'fails', true)]);
  const frames = steps(stage, 59);
  expect(eventsOf(frames)).toEqual([['actorFailed', { actor: 'bad', reason: 'out of breath' }]]);
  expect(frames.at(-1)?.actors[0].body).toEqual(before.actors[0].body);
  expect(at(stage, 'good')).toBeCloseTo(1);
  expect([...stage.problems]).toEqual([['bad', 'out of breath']]);
  stage.undo();
  steps(stage, 1);
  expect(stage.problems.size).toBe(0);
});

test('an actor that cannot be made is named with the reason; the one that was there goes on', () => {
  const stage = stageOf({ a: runner({}, 'missing'), b: { kind: 'dancer' }, c: runner() });
  expect([...stage.problems]).toEqual([
    ['a', 'source.path: expected a file, got none'],
    ['b', 'kind: expected one of "runner", got "dancer"'],
  ]);
  stage.change([{ path: ['actors', 'c', 'source', 'kind'], value: 'missing' }]);
  steps(stage, 60);
  expect(at(stage, 'c')).toBeCloseTo(1);
  expect(stage.problems.get('c')).toBe('source.path: expected a file, got none');
  stage.change([{ path: ['actors', 'a', 'source', 'kind'], value: 'none' }]);
  expect(stage.actors.has('a')).toBe(true);
  expect(stage.problems.has('a')).toBe(false);
});

test('a kind is loaded when its first actor comes, which is told of changes in the meantime', async () => {
  let loads = 0;
  let arrive: (actor: Actor) => void = () => {};
  const late: ActorKind = {
    create: (doc, id) =>
      new Promise((resolve) => {
        arrive = () => resolve(createRunner(doc, id));
      }),
  };
  const stage = createStage(
    {
      runner: runnerKind,
      late: async () => {
        loads++;
        return late;
      },
    },
    docOf({ a: runner() }),
  );
  expect(loads).toBe(0);
  stage.change([{ path: ['actors', 'b'], value: { kind: 'late', settings: { speed: 1 } } }]);
  stage.change([settings('b', 'speed', 7)]);
  steps(stage, 5);
  expect([loads, stage.actors.has('b')]).toEqual([1, false]);
  let heard = 0;
  stage.subscribe(() => heard++);
  await Promise.resolve();
  arrive(undefined as never);
  await stage.settled();
  expect((stage.actors.get('b') as Runner).doc.settings.speed).toBe(7);
  expect(heard).toBe(1);
});

test('an actor that arrives after its entry is gone is put away', async () => {
  const made: Runner[] = [];
  const late: ActorKind = {
    async create(doc, id) {
      made.push(createRunner(doc, id));
      return made[0];
    },
  };
  const stage = createStage({ late }, docOf({ a: { kind: 'late' } }));
  stage.change([{ path: ['actors', 'a'] }]);
  await stage.settled();
  expect([stage.actors.size, made[0].isDisposed]).toEqual([0, true]);
});

test('acts reach whom they concern, are events of the next frame, and are not undone', () => {
  const stage = stageOf({ a: runner(), b: runner() });
  stage.act({ kind: 'pause', actor: 'a' });
  stage.undo();
  expect(eventsOf(steps(stage, 60))).toEqual([['act', { kind: 'pause', actor: 'a' }]]);
  expect([at(stage, 'a'), at(stage, 'b')].map(Math.round)).toEqual([0, 1]);
});

test('what has happened is an event of the next frame, and nobody acts on it', () => {
  const stage = stageOf({ a: runner() });
  stage.log({ log: 'pause', data: { actor: 'a' } });
  stage.log({ log: 'pushing' });
  expect(eventsOf(steps(stage, 60))).toEqual([
    ['pause', { actor: 'a' }],
    ['pushing', null],
  ]);
  expect(at(stage, 'a')).toBeCloseTo(1);
});

test('sinks get every frame until they are taken away; one that throws is reported once', () => {
  const stage = stageOf({ a: runner() });
  const seen: number[] = [];
  stage.addSink(() => {
    throw new Error('disk full');
  });
  const end = stage.addSink(({ number }) => seen.push(number));
  const frames = steps(stage, 3);
  end();
  frames.push(...steps(stage, 1));
  expect(seen).toEqual([1, 2, 3]);
  expect(eventsOf(frames)).toEqual([['sinkFailed', { reason: 'disk full' }]]);
});

test('things stay where they were moved to, but for those whose entry changes', () => {
  const thing = (x: number) => ({ kind: 'ball', pose: [x, 0, 0, 0, 0, 0, 1] });
  const stage = stageOf({}, { things: [thing(1), thing(2)] });
  stage.things.set([9, 9], 0);
  stage.things[7] = 8;
  stage.change([{ path: ['things', 1, 'pose', 0], value: 4 }]);
  stage.change([{ path: ['things', 2], value: thing(5) }]);
  const [{ things }] = steps(stage, 1);
  expect([things[0], things[1], things[7], things[14]]).toEqual([9, 9, 4, 5]);
  stage.things[0] = 0;
  expect(things[0]).toBe(9);
});

const faster: Script<{ seconds: number }> = {
  create: () => ({ seconds: 0 }),
  step(state, stage, dtSeconds) {
    state.seconds += dtSeconds;
    const isAnswered = stage.events.some(({ data }) => (data as { kind?: string }).kind === 'answer');
    if (isAnswered) return [{ log: 'answered', data: stage.number }];
    return [settings('a', 'speed', Math.ceil(state.seconds))];
  },
  card: () => ({ title: 'Run', text: 'Faster?', choices: ['yes'] }),
  isOver: ({ seconds }) => seconds > 2,
};

test('a script steps before the actors, hears what was done, and its changes are one step of undo', () => {
  const stage = createStage({ runner: runnerKind }, docOf({ a: runner() }, { script: { kind: 'faster' } }), {
    scripts: { faster: () => faster },
  });
  steps(stage, 90);
  expect(stage.doc.present.actors.a.settings.speed).toBe(2);
  expect(stage.doc.past).toHaveLength(1);
  stage.act({ kind: 'answer', data: 'yes' });
  expect(eventsOf(steps(stage, 1)).at(-1)).toEqual(['answered', 91]);
  expect(stage.script?.script.card(stage.script.state)?.title).toBe('Run');
});

test('a script that throws is over; an unknown one is reported', () => {
  const broken = {
    ...faster,
    step: () => {
      throw new Error('lost the thread');
    },
  };
  const stage = createStage({ runner: runnerKind }, docOf({ a: runner() }, { script: { kind: 'broken' } }), {
    scripts: { broken: () => broken as Script<unknown> },
  });
  expect(eventsOf(steps(stage, 3))).toEqual([['scriptFailed', { reason: 'lost the thread' }]]);
  stage.change([{ path: ['script'], value: { kind: 'nothing' } }]);
  expect(eventsOf(steps(stage, 1))).toEqual([['scriptFailed', { reason: 'there is no script "nothing"' }]]);
});
