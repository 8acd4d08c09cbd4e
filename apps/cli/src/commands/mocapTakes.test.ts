import type { ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSkeleton } from '@leib/body';
import { createPose, createQuat, findTrack, type Motion, quat, type Recording } from '@leib/core';
import { seededRandom } from '@leib/core/testing';
import { encodeDTrackFrame } from '@leib/feeds';
import {
  loadMotionOrRecording,
  readJointsLines,
  readRecording,
  readTrackingLines,
  writeBvh,
  writeGltfMotion,
} from '@leib/formats';
import {
  createBodyFrame,
  defaultBodyMap,
  dtrackLogText,
  encodeDTrackBodies,
  offsetsText,
  readRecordedBodies,
  simulateBodies,
} from '@leib/mocap';
import { devicesOfTrack, type TrackingRecording } from '@leib/tracking';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildLeib, callLeib, startLeib } from '../testing.js';

const folder = mkdtempSync(join(tmpdir(), 'leib-takes-'));
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  buildLeib();
  writeFileSync(at('a.bvh'), writeBvh(sway(1, 61)));
  writeFileSync(at('b.glb'), await writeGltfMotion(sway(2, 46)));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The default person standing, with joints that sway. */
function sway(seed: number, frameCount: number): Motion {
  const random = seededRandom(seed);
  const { jointCount } = defaultSkeleton;
  const phases = Array.from({ length: jointCount * 3 }, () => 6 * random());
  const pose = createPose(defaultSkeleton);
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * jointCount * 4);
  for (let frame = 0; frame < frameCount; frame++) {
    rootPositions.set(pose.rootPosition, frame * 3);
    for (let joint = 0; joint < jointCount; joint++) {
      const [x, y, z] = [0, 1, 2].map((k) => 8 * Math.sin((frame / 30) * (1 + 0.3 * k) + phases[joint * 3 + k]));
      localRotations.set(quat.fromEuler(createQuat(), x, y, z) as Float64Array, (frame * jointCount + joint) * 4);
    }
  }
  return { name: `sway ${seed}`, skeleton: defaultSkeleton, hz: 30, frameCount, rootPositions, localRotations };
}

test.each(['bvh', 'glb', 'vrma', 'mcap', 'jsonl'])('takes put together are read back from .%s', async (ending) => {
  const combination = {
    format: 'leib-combination/1',
    takes: { legs: { file: 'a.bvh' }, arms: { file: 'b.glb' } },
    pieces: [
      { take: 'legs', to: 1.5 },
      { take: 'legs', from: 0.5, to: 1.5, blend: 0.5 },
    ],
    layers: [{ take: 'arms', groups: ['leftArm', 'rightArm'], at: 0.3, align: { groups: ['trunk'], within: 0.2 } }],
  };
  writeFileSync(at('c.json'), JSON.stringify(combination));
  const out = at(`c.${ending}`);
  const { code, stdout } = await callLeib(['mocap', 'combine', '--in', at('c.json'), '--out', out, '--json']);
  expect(code).toBe(0);
  // The two takes have nothing in common: that is said.
  const summary = JSON.parse(stdout);
  expect(summary).toMatchObject({ frames: 61, hz: 30, seconds: 2 });
  expect(summary.notes.join()).toContain('layers[0].align: expected one clear match');
  const loaded = await loadMotionOrRecording(readFileSync(out), out);
  const frames =
    loaded.kind === 'motion'
      ? loaded.motion.frameCount
      : loaded.kind === 'joints'
        ? loaded.joints.frameCount
        : loaded.kind === 'recording' && findTrack(loaded.recording, 'joints')?.momentCount;
  expect(frames).toBe(61);
});

test('a movement goes to agents, with the figures of both methods', async () => {
  const { code, stdout } = await callLeib([
    'mocap',
    'transfer',
    '--in',
    at('a.bvh'),
    '--to',
    'child',
    '--out',
    at('child.bvh'),
    '--json',
  ]);
  expect(code).toBe(0);
  const { angles, contacts } = JSON.parse(stdout);
  expect(contacts.footSlideCmPerS).toBeLessThan(angles.footSlideCmPerS);
  // The written file is an agent itself.
  const again = await callLeib(['mocap', 'transfer', '--in', at('a.bvh'), '--to', at('child.bvh'), '--json']);
  expect(JSON.parse(again.stdout).contacts.footSlideCmPerS).toBeCloseTo(contacts.footSlideCmPerS, 1);
});

/** A log of simulated trackers on a movement, room with Y up. */
function simulatedLog() {
  const simulated = simulateBodies(sway(3, 90), { lostShare: 0.05 }, 5);
  const bodies = createBodyFrame();
  const packets = Array.from(simulated.recording.times, (_, frame) => {
    readRecordedBodies(simulated.recording, frame, bodies);
    return encodeDTrackBodies(defaultBodyMap, bodies, frame + 1);
  });
  return { ...simulated, packets };
}

test('a DTrack log is recorded and solved; straight from the log it is the same', async () => {
  const { packets, offsets } = simulatedLog();
  writeFileSync(at('log.dtrack'), packets.map((packet) => dtrackLogText(packet, 0)).join(''));
  writeFileSync(at('offsets.json'), offsetsText(offsets));
  for (const ending of ['jsonl', 'mcap', 'dtrack']) {
    const out = at(`take.${ending}`);
    const call = ['mocap', 'record', '--in', at('log.dtrack'), '--up', 'y', '--out', out, '--json'];
    const { code, stdout, stderr } = await callLeib(call);
    expect(code).toBe(0);
    const { packets: counted, bodies } = JSON.parse(stdout);
    expect(counted).toMatchObject({ received: 90, lost: 0, damaged: 0 });
    expect(bodies).toHaveLength(10);
    expect(stderr).toMatch(/note: back: \d+\.\d Hz, [\d.]+ % lost/);
    const solve = [
      'mocap',
      'solve',
      '--in',
      out,
      '--up',
      'y',
      '--offsets',
      at('offsets.json'),
      '--out',
      at(`j-${ending}.jsonl`),
    ];
    expect(await callLeib(solve)).toMatchObject({ code: 0 });
  }
  const [direct, recorded] = ['dtrack', 'jsonl'].map((ending) =>
    readJointsLines(readFileSync(at(`j-${ending}.jsonl`))),
  );
  expect(direct.frameCount).toBe(90);
  // Recordings are written with 7 digits.
  expect(Math.max(...direct.positions.map((value, i) => Math.abs(value - recorded.positions[i])))).toBeLessThan(1e-4);
});

test('NaN, an id that comes twice and missing times are said by record and solve, and nothing stops', async () => {
  const { packets, offsets } = simulatedLog();
  const decoder = new TextDecoder();
  const spoiled = packets.map((packet, i) => {
    const text = decoder
      .decode(packet)
      .replaceAll('\0', '')
      .replace(/^ts2? .*\r\n/gm, '');
    if (i === 40) return text.replace(/(\[2 [\d.]+\]\[)\S+/, '$1nan');
    return i === 50 ? text.replace(/\[3 ([\d.]+\])/, '[4 $1') : text;
  });
  writeFileSync(at('spoiled.dtrack'), spoiled.join(''));
  writeFileSync(at('offsets.json'), offsetsText(offsets));
  const input = ['--in', at('spoiled.dtrack'), '--up', 'y', '--json'];
  const record = await callLeib(['mocap', 'record', ...input, '--out', at('spoiled.jsonl')]);
  const out = ['--out', at('spoiled-joints.jsonl')];
  const solve = await callLeib(['mocap', 'solve', ...input, '--offsets', at('offsets.json'), ...out]);
  expect([record.code, solve.code]).toEqual([0, 0]);
  for (const { stdout } of [record, solve]) {
    const { notes } = JSON.parse(stdout);
    expect(notes).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^DTrack packets: expected time stamps .* 60 Hz/),
        expect.stringMatching(/^DTrack packet: expected finite numbers in each body, got NaN/),
        expect.stringMatching(/^DTrack packet, body 4: expected each id once, got it twice/),
      ]),
    );
    expect(notes.join()).not.toContain('exchanged');
  }
  expect(JSON.parse(solve.stdout)).toMatchObject({ frames: 90, hz: 60 });
  expect(JSON.parse(record.stdout).packets).toMatchObject({ received: 90, lost: 0, damagedLines: 0, damagedBodies: 1 });
});

/** Standard error of a process up to a match. */
function errorsUntil(child: ChildProcess, what: RegExp): Promise<RegExpExecArray> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.once('close', () => reject(new Error(`the process ended; its output: ${text}`)));
    child.stderr?.on('data', (chunk) => {
      text += chunk;
      const match = what.exec(text);
      if (match) resolve(match);
    });
  });
}

test.each([
  ['jsonl', 'SIGINT'],
  ['mcap', 'SIGTERM'],
] as const)('live DTrack over UDP: the .%s is whole after %s', async (ending, signal) => {
  const out = at(`live.${ending}`);
  const child = startLeib(['mocap', 'record', '--dtrack', '0', '--out', out], { LEIB_PROGRESS: 'on' });
  const [, port] = await errorsUntil(child, /listening on UDP 127\.0\.0\.1:(\d+)/);
  const socket = createSocket('udp4');
  let sent = 0;
  const sending = setInterval(() => {
    sent++;
    const bodies = [0, 1, 77].map((id) => ({ id, pose: [id, 1, 2, 0, 0, 0, 1] }));
    socket.send(encodeDTrackFrame({ frameNumber: sent, epochSeconds: sent / 100, bodies }), Number(port), '127.0.0.1');
  }, 2);
  await errorsUntil(child, / ([4-9]\d|\d{3,}) packets, .*; head .* Hz 0\.0 %, back .* %, body\/77 /);
  const closed = once(child, 'close');
  child.kill(signal);
  expect((await closed)[0]).toBe(0);
  clearInterval(sending);
  socket.close();
  const bytes = readFileSync(out);
  const recording = ending === 'jsonl' ? readTrackingLines(bytes) : trackingIn((await readRecording(bytes)).recording);
  expect(recording?.frameCount).toBeGreaterThanOrEqual(40);
  expect(recording?.header.hz).toBe(100);
  expect([...(recording?.extras.keys() ?? [])]).toEqual(expect.arrayContaining(['back', 'body/77']));
});

function trackingIn(recording: Recording): TrackingRecording | null {
  const track = findTrack(recording, 'devices');
  return track && devicesOfTrack(track);
}

test.each([
  [['record', '--out', 'x.jsonl'], 'expected --dtrack PORT or --in LOG'],
  [['record', '--dtrack', '5000', '--out', 'x.bvh'], '--out: expected a name that ends with .jsonl, .mcap or .dtrack'],
  [['record', '--in', at('a.bvh'), '--out', at('x.jsonl')], 'expected DTrack packets, got none'],
  [['combine', '--out', 'x.bvh'], '--in: expected a value, got nothing'],
  [['combine', '--in', at('wrong.json'), '--out', 'x.bvh'], 'pieces[0].take: expected one of a, got "b"'],
  [['combine', '--in', at('long.json'), '--out', 'x.bvh'], 'pieces[0].to: expected at most 2, the take'],
  [
    ['transfer', '--in', at('a.bvh'), '--to', 'child', '--method', 'x'],
    '--method: expected contacts or angles, got "x"',
  ],
  [['transfer', '--in', at('a.bvh'), '--to', 'elf'], 'elf: expected a readable file'],
])('leib mocap %j is one line', async (words, reason) => {
  const file = (pieces: object[]) =>
    JSON.stringify({ format: 'leib-combination/1', takes: { a: { file: 'a.bvh' } }, pieces });
  writeFileSync(at('wrong.json'), file([{ take: 'b' }]));
  writeFileSync(at('long.json'), file([{ take: 'a', to: 7 }]));
  const { code, stderr, stdout } = await callLeib(['mocap', ...words]);
  expect(code).toBeGreaterThan(0);
  expect(stderr).toMatch(/^leib: .+\n$/);
  expect(stderr).toContain(reason);
  expect(stdout).toBe('');
});
