import { defaultSkeleton } from '@leib/body';
import { addTrack, createRecorder, finishTrack, requireDecoded } from '@leib/core';
import { simulateInline } from '@leib/reembody';
import { loadMujoco } from '@leib/reembody/mujoco';
import { createStage } from '@leib/stage';
import {
  appendDevices,
  createEmulatedSource,
  createRecordingSource,
  type DeviceFrame,
  devicesOfTrack,
  deviceTrackSpec,
  headerOfSource,
  type TrackedSource,
} from '@leib/tracking';
import { beforeAll, expect, test } from 'vitest';
import { createSimulatedParticipant, stepSimulatedParticipant } from '../participant/simulatedParticipant.js';
import { createSimulatedSource } from '../participant/simulatedSource.js';
import { headlessKinds, type SimulationBodies } from '../participant/simulateSession.js';
import { decodeProtocol } from '../protocol/decodeProtocol.js';
import { exampleText, participantOf } from '../studyFiles.testing.js';
import { studyScripts } from '../task/tasks.js';
import { createStudyRun } from './studyRun.js';

const HZ = 60;
const tasks = {
  handInBox: 8,
  footInBox: 8,
  explore: 1,
  mirror: 1,
  lookAtBody: 1,
} as const;
type Timed = keyof typeof tasks;

let bodies: SimulationBodies;
beforeAll(async () => {
  const simulatedAt = simulateInline(await loadMujoco());
  bodies = { body: () => ({ skeleton: defaultSkeleton, skin: null }), prior: null, simulatedAt };
});

/** A study of one task, in the body at once. */
function studyOf(task: Timed) {
  const { record: _, ...study } = JSON.parse(exampleText('latency'));
  const flow = [{ kind: 'task', id: 'only', task, seconds: tasks[task], waits: false }];
  return requireDecoded(decodeProtocol({ ...study, body: { latencyMs: 50, settings: { hasFingers: true } }, flow }));
}

/** What the task has measured with a person of this source. */
async function measure(
  task: Timed,
  source: TrackedSource,
  each: (run: ReturnType<typeof createStudyRun>) => void = () => {},
) {
  let measured: unknown = null;
  const run = createStudyRun({
    setup: { protocol: studyOf(task), questionnaires: {} },
    participant: participantOf(0),
    place: {
      person: { kind: 'person', source: { kind: 'test' }, body: { kind: 'default' }, profile: null, settings: {} },
      stature: 1.7,
    },
    kinds: headlessKinds(source, bodies),
    sink: {
      append: (events) => {
        for (const { kind, payload } of events) if (kind === 'measured') measured = payload.values;
      },
    },
  });
  await run.stage.settled();
  for (let frame = 0; frame < 30 * HZ && run.session.state !== 'ended'; frame++) {
    each(run);
    run.step(1 / HZ);
  }
  expect(run.session.state).toBe('ended');
  run.dispose();
  return measured as Record<string, unknown>;
}

test.each(Object.keys(tasks) as Timed[])('%s runs with the emulator, and ends by its time', async (task) => {
  const measured = await measure(task, createEmulatedSource());
  if (task === 'handInBox' || task === 'footInBox') expect(measured).toMatchObject({ completions: 0, panels: 0 });
  else expect(measured.seconds).toBeCloseTo(tasks[task], 6);
});

test.each(['handInBox', 'footInBox'] as const)(
  '%s: what a recorded participant did counts as it did live',
  async (task) => {
    const person = createSimulatedParticipant(defaultSkeleton, participantOf(0), { stature: 1.7, seed: 3 });
    const source = createSimulatedSource(person.motion);
    const track = addTrack(createRecorder(), deviceTrackSpec(headerOfSource(source, { hz: HZ, stature: null })));
    const recorded: TrackedSource = {
      ...source,
      step(dtSeconds: number, out: DeviceFrame) {
        source.step(dtSeconds, out);
        appendDevices(track, out);
      },
    };
    const live = await measure(task, recorded, ({ stage }) => stepSimulatedParticipant(person, stage, 1 / HZ));
    expect(live.panels).toBeGreaterThan(1);
    const again = await measure(task, createRecordingSource(devicesOfTrack(finishTrack(track)), 'recorded'));
    expect(again.panels).toBe(live.panels);
    expect(again.completions).toBe(live.completions);
    expect(Math.abs(Number(again.contactSeconds) - Number(live.contactSeconds))).toBeLessThan(0.5);
  },
);

test('on a stage that is there already, stepped by whoever has it, with names of its own: it stays when the session goes', async () => {
  const empty = {
    format: 'leib-stage/1',
    actors: {},
    things: [],
    ground: { height: 0 },
    script: null,
    sinks: [],
  } as const;
  const view = { camera: 'mine' };
  const stage = createStage(
    headlessKinds(createEmulatedSource(), bodies),
    { ...empty, view },
    { scripts: studyScripts },
  );
  const kinds: string[] = [];
  const run = createStudyRun({
    setup: { protocol: studyOf('explore'), questionnaires: {} },
    participant: participantOf(0),
    place: {
      person: { kind: 'person', source: { kind: 'test' }, body: { kind: 'default' }, profile: null, settings: {} },
      ids: { person: 'me', body: 'second' },
      stature: 1.7,
    },
    kinds: {},
    on: { stage, load: (doc) => stage.load({ ...doc, view: { ...doc.view, ...view } }) },
    sink: { append: (events) => void kinds.push(...events.map(({ kind }) => kind)) },
  });
  for (let frame = 0; frame < 5 * HZ && run.session.state !== 'ended'; frame++) {
    if (run.beginFrame(1 / HZ)) stage.step(1 / HZ);
    run.endFrame(1 / HZ);
  }
  expect(kinds).toContain('measured');
  expect([...stage.actors.keys()]).toEqual(['me', 'second']);
  expect(stage.doc.present.view.camera).toBe('mine');
  run.dispose();
  expect(stage.step(1 / HZ).actors.map(({ id }) => id)).toEqual(['me', 'second']);
  stage.dispose();
});

test('where its events cannot be kept, a session does not go on', async () => {
  const run = createStudyRun({
    setup: { protocol: studyOf('explore'), questionnaires: {} },
    participant: participantOf(0),
    place: {
      person: { kind: 'person', source: { kind: 'test' }, body: { kind: 'default' }, profile: null, settings: {} },
      stature: 1.7,
    },
    kinds: headlessKinds(createEmulatedSource(), bodies),
    sink: { append: () => Promise.reject(new Error('the disk is full')) },
  });
  run.step(1 / HZ);
  await expect(run.saved()).rejects.toThrow('the disk is full');
  expect(() => run.step(1 / HZ)).toThrow('the disk is full');
  run.dispose();
});
