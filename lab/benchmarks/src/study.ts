import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nextRandom } from '@leib/core';
import { openRecordingWriter } from '@leib/formats';
import {
  askForPlace,
  createHttpTransport,
  createMemoryStorage,
  createMotionSink,
  type MotionChunk,
  StudyUplink,
} from '@leib/study';
import { studyReport, tableOfStudy } from '@leib/study/results';
import { killStudies } from '../../../apps/server/dist/study/killStudies.testing.js';
import { openStudyStore } from '../../../apps/server/dist/study/openStudyStore.js';
import { openSqlite } from '../../../apps/server/dist/study/sqliteDatabase.js';
import { sourceOfStudy } from '../../../apps/server/dist/study/studySource.js';
import { latencyPeople } from '../../../packages/study/dist/analysis/latencyPeople.testing.js';
import { type BenchmarkOptions, thoroughOptions } from './benchmarkOptions.js';
import type { BenchResult } from './report.js';

const resultOf = (name: string, microseconds: number, facts: Readonly<Record<string, number>>): BenchResult => ({
  ...{ name, ours: microseconds, unit: 'us', peers: {}, bytesPerCall: null, ratio: {}, facts },
});

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'leib-bench-study-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Ends the server or a page by SIGKILL at random moments of simulated sessions, and counts what is lost or doubled. */
export async function benchStudyKills({ targetCount }: BenchmarkOptions): Promise<BenchResult[]> {
  const kills = targetCount >= thoroughOptions.targetCount ? 500 : 60;
  const startMs = performance.now();
  // It takes half an hour: who ends it earlier has what was counted until then.
  const onKill: Parameters<typeof killStudies>[0]['onKill'] = (counted) => {
    const done = counted.serverKills + counted.pageKills;
    const seconds = Math.round((performance.now() - startMs) / 1000);
    if (done % 20 === 0)
      process.stderr.write(`study/kills: ${done} of ${kills}, ${seconds} s, ${JSON.stringify(counted)}\n`);
  };
  const rest = { atOnce: 3, eventsOfSession: 300, seed: 20, onKill };
  const figures = await inFolder((folder) => killStudies({ folder, kills, ...rest }));
  return [resultOf('study/kills', ((performance.now() - startMs) * 1000) / kills, { ...figures })];
}

const PEOPLE = 10_000;

/** From the store to the page of a report, with so many people of three trials each. */
export async function benchStudyReport(): Promise<BenchResult[]> {
  return inFolder(async (folder) => {
    const database = join(folder, 'studies.sqlite');
    const store = await openStudyStore({ database });
    const people = latencyPeople(PEOPLE);
    const raw = await openSqlite(database);
    await raw.transaction(async (sql) => {
      for (const { participant, number, site, events } of people) {
        await sql.run('INSERT INTO participant VALUES (?, ?, ?, ?)', 'latency', participant, number, site);
        for (const { sequence, seconds, kind, payload } of events)
          await sql.run(
            'INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)',
            ...['latency', participant, sequence, seconds, kind, JSON.stringify(payload)],
          );
      }
    });
    await raw.close();
    const startMs = performance.now();
    const source = await sourceOfStudy(store, 'latency');
    const readMs = performance.now();
    const html = studyReport(await tableOfStudy(source), { title: 'Latency', study: 'latency' });
    const endMs = performance.now();
    await store.close();
    return [
      resultOf('study/report', (endMs - startMs) * 1000, {
        people: PEOPLE,
        events: people.reduce((sum, { events }) => sum + events.length, 0),
        readSeconds: (readMs - startMs) / 1000,
        reportSeconds: (endMs - readMs) / 1000,
        kilobytes: html.length / 1000,
      }),
    ];
  });
}

const STATIONS = 20;
const SECONDS = 30;
const HZ = 90;
const JOINTS = 55;

/** Pieces of a recording of a body that forces move, and when each is whole: every joint moves all the time, so little of it packs. */
async function recordedPieces(): Promise<readonly { readonly seconds: number; readonly piece: MotionChunk }[]> {
  const pieces: { readonly seconds: number; readonly piece: MotionChunk }[] = [];
  let now = 0;
  const sink = createMotionSink({ appendMotion: async (piece) => void pieces.push({ seconds: now, piece }) }, 'hand-0');
  const writer = await openRecordingWriter(sink, { decimals: 5 });
  const pose = { root: { kind: 'line', count: 3 }, joints: { kind: 'rotation', count: JOINTS } } as const;
  const forces = {
    wished: { kind: 'rotation', count: JOINTS },
    torques: { kind: 'line', count: 100, store: 'single' },
    errors: { kind: 'line', count: JOINTS, store: 'single' },
    delay: { kind: 'step', count: 1 },
  } as const;
  const body = writer.track({ name: 'body', kind: 'pose', hz: HZ, about: {}, channels: pose });
  const driven = writer.track({ name: 'body forces', kind: 'forces', hz: HZ, about: {}, channels: forces });
  const random = { seed: 9 };
  const some = (count: number, size: number) => Array.from({ length: count }, () => size * (nextRandom(random) - 0.5));
  const turns = () => some(JOINTS * 4, 1);
  for (let frame = 0; frame < SECONDS * HZ; frame++) {
    now = frame / HZ;
    body.append(now, { root: some(3, 2), joints: turns() });
    driven.append(now, { wished: turns(), torques: some(100, 60), errors: some(JOINTS, 0.4), delay: [0.125] });
    // Pieces are packed beside this loop: their times are taken as they come.
    if (frame % HZ === 0) await sleep(0);
  }
  await writer.dispose();
  await sink.end();
  return pieces.map(({ piece }, i) => ({ seconds: (i + 1) * (SECONDS / pieces.length), piece }));
}

/** How much of a core a server takes that keeps what so many stations record at once. */
export async function benchStudyStations(): Promise<BenchResult[]> {
  const pieces = await recordedPieces();
  return inFolder(async (folder) => {
    const script = `
      import { startServer } from ${JSON.stringify(new URL('../../../apps/server/dist/index.js', import.meta.url).href)};
      const study = { database: ${JSON.stringify(join(folder, 'studies.sqlite'))} };
      console.log((await startServer({ port: 0, studioDir: null, study })).url);
      process.stdin.on('data', () => { const { user, system } = process.cpuUsage(); console.log((user + system) / 1e6); });
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const answer = async () => String((await once(child.stdout, 'data'))[0]).trim();
    const cpuSeconds = async () => {
      child.stdin.write('?\n');
      return Number(await answer());
    };
    try {
      const server = await answer();
      const uplinks = await Promise.all(
        Array.from({ length: STATIONS }, async (_, i) => {
          const station = { server, study: 'agency', participant: `station${i}`, token: '' };
          await askForPlace(station, 6);
          const after = (seconds: number, work: () => void) => void setTimeout(work, seconds * 1000);
          return StudyUplink.open({ storage: createMemoryStorage(), transport: createHttpTransport(station), after });
        }),
      );
      const began = { cpu: await cpuSeconds(), ms: performance.now() };
      let slowestMs = 0;
      await Promise.all(
        uplinks.map((uplink, i) =>
          playStation(uplink, `station${i}`, pieces, (ms) => (slowestMs = Math.max(slowestMs, ms))),
        ),
      );
      const seconds = (performance.now() - began.ms) / 1000;
      const cores = ((await cpuSeconds()) - began.cpu) / seconds;
      const bytes = pieces.reduce((sum, { piece }) => sum + piece.bytes.length, 0);
      return [
        resultOf('study/stations', cores * 1e6, {
          ...{ stations: STATIONS, seconds, slowestMs },
          coresPerMille: Math.round(cores * 1000),
          kilobytesPerStationAndSecond: bytes / 1000 / SECONDS,
        }),
      ];
    } finally {
      child.kill('SIGKILL');
    }
  });
}

/** Sends what one station has recorded, in real time, with four events a second; tells how long each piece took to be kept. */
async function playStation(
  uplink: StudyUplink,
  participant: string,
  pieces: Awaited<ReturnType<typeof recordedPieces>>,
  tell: (ms: number) => void,
): Promise<void> {
  const startMs = performance.now();
  for (const { seconds, piece } of pieces) {
    await sleep(Math.max(0, startMs + seconds * 1000 - performance.now()));
    const sentMs = performance.now();
    const sequence = uplink.events.length;
    const notes = Array.from({ length: 4 }, (_, i) => ({
      ...{ participant, sequence: sequence + i, seconds, kind: 'noted', payload: { text: 'a panel was touched' } },
    })) as Parameters<StudyUplink['append']>[0];
    await uplink.append(notes);
    await uplink.appendMotion(piece);
    await uplink.saved();
    tell(performance.now() - sentMs);
  }
}
