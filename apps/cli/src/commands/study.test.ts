import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBodyProfile } from '@leib/calibration';
import { findTrack, type Recording, requireDecoded, type Track } from '@leib/core';
import { createOscMessage, createOscWriter, flushOscBundle, readOscPacket, writeOscMessage } from '@leib/feeds';
import { readRecording } from '@leib/formats';
import { openStudyStore, startServer } from '@leib/server';
import { decodeProtocol, joinMotion, type StudyEvent, type StudyShape } from '@leib/study';
import { fetchStudy, studyReport, tableOfStudy } from '@leib/study/results';
import { devicesOfTrack, POSE_SIZE, quality, trackedPoints } from '@leib/tracking';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openStudyBodies } from '../study/studyBodies.js';
import { buildLeib, callLeib, freePort, runLeib } from '../testing.js';
import { trackingFixture } from '../trackingFixture.testing.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leib-study-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a new study is a copy of an example, and can be run as it stands', async () => {
  const out = join(folder, 'mine.json');
  const { code, stderr } = await callLeib(['study', 'new', out, '--from', 'takes', '--id', 'mine']);
  expect([code, stderr]).toEqual([0, '']);
  const decoded = decodeProtocol(readFileSync(out, 'utf8'));
  expect(decoded.ok && decoded.value.id).toBe('mine');
  const checked = await callLeib(['study', 'check', out]);
  expect(checked.code).toBe(0);
  expect(checked.stdout).toContain('mine: ');
});

test('check says the orders, the least time, and what is not balanced', async () => {
  const study = JSON.parse((await readExample('latency')) as string);
  const path = join(folder, 'ten.json');
  writeFileSync(path, JSON.stringify({ ...study, participants: 10 }));
  const { code, stdout } = await callLeib(['study', 'check', path, '--json']);
  expect(code).toBe(0);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ steps: 23, tasks: 9, leastMinutes: 8.9 });
  expect(new Set(report.orders[0].participants).size).toBe(6);
  expect(report.warnings.join()).toContain('10 is no multiple of 6');
});

/** An instrument that writes down what it is told, and says what it is to. Packets to it may be lost, as on a network. */
async function openReceiver() {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  const all: { readonly address: string; readonly values: readonly unknown[] }[] = [];
  let to = 0;
  socket.on('message', (packet, from) => {
    to = from.port;
    readOscPacket(packet, createOscMessage(), ({ address, values, argumentCount }) => {
      all.push({ address, values: values.slice(0, argumentCount) });
    });
  });
  const writer = createOscWriter((packet) => socket.send(packet.slice(), to, '127.0.0.1'));
  const heard = (wished: string) => all.filter(({ address }) => address === wished).map(({ values }) => values);
  return {
    port: socket.address().port,
    heard,
    /** After the first event; resolves when the label has come to whoever sent it. */
    async mark(label: string) {
      const patience = { timeout: 60_000, interval: 20 };
      await expect.poll(() => heard('/leib/event').length, patience).toBeGreaterThan(0);
      writeOscMessage(writer, '/leib/marker', 's', [label]);
      const isAnswered = () => {
        writeOscMessage(writer, '/leib/ping', 'id', [1, 0]);
        flushOscBundle(writer);
        return heard('/leib/pong').length;
      };
      await expect.poll(isAnswered, patience).toBeGreaterThan(0);
    },
  };
}

/** Trackers by their serial number, again and again until the test ends: heights in metres. */
async function sendTrackers(port: number, heights: Readonly<Record<string, number>>) {
  const socket = createSocket('udp4');
  const writer = createOscWriter((packet) => socket.send(packet.slice(), port, '127.0.0.1', () => {}));
  const timer = setInterval(() => {
    for (const [serial, height] of Object.entries(heights))
      writeOscMessage(writer, '/VMC/Ext/Tra/Pos', 'sfffffff', [serial, 0, height, 0, 0, 0, 0, 1]);
    flushOscBundle(writer);
  }, 5);
  onTestFinished(() => {
    clearInterval(timer);
    socket.close();
  });
}

/** Of what was recorded of devices: how high each point was when it was tracked last; null where it never was. */
function heightsOf(recording: Recording): Record<string, number | null> {
  const track = findTrack(recording, 'devices');
  if (track === null) throw new Error('expected a track of devices');
  const { poses, quality: grades, frameCount } = devicesOfTrack(track);
  const size = trackedPoints.length;
  const frames = Array.from({ length: frameCount }, (_, frame) => frame);
  const last = (point: number) => frames.findLast((frame) => grades[frame * size + point] === quality.tracked);
  return Object.fromEntries(
    trackedPoints.map((name, point) => {
      const frame = last(point);
      return [name, frame === undefined ? null : poses[(frame * size + point) * POSE_SIZE + 1]];
    }),
  );
}

const readExample = async (name: string) => {
  const out = join(folder, `${name}.example.json`);
  await callLeib(['study', 'new', out, '--from', name]);
  return readFileSync(out, 'utf8');
};

test.each<[string, (study: { flow: { order?: string; of?: string }[] }) => void, string]>([
  [
    'an order',
    (study) => {
      study.flow[6].order = 'chance';
    },
    'flow[6].order: expected one of "fixed"',
  ],
  [
    'a questionnaire',
    (study) => {
      study.flow[1].of = 'nothing';
    },
    'flow[1].of: expected a shipped questionnaire',
  ],
])('%s that is none: exit code 2, with the place', async (_what, edit, reason) => {
  const study = JSON.parse(await readExample('latency'));
  edit(study);
  const path = join(folder, 'wrong.json');
  writeFileSync(path, JSON.stringify(study));
  const { code, stderr } = await callLeib(['study', 'check', path]);
  expect(code).toBe(2);
  expect(stderr).toContain(`${path}, ${reason}`);
});

test('simulated participants: the same call gives the same events, which the store has', async () => {
  const out = join(folder, 'simulated');
  const call = ['study', 'simulate', '--study', 'words', '--participants', '2', '--json'];
  const first = await callLeib([...call, '--studies', '20', '--jobs', '1', '--out', out]);
  expect([first.code, first.stderr]).toEqual([0, '']);
  const report = JSON.parse(first.stdout);
  expect(report.comparisons.map(({ measure }: { measure: string }) => measure)).toContain('likeness.likeness');
  // Again, two at a time in threads of their own and without recordings, they do the same.
  buildLeib();
  const again = await runLeib([...call, '--studies', '0', '--jobs', '2']);
  expect(JSON.parse(again.stdout)).toMatchObject({ sha256: report.sha256, events: report.events });
  const store = await openStudyStore({ database: join(out, 'study.sqlite') });
  const people = await store.participants('words');
  expect(people.map(({ participant, hasEnded }) => [participant, hasEnded])).toEqual([
    ['S001', true],
    ['S002', true],
  ]);
  expect(people.reduce((sum, { events }) => sum + events, 0)).toBe(report.events);
  await store.close();
  // The room Results reads it from a server of this store.
  const server = await startServer({ port: 0, studioDir: null, study: { database: join(out, 'study.sqlite') } });
  const listed = await (await fetch(new URL('api/study', server.url))).json();
  const source = await fetchStudy({ server: server.url, study: 'words', token: '' });
  // Its recordings are read one by one: the server has to be there until then.
  const table = await tableOfStudy(source);
  await server.close();
  expect(listed).toEqual({ studies: ['words'] });
  const html = studyReport(table, { title: 'Words', study: 'words' });
  expect(html).toContain('2 of 2 are simulated.');
  // Its recordings are a data set.
  const bids = join(folder, 'bids');
  const exported = await callLeib(['study', 'export', '--from', out, '--bids', bids, '--json']);
  expect(exported.stderr).toBe('');
  const { recordings, files } = JSON.parse(exported.stdout);
  expect(recordings).toBeGreaterThan(1);
  expect(files).toBeGreaterThan(4 * recordings);
  expect(JSON.parse(readFileSync(join(bids, 'dataset_description.json'), 'utf8')).DatasetType).toBe('raw');
});

test('who is simulated in a shape study wears the body of what they set, and the tape is of their own', async () => {
  const out = join(folder, 'shape');
  const { code, stderr } = await callLeib([
    ...['study', 'simulate', '--study', 'shape', '--participants', '1', '--studies', '0', '--jobs', '1', '--no-record'],
    ...['--out', out],
  ]);
  expect([code, stderr.replace('1 of 1 participants', '').trim()]).toEqual([0, '']);
  const page = join(folder, 'shape.html');
  const store = join(out, 'study.sqlite');
  expect((await callLeib(['study', 'report', '--store', store, '--out', page])).code).toBe(0);
  const html = readFileSync(page, 'utf8');
  // Both avatars and take 1 against each other (Anhang 15), the row picture and the twelve measures (Anhang 9).
  for (const pair of ['avatar 2 minus avatar 1', 'take 1 minus avatar 1', 'take 1 minus avatar 2'])
    expect(html).toContain(pair);
  expect(html).toContain('data:image/svg+xml;base64,');
  // Ratings by region and block (Fig. 29).
  expect(html).toContain('likeness: mean answer to each item');
  expect(html).toMatch(/Block 1[\s\S]*Block 2/);
  // What they set is what they are, give or take a hand's tremor: the avatars are near take 1.
  const stature = /<th scope="row">stature, cm<\/th><td>([\d.]+)<\/td><td>([\d.]+)<\/td><td>([\d.]+)<\/td>/.exec(html);
  const [first, second, tape] = (stature ?? []).slice(1).map(Number);
  expect(Math.abs(first - tape)).toBeLessThan(8);
  expect(Math.abs(second - tape)).toBeLessThan(8);
  const { body, tape: tapeOf } = await openStudyBodies(requireDecoded(decodeProtocol(await readExample('shape'))));
  const [none, tall] = [[], [3]].map((betas) => ({ kind: 'shape', sex: 'female', betas }) as const);
  expect(body(none)).toBe(body({ ...none, stature: 1.5 }));
  const height = (ref: StudyShape) => body(ref as never).skeleton.restWorldPositions.reduce((a, b) => Math.max(a, b));
  expect(Math.abs(height(tall) - height(none))).toBeGreaterThan(0.05);
  expect(Math.abs((tapeOf?.(tall).stature ?? 0) - (tapeOf?.(none).stature ?? 0))).toBeGreaterThan(5);
});

test('a session at the terminal with a recorded participant: killed, it goes on; torques, contacts and errors are recorded', async () => {
  buildLeib();
  const tracking = join(folder, 'person.jsonl');
  writeFileSync(tracking, trackingFixture({ frameCount: 240 }));
  const study = JSON.parse(await readExample('latency'));
  const short = join(folder, 'short.json');
  const task = (id: string, name: string) => ({ kind: 'task', id, task: name, seconds: 0.5 });
  study.body.settings = { totalMass: 72 };
  study.flow = [
    { kind: 'consent', id: 'consent' },
    task('hand', 'handInBox'),
    { kind: 'questionnaire', id: 'load', of: 'nasa-tlx', asked: 'aloud' },
    task('foot', 'footInBox'),
  ];
  study.id = 'short';
  writeFileSync(short, JSON.stringify(study));
  const database = join(folder, 'run.sqlite');
  const call = ['study', 'run', '--study', short, '--participant', 'P7', '--in', tracking, '--store', database];
  // Ends in the middle of the questionnaire.
  const eeg = await openReceiver();
  async function* lines() {
    yield 'yes\n';
    await eeg.mark('blink');
    yield 'next\n';
  }
  const first = await runLeib([...call, '--instruments', `osc:127.0.0.1:${eeg.port}`], {}, lines());
  expect(first.stderr).toMatch(/^note: Instruments: 1 of 1 connected; osc:127/);
  expect(first.code).toBe(0);
  expect(first.stdout).toContain('[hand]');
  // It goes on with trackers that are known by their serial numbers.
  const port = await freePort();
  const worn = (role: string) => ({ role, isChosen: true, offset: null, centre: null });
  const devices = { [`vmc:${port}/tracker/LHR-2`]: worn('head'), [`vmc:${port}/tracker/LHR-1`]: worn('leftFoot') };
  const profile = join(folder, 'profile.json');
  writeFileSync(profile, JSON.stringify({ ...createBodyProfile('P7'), devices }));
  await sendTrackers(port, { 'LHR-1': 0.125, 'LHR-2': 1.625, 'LHR-3': 1 });
  const tracked = call.with(call.indexOf('--in'), '--feed').with(call.indexOf(tracking), `vmc:${port}`);
  const answers = '50\n101\n10\n20\n30\n40\n60\nnext\nnext\n';
  const second = await runLeib([...tracked, '--profile', profile], {}, answers);
  expect([second.code, second.stderr]).toEqual([0, `note: vmc: listening on UDP 127.0.0.1:${port}\n`]);
  expect(second.stdout).toContain('refused: physical: expected a number from 0 to 100, got 101');
  const store = await openStudyStore({ database });
  const events = await store.events('short', 'P7');
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, i) => i));
  expect(events.at(-1)?.kind).toBe('ended');
  // What was kept went to the instrument, in order, with poses between; its marker is an event of the session.
  const told = eeg.heard('/leib/event').map(([participant, sequence, , , , kind]) => [participant, sequence, kind]);
  const kept = events.map(({ participant, sequence, kind }) => [participant, sequence, kind]);
  const heardOf = told.map(([, sequence]) => Number(sequence));
  expect(told).toEqual(heardOf.map((sequence) => kept[sequence]));
  expect(heardOf).toEqual([...new Set(heardOf)].sort((a, b) => a - b));
  expect(eeg.heard('/leib/pose').length).toBeGreaterThan(0);
  expect(eeg.heard('/leib/pose')[0].length).toBe(3 + 3 + 4 * String(eeg.heard('/leib/joints')[0]).split(' ').length);
  const marked = events.filter(({ kind }) => kind === 'marked');
  expect(marked.map(({ payload }) => payload)).toMatchObject([{ label: 'blink', source: `osc:127.0.0.1:${eeg.port}` }]);
  const kinds = (kind: string) => events.filter((event) => event.kind === kind) as StudyEvent[];
  expect(kinds('resumed')).toHaveLength(1);
  expect(kinds('scored').map(({ payload }) => payload)).toMatchObject([
    { step: 'load', attempt: 1, scores: { load: 35 } },
  ]);
  expect(kinds('measured').map(({ payload }) => payload)).toMatchObject([{ task: 'handInBox' }, { task: 'footInBox' }]);
  const chunks = await store.motion('short', 'P7');
  const recordingOf = async (wished: string) => {
    const pieces = chunks.filter(({ stream }) => stream === wished);
    const bytes = await Promise.all(pieces.map((chunk) => store.motionBytes('short', chunk)));
    return (await readRecording(await joinMotion(bytes.map((piece) => piece ?? new Uint8Array())))).recording;
  };
  const [recording, fed] = [await recordingOf('hand-0'), await recordingOf('foot-0')];
  await store.close();
  const heights = heightsOf(fed);
  expect([heights.head, heights.leftFoot, heights.rightFoot]).toEqual([1.625, 0.125, null]);
  const forces = findTrack(recording, 'forces');
  if (forces === null) throw new Error('expected a track of forces');
  expect(Object.keys(forces.channels).sort()).toEqual([
    'contactCount',
    'contacts',
    'delay',
    'errors',
    'torques',
    'wished',
    'wishedRoot',
  ]);
  const largest = ({ values }: Track['channels'][string]) => Math.max(...values.map(Math.abs));
  expect(largest(forces.channels.torques)).toBeGreaterThan(0.1);
  expect(largest(forces.channels.contactCount)).toBeGreaterThan(0);
  // Half a second, of which a busy machine makes five frames at least.
  expect(findTrack(recording, 'devices')?.momentCount).toBeGreaterThan(3);
  expect(findTrack(recording, 'pose', 'body')?.momentCount).toBeGreaterThan(3);
});

test.each([
  [['study', 'run', '--study', 'latency', '--store', 'x.sqlite'], 'expected --in FILE or --feed'],
  [['study', 'simulate', '--participants', '0'], '--participants: expected a whole number from 1'],
  [['study', 'check', 'nowhere.json'], 'nowhere.json'],
])('%j is a wrong call', async (words, reason) => {
  const { code, stderr } = await callLeib(words);
  expect(code).not.toBe(0);
  expect(stderr).toContain(reason);
});
