import { defaultSkeleton, scaleSkeleton } from '@leib/body';
import { simulateInline } from '@leib/reembody';
import { loadMujoco } from '@leib/reembody/mujoco';
import { beforeAll, expect, test } from 'vitest';
import type { FlowNode, Protocol } from '../protocol/protocol.js';
import { replayStudy, type StudySetup } from '../session/studySession.js';
import type { StudyEvent } from '../studyEvent.js';
import { exampleNames, exampleSetup, participantOf } from '../studyFiles.testing.js';
import { estimatePower } from './estimatePower.js';
import { defaultOpinion } from './opinions.js';
import { type SimulateOptions, type SimulationBodies, simulateSession } from './simulateSession.js';

let bodies: SimulationBodies;
beforeAll(async () => {
  const mujoco = await loadMujoco();
  const skeletons = new Map([[0, defaultSkeleton]]);
  bodies = {
    body(ref) {
      const stature = Number(ref.stature);
      const skeleton = skeletons.get(stature) ?? scaleSkeleton(stature);
      skeletons.set(stature, skeleton);
      return { skeleton, skin: null };
    },
    prior: null,
    simulatedAt: simulateInline(mujoco),
  };
});

/** The example with phases of some seconds, and shapes that need no skin. */
function short(name: string, seconds: number): StudySetup {
  const setup = exampleSetup(name);
  const shorter = (flow: readonly FlowNode[]): FlowNode[] =>
    flow.map((node) => {
      if (node.kind === 'block') return { ...node, flow: shorter(node.flow) };
      if (node.kind !== 'task') return node;
      const freezeSeconds = Math.min(0.2, node.freezeSeconds);
      const prepareSeconds = Math.min(0.2, node.prepareSeconds);
      return {
        ...node,
        seconds: node.seconds === null ? null : Math.min(seconds, node.seconds),
        freezeSeconds,
        prepareSeconds,
      };
    });
  const { protocol } = setup;
  const body: Protocol['body'] = { ...protocol.body, settings: { totalMass: 72, hasFingers: true } };
  return { ...setup, protocol: { ...protocol, body, flow: shorter(protocol.flow) } };
}

async function simulate(setup: StudySetup, more: Partial<SimulateOptions> = {}) {
  const events: StudyEvent[] = [...(more.events ?? [])];
  const sink = { append: (happened: readonly StudyEvent[]) => void events.push(...happened) };
  const session = await simulateSession({ setup, participant: participantOf(0), bodies, sink, seed: 11, ...more });
  return { session, events };
}

test.each(exampleNames)('%s runs to its end with a simulated participant, each step once', async (name) => {
  const { session, events } = await simulate(short(name, 2));
  expect(session.state).toBe('ended');
  expect(session.done.map(({ step }) => step)).toEqual(session.plan.map(({ id }) => id));
  expect(events.filter(({ kind }) => kind === 'logged' && kind.endsWith('Failed'))).toEqual([]);
});

test('the tasks are done: boxes are touched in their order, feet come back to the square, the body is late as set', async () => {
  const { events } = await simulate(short('latency', 14));
  const measured = events.flatMap((event) => (event.kind === 'measured' ? [event.payload] : []));
  const of = (task: string) => measured.filter((each) => each.task === task).map(({ values }) => values);
  expect(of('handInBox')).toHaveLength(3);
  expect(Math.max(...of('handInBox').map(({ panels }) => Number(panels)))).toBeGreaterThan(3);
  expect(Math.max(...of('footInBox').map(({ panels }) => Number(panels)))).toBeGreaterThan(1);
  const logs = events.flatMap((event) => (event.kind === 'logged' ? [event.payload] : []));
  const numbers = logs
    .filter(({ log, step }) => log === 'panelTouched' && step === 'latency.0.hand')
    .map(({ data }) => (data as { number: number }).number);
  expect(numbers).toEqual(numbers.map((_, i) => (i % 4) + 1));
  expect(logs.some(({ log }) => log.endsWith('Failed'))).toBe(false);
  // Orders of participant 0: 0, 125, 350 ms.
  const lags = of('handInBox').map(({ lagMs }) => Number(lagMs));
  for (const [index, latency] of [0, 125, 350].entries()) expect(Math.abs(lags[index] - latency)).toBeLessThan(60);
});

test('the same seed gives the same events, bit by bit; another one others', async () => {
  const [first, again] = [await simulate(short('latency', 1)), await simulate(short('latency', 1))];
  expect(JSON.stringify(again.events)).toBe(JSON.stringify(first.events));
  const other = await simulate(short('latency', 1), { seed: 12 });
  expect(JSON.stringify(other.events)).not.toBe(JSON.stringify(first.events));
});

test('killed in a trial and started again from what was kept, it goes on at that trial and ends', async () => {
  const setup = short('latency', 2);
  const before = await simulate(setup, {
    onFrame: ({ session: { index, phase, plan } }) => !(plan[index]?.id === 'latency.1.foot' && phase === 'running'),
  });
  expect(before.session.state).toBe('inStep');
  const kept = JSON.parse(JSON.stringify(before.events)) as StudyEvent[];
  const { session, events } = await simulate(setup, { events: kept });
  expect(session.state).toBe('ended');
  const after = events.slice(kept.length);
  expect(after.slice(0, 3).map(({ kind }) => kind)).toEqual(['resumed', 'stepEnded', 'stepBegun']);
  expect(after[2].payload).toMatchObject({ step: 'latency.1.foot', attempt: 1 });
  expect(replayStudy(setup, events)?.done).toEqual(session.done);
  const answered = (all: readonly StudyEvent[]) => all.filter(({ kind }) => kind === 'scored').length;
  expect(answered(events)).toBe(8);
});

test('events of another study are refused', async () => {
  const setup = short('shape', 1);
  const { events } = await simulate(setup);
  await expect(simulate(short('latency', 1), { events })).rejects.toThrow('expected a session of "latency"');
});

test('the analysis finds the stated effect, and where there is none it raises few false alarms', () => {
  const setup = exampleSetup('latency');
  const power = (perSecond: Readonly<Record<string, number>>) =>
    estimatePower({ setup, participants: 12, studies: 300, seed: 4, opinion: { ...defaultOpinion, perSecond } });
  const stated = power(defaultOpinion.perSecond);
  expect(stated['latency.agency']).toBeGreaterThan(0.95);
  expect(stated['latency.embodiment']).toBeGreaterThan(0.9);
  const none = power({});
  for (const score of ['agency', 'ownership', 'location', 'embodiment']) {
    expect(none[`latency.${score}`]).toBeLessThan(0.09);
    expect(none[`latency.${score}`]).toBeGreaterThan(0.015);
  }
});
