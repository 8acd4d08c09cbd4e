import { defaultSkeleton } from '@leib/body';
import { findTrack } from '@leib/core';
import { readRecording } from '@leib/formats';
import { simulateInline } from '@leib/reembody';
import { loadMujoco } from '@leib/reembody/mujoco';
import { createEmulatedSource } from '@leib/tracking';
import { beforeAll, expect, test } from 'vitest';
import { headlessKinds, type SimulationBodies } from '../participant/simulateSession.js';
import { decodeProtocol } from '../protocol/decodeProtocol.js';
import type { StudyEvent } from '../studyEvent.js';
import { exampleText, participantOf } from '../studyFiles.testing.js';
import { joinMotion } from '../uplink/motionSink.js';
import { StudyUplink, type UplinkTransport } from '../uplink/studyUplink.js';
import { createMemoryStorage, type MotionChunk } from '../uplink/uplinkStorage.js';
import { createStudyRun, type StudyRun } from './studyRun.js';
import { TrialTracks } from './trialTracks.js';

/** Faster than the study wants it recorded. */
const HZ = 90;
const record = {
  ...{ devices: true, pose: true, wished: true, torques: true, contacts: true, errors: true },
  hz: 60,
};
let bodies: SimulationBodies;
beforeAll(async () => {
  const simulatedAt = simulateInline(await loadMujoco());
  bodies = { body: () => ({ skeleton: defaultSkeleton, skin: null }), prior: null, simulatedAt };
});

function protocol() {
  const study = JSON.parse(exampleText('latency'));
  const flow = [{ kind: 'task', id: 'look', task: 'explore', seconds: 1, waits: false, freezeSeconds: 0.2 }];
  const decoded = decodeProtocol({ ...study, body: { latencyMs: 50 }, flow });
  if (!decoded.ok) throw new Error(decoded.reason);
  return decoded.value;
}

/** A page with a session in it: what was kept before is gone on with. */
async function openPage(uplink: StudyUplink) {
  const setup = { protocol: protocol(), questionnaires: {} };
  const tracks = new TrialTracks({ record, versions: { page: '1' }, keep: (piece) => uplink.appendMotion(piece) });
  const run = createStudyRun({
    ...{ setup, participant: participantOf(0) },
    place: {
      person: { kind: 'person', source: { kind: 'test' }, body: { kind: 'default' }, profile: null, settings: {} },
      stature: 1.7,
    },
    kinds: headlessKinds(createEmulatedSource(), bodies),
    sink: tracks.before(uplink),
    events: uplink.events,
  });
  await run.stage.settled();
  return { run, tracks };
}

async function stepFor({ run, tracks }: { run: StudyRun; tracks: TrialTracks }, seconds: number): Promise<void> {
  for (let frame = 0; frame < seconds * HZ && run.session.state !== 'ended'; frame++) {
    const made = run.step(1 / HZ);
    while (!tracks.isReady(run)) await tracks.ready();
    if (made) tracks.take(run, made);
  }
}

test('a trial is on the server with its whole recording before what says that it was done, also where its page was killed on the way', async () => {
  const had: (StudyEvent | MotionChunk)[] = [];
  const transport: UplinkTransport = {
    async sendEvents(events) {
      const known = had.filter((each) => 'sequence' in each).length;
      had.push(...events.filter(({ sequence }) => sequence >= known));
      return { ok: true, next: known + events.length };
    },
    async sendChunk(chunk) {
      had.push(chunk);
      return { ok: true, next: chunk.number + 1 };
    },
  };
  const storage = createMemoryStorage();
  const open = () => StudyUplink.open({ storage, transport, after: () => {} });
  const killed = await open();
  const first = await openPage(killed);
  await stepFor(first, 0.5);
  await first.run.saved();
  killed.dispose();
  const uplink = await open();
  const page = await openPage(uplink);
  await stepFor(page, 3);
  await page.run.saved();
  await uplink.saved();
  expect(page.run.session.state).toBe('ended');
  const pieces = had.filter((each): each is MotionChunk => 'stream' in each);
  expect(pieces.map(({ stream, number }) => `${stream} ${number}`)).toEqual(['look-1 0']);
  const measured = had.findIndex((each) => 'kind' in each && each.kind === 'measured');
  expect(had.indexOf(pieces[0])).toBeLessThan(measured);
  const { recording, warnings } = await readRecording(await joinMotion(pieces.map(({ bytes }) => bytes)));
  expect(warnings).toEqual([]);
  // The session's clock, which the events have, and the rate that the study asks for.
  const begun = had.findLast(
    (each) => 'kind' in each && each.kind === 'phaseBegun' && each.payload.phase === 'running',
  );
  const body = findTrack(recording, 'pose', 'body');
  expect(body?.times[0]).toBeCloseTo((begun as StudyEvent).seconds, 1);
  expect(Math.abs((body?.momentCount ?? 0) - 60)).toBeLessThanOrEqual(1);
  expect(findTrack(recording, 'devices')?.momentCount).toBe(body?.momentCount);
  const { delay, wished, torques } = findTrack(recording, 'forces')?.channels ?? {};
  expect(delay.values.at(-1)).toBeCloseTo(0.05, 3);
  expect(wished.count).toBe(defaultSkeleton.jointCount);
  expect(Math.max(...torques.values)).toBeGreaterThan(0.1);
});

test('a recording that cannot be kept holds up what would say that its trial was done', async () => {
  const storage = createMemoryStorage();
  const full = { ...storage, addChunk: async () => Promise.reject(new Error('the disk is full')) };
  const transport: UplinkTransport = {
    sendEvents: async () => ({ ok: false, why: 'away', reason: 'off' }),
    sendChunk: async () => ({ ok: false, why: 'away', reason: 'off' }),
  };
  const uplink = await StudyUplink.open({ storage: full, transport, after: () => {} });
  const page = await openPage(uplink);
  await expect(stepFor(page, 3).then(() => page.run.saved())).rejects.toThrow('the disk is full');
  expect((await storage.events()).map(({ kind }) => kind)).toEqual(['begun', 'stepBegun', 'phaseBegun']);
});
