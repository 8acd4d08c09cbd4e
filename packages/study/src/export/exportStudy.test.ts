import { recordingOf, type Track } from '@leib/core';
import { openRecordingWriter, readRecording, recordingFormats, writeRecording } from '@leib/formats';
import { parquetReadObjects } from 'hyparquet';
import { expect, onTestFinished, test } from 'vitest';
import { latencyPeople } from '../analysis/latencyPeople.testing.js';
import { tableOfEvents } from '../analysis/studyTable.js';
import type { StudyEvent } from '../studyEvent.js';
import { createMotionSink, joinMotion, streamOf } from '../uplink/motionSink.js';
import type { MotionChunk } from '../uplink/uplinkStorage.js';
import { writeCsv } from './csv.js';
import { exportStudy, type StudySource, tableOfStudy } from './exportStudy.js';
import type { ExportFile } from './writeBids.js';

// This package knows no Node; its tests run there.
const { spawnSync } = (await import('node:child_process' as string)) as {
  spawnSync(
    program: string,
    words: readonly string[],
    options?: object,
  ): { status: number; stdout: string; stderr: string };
};
const { mkdirSync, mkdtempSync, rmSync, writeFileSync } = (await import('node:fs' as string)) as {
  mkdirSync(path: string, options: object): void;
  mkdtempSync(prefix: string): string;
  rmSync(path: string, options: object): void;
  writeFileSync(path: string, bytes: Uint8Array): void;
};
const { tmpdir } = (await import('node:os' as string)) as { tmpdir(): string };

/** A body that nods for two seconds, what it was to do, and how late. */
export function nodding(hz = 90, delaySeconds = 0.125): readonly Track[] {
  const frameCount = 2 * hz;
  const joints = [
    { name: 'hips', parent: null, offset: [0, 1, 0] as const },
    { name: 'head', parent: 'hips', offset: [0, 0.6, 0] as const },
  ];
  const times = Float64Array.from({ length: frameCount }, (_, i) => 3 + i / hz);
  const turn = (late: number) =>
    Float64Array.from({ length: frameCount * 8 }, (_, at) => {
      const angle = at % 8 < 4 ? 0 : 0.2 * Math.sin((times[at >> 3] - late) * 3);
      return [Math.sin(angle), 0, 0, Math.cos(angle)][at % 4];
    });
  const root = Float64Array.from({ length: frameCount * 3 }, (_, at) => [0, 1, 0][at % 3]);
  const body: Track = {
    ...{ name: 'body', kind: 'pose', hz, about: { joints }, momentCount: frameCount, times },
    channels: {
      root: { kind: 'line', count: 3, values: root },
      joints: { kind: 'rotation', count: 2, values: turn(delaySeconds) },
    },
  };
  const constant = (count: number, value: number) => Float32Array.from({ length: frameCount * count }, () => value);
  const forces: Track = {
    ...{
      name: 'body forces',
      kind: 'forces',
      hz,
      momentCount: frameCount,
      times,
      about: { joints, parts: ['hips', 'head'] },
    },
    channels: {
      wishedRoot: { kind: 'line', count: 3, values: root },
      wished: { kind: 'rotation', count: 2, values: turn(0) },
      errors: { kind: 'line', count: 2, values: constant(2, Math.PI / 18) },
      delay: { kind: 'step', count: 1, values: constant(1, delaySeconds) },
    },
  };
  return [body, forces];
}

async function sourceOf(count: number): Promise<StudySource> {
  const people = latencyPeople(count);
  const bytes = await writeRecording(recordingOf(nodding()));
  const { trials } = tableOfEvents(people);
  const motion = new Map<string, Set<string>>();
  for (const trial of trials)
    motion.set(trial.participant, (motion.get(trial.participant) ?? new Set()).add(streamOf(trial)));
  return { study: 'latency', protocols: ['{"id":"latency"}'], people, motion, readMotion: async () => bytes };
}

async function filesOf(source: StudySource): Promise<ReadonlyMap<string, Uint8Array>> {
  const files: ExportFile[] = [];
  for await (const file of exportStudy(source)) files.push(file);
  return new Map(files.map(({ path, bytes }) => [path, bytes]));
}

const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

test('an export has a row a trial, the same numbers in both kinds of tables, and a word on every column', async () => {
  const source = await sourceOf(3);
  const files = await filesOf(source);
  const [head, ...rows] = textOf(files.get('trials.csv'))
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  expect(rows.length).toBe(9);
  const parquet = await parquetReadObjects({ file: (files.get('trials.parquet') as Uint8Array<ArrayBuffer>).buffer });
  for (const [i, row] of rows.entries())
    for (const [k, name] of head.entries()) expect(String(parquet[i][name] ?? '')).toBe(row[k]);
  const dictionary = textOf(files.get('dictionary.csv')).trim().split('\n').slice(1);
  expect(dictionary.filter((line) => line.startsWith('trials,')).map((line) => line.split(',')[1])).toEqual(head);
  expect(dictionary.every((line) => line.split(',')[4] !== '')).toBe(true);
  // Each trial has a path to a recording that is there, and is what was recorded.
  for (const row of rows) expect(files.has(row[head.indexOf('motion')])).toBe(true);
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['README.md', 'open.R', 'open.py', 'protocol.json', 'events.csv', 'answers.parquet']),
  );
  const again = await filesOf(await sourceOf(3));
  for (const [path, bytes] of files) expect(again.get(path), path).toEqual(bytes);
});

/** Programs that open an export, where they are installed. */
const openers = [
  ['Python', 'python3', 'open.py'],
  ['R', 'Rscript', 'open.R'],
] as const;

for (const [language, program, script] of openers)
  test.skipIf(spawnSync(program, ['--version']).status !== 0)(
    `${language}: what comes with an export opens it: its tables have the means that the report has, its recordings all frames`,
    async () => {
      const folder = mkdtempSync(`${tmpdir()}/leib-export-`);
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const source = await sourceOf(3);
      for (const [path, bytes] of await filesOf(source)) {
        mkdirSync(`${folder}/${path}`.replace(/[^/]*$/, ''), { recursive: true });
        writeFileSync(`${folder}/${path}`, bytes);
      }
      const { status, stdout, stderr } = spawnSync(program, [script], { cwd: folder, encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
      const { trials } = await tableOfStudy(source);
      for (const measure of ['completions', 'contactSeconds', 'partSeconds.leftHand', 'jointErrorDeg', 'delayMs']) {
        const [, count, mean] = new RegExp(`^hand ${measure} (\\d+) (\\S+)`, 'm').exec(stdout) ?? [];
        const sum = trials.reduce((total, { measures }) => total + Number(measures[measure]), 0);
        expect([measure, Number(count)]).toEqual([measure, 9]);
        expect(Number(mean) / (sum / 9)).toBeCloseTo(1, 4);
      }
      expect(stdout).toMatch(/_motion\.tsv 180 frames of \d+ channels/);
    },
  );

test('joint errors and the delay come from the recordings, as they were measured', async () => {
  const { trials } = await tableOfStudy(await sourceOf(1));
  expect(trials[0].measures.jointErrorDeg).toBeCloseTo(10, 4);
  expect(trials[0].measures['jointErrorDeg.head']).toBeCloseTo(10, 4);
  expect(trials[0].measures.delayMs).toBeCloseTo(125, 3);
});

test('an exported recording is one that other formats are written from, with wished and reached pose and delay', async () => {
  const source = await sourceOf(1);
  const { recording, warnings } = await readRecording(await source.readMotion('p0', 'latency.0.hand-1'));
  expect(warnings).toEqual([]);
  expect(recording.tracks.map(({ name, kind }) => [name, kind])).toEqual([
    ['body', 'pose'],
    ['body forces', 'forces'],
  ]);
  expect(recording.tracks[1].channels.delay.values[5]).toBeCloseTo(0.125, 6);
  expect(recording.tracks[1].channels.wished.values).not.toEqual(recording.tracks[0].channels.joints.values);
  const bvh = recordingFormats.find(({ id }) => id === 'bvh');
  expect(textOf(await bvh?.write(recording))).toContain('Frames: 180');
});

test('Motion-BIDS: names, sidecars and columns as the standard says, one number a channel in every line', async () => {
  const files = await filesOf(await sourceOf(2));
  const bids = [...files.keys()].filter((path) => path.startsWith('bids/sub-'));
  const motions = bids.filter((path) => path.endsWith('_motion.tsv'));
  // Two people, three conditions, what was wished and what was reached.
  expect(motions.length).toBe(2 * 3 * 2);
  for (const path of motions) {
    expect(path).toMatch(
      /^bids\/sub-(\w+)\/motion\/sub-\1_task-[A-Za-z0-9]+_tracksys-[A-Za-z0-9]+_run-\d+_motion\.tsv$/,
    );
    const about = JSON.parse(textOf(files.get(path.replace('.tsv', '.json'))));
    const channels = textOf(files.get(path.replace('_motion.tsv', '_channels.tsv')))
      .trim()
      .split('\n')
      .map((line) => line.split('\t'));
    expect(channels[0].slice(0, 5)).toEqual(['name', 'component', 'type', 'tracked_point', 'units']);
    expect(about).toMatchObject({ SamplingFrequency: 90, MotionChannelCount: channels.length - 1 });
    expect(path).toContain(`task-${about.TaskName}_tracksys-${about.TrackingSystemName}_`);
    expect(new Set(channels.map(([name]) => name)).size).toBe(channels.length);
    const lines = textOf(files.get(path)).trim().split('\n');
    expect(lines.length).toBe(180);
    for (const line of lines) expect(line.split('\t').length).toBe(channels.length - 1);
  }
  const description = JSON.parse(textOf(files.get('bids/dataset_description.json')));
  expect(description).toMatchObject({ Name: 'latency', BIDSVersion: '1.9.0', DatasetType: 'raw' });
  const [head, ...people] = textOf(files.get('bids/participants.tsv')).trim().split('\n');
  expect(head.split('\t')[0]).toBe('participant_id');
  expect(people.map((line) => line.split('\t')[0])).toEqual(['sub-p0', 'sub-p1']);
});

test('markers of other instruments are in the tables and, by their own time, among the events of the task that they fell into', async () => {
  const source = await sourceOf(1);
  const [person] = source.people;
  const marker = { source: 'osc:127.0.0.1:9000', sourceSeconds: 500, offsetSeconds: 400, uncertaintySeconds: 0.0004 };
  const events = person.events.flatMap((event): StudyEvent[] => {
    if (event.kind !== 'measured' || event.payload.attempt !== 1) return [event];
    const { participant, seconds, payload } = event;
    const place = { step: payload.step, index: payload.index, attempt: payload.attempt };
    const at = { participant, seconds, sequence: 0 };
    return [
      { ...at, kind: 'phaseBegun', payload: { ...place, phase: 'running' } },
      { ...at, kind: 'logged', payload: { ...place, log: 'panel', data: { box: 2 } } },
      // One that came late, and one that belongs to another time.
      { ...at, kind: 'marked', payload: { ...marker, id: 'a-1', label: 'blink', seconds: seconds + 0.125 } },
      { ...at, kind: 'marked', payload: { ...marker, id: 'a-2', label: 'early', seconds: 0.5 } },
      event,
    ];
  });
  const renumbered = events.map((event, sequence) => ({ ...event, sequence }));
  const files = await filesOf({ ...source, people: [{ ...person, events: renumbered }] });
  const [path, ...others] = [...files.keys()].filter((name) => name.endsWith('_events.tsv'));
  expect([path, others.length]).toEqual(['bids/sub-p0/motion/sub-p0_task-hand_run-1_events.tsv', 2]);
  expect(textOf(files.get(path))).toBe(
    [
      'onset\tduration\ttrial_type\tvalue\tsource\tuncertainty',
      '0\t0\tpanel\t{"box":2}\tn/a\tn/a',
      '0.125\t0\tmarked\tblink\tosc:127.0.0.1:9000\t0.0004\n',
    ].join('\n'),
  );
  const marked = textOf(files.get('events.csv'))
    .split('\n')
    .filter((line) => line.includes(',marked,'));
  expect(marked.length).toBe(6);
  expect(marked[0]).toContain('""offsetSeconds"":400');
});

test('what somebody typed is never a formula of a spreadsheet, and numbers stay numbers', () => {
  const column = {
    name: 'said',
    type: 'text',
    unit: '',
    means: '',
    of: (row: { said: string | number | null }) => row.said,
  } as const;
  const cells = ['=1+1', '+1', '-1', '@x', '\t=1', 'a "b", c', 'line\nbreak', -5, null].map((said) => ({ said }));
  expect(writeCsv([column], cells)).toBe(`said\n'=1+1\n'+1\n'-1\n'@x\n'\t=1\n"a ""b"", c"\n"line\nbreak"\n-5\n\n`);
});

test('pieces of a recording make the file again, and one whose page was killed gives what came before', async () => {
  const pieces: MotionChunk[] = [];
  const sink = createMotionSink({ appendMotion: async (chunk) => void pieces.push(chunk) }, 'latency.0.hand-0');
  const writer = await openRecordingWriter(sink);
  const [body] = nodding();
  const track = writer.track({
    name: 'body',
    kind: 'pose',
    hz: 90,
    about: body.about,
    channels: { root: { kind: 'line', count: 3 }, joints: { kind: 'rotation', count: 2 } },
  });
  const random = { seed: 3 };
  for (let i = 0; i < 20_000; i++) {
    random.seed = (random.seed * 48271) % 2147483647;
    track.append(i / 90, { root: [random.seed / 2147483647, 1, 0], joints: [0, 0, 0, 1, 0, 0, 0, 1] });
  }
  await writer.dispose();
  await sink.end();
  expect(pieces.map(({ number }) => number)).toEqual(pieces.map((_, i) => i));
  expect(pieces.length).toBeGreaterThan(2);
  const whole = await readRecording(await joinMotion(pieces.map(({ bytes }) => bytes)));
  expect([whole.recording.tracks[0].momentCount, whole.warnings]).toEqual([20_000, []]);
  const cut = await readRecording(await joinMotion(pieces.slice(0, -1).map(({ bytes }) => bytes)));
  expect(cut.recording.tracks[0].momentCount).toBeGreaterThan(10_000);
  expect(cut.warnings[0]).toMatch(/the file is cut off/);
});
