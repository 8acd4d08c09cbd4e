import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultSkeleton } from '@leib/body';
import { createPose, findTrack, jointOfBone, type Motion } from '@leib/core';
import { jointsOfTrack, readRecording, writeBvh } from '@leib/formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildLeib, callLeib, runLeib } from '../testing.js';

const shared = fileURLToPath(new URL('../../../../../shared/mocap/cmu', import.meta.url));
let folder: string;
const at = (name: string) => join(folder, name);

/** Two seconds of waving and marching on the default body. */
function waving(): Motion {
  const frames = Array.from({ length: 120 }, (_, i) => {
    const pose = createPose(defaultSkeleton);
    const phase = (2 * Math.PI * i) / 60;
    for (const [bone, axis, angle] of [
      ['leftUpperArm', 2, 0.6 * Math.sin(phase)],
      ['rightLowerArm', 1, 0.7 + 0.5 * Math.sin(phase)],
      ['leftUpperLeg', 0, -0.4 + 0.4 * Math.sin(phase)],
      ['spine', 1, 0.3 * Math.sin(phase)],
    ] as const) {
      const joint = jointOfBone(defaultSkeleton, bone) * 4;
      pose.localRotations[joint + axis] = Math.sin(angle / 2);
      pose.localRotations[joint + 3] = Math.cos(angle / 2);
    }
    return pose;
  });
  return {
    name: 'waving',
    skeleton: defaultSkeleton,
    hz: 60,
    frameCount: frames.length,
    rootPositions: Float64Array.from(frames.flatMap(({ rootPosition }) => [...rootPosition])),
    localRotations: Float64Array.from(frames.flatMap(({ localRotations }) => [...localRotations])),
  };
}

beforeAll(() => {
  buildLeib();
  folder = mkdtempSync(join(tmpdir(), 'leib-reembody-'));
  writeFileSync(at('waving.bvh'), writeBvh(waving()));
  writeFileSync(at('bad.json'), '{"totalMas": 3}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('track', () => {
  test('prints how well a clip is followed', async () => {
    const { code, stdout } = await runLeib(['reembody', 'track', '--in', at('waving.bvh'), '--json']);
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ resets: 0, nan: 0 });
    expect(report.meanErrorDeg).toBeLessThan(1);
    expect(report.rmsErrorDeg).toBeGreaterThanOrEqual(report.meanErrorDeg);
    expect(report.maxErrorDeg).toBeGreaterThanOrEqual(report.rmsErrorDeg);
    expect(report.usPerFrame).toBeGreaterThan(0);
    expect(report.perJoint.leftUpperArm.meanDeg).toBeGreaterThan(0);
    const table = await callLeib([
      'reembody',
      'track',
      '--in',
      at('waving.bvh'),
      '--untuned',
      '--hz',
      '60',
      '--series',
      at('e.csv'),
    ]);
    expect(table.code).toBe(0);
    expect(table.stdout).toContain('leftUpperArm');
    const series = readFileSync(at('e.csv'), 'utf8').trim().split('\n');
    expect(series[0]).toMatch(/^time,.*leftUpperArm.*,delay ms$/);
    expect(series).toHaveLength(1 + 119);
  });

  test('with a delay writes both poses of every frame and the delay that it had, with the settings', async () => {
    const call = ['reembody', 'track', '--in', at('waving.bvh'), '--untuned', '--hz', '60', '--latency', '125'];
    const { code, stdout } = await callLeib([...call, '--poses', at('poses.mcap'), '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).maxDelayMs).toBeCloseTo(125, 6);
    const { recording } = await readRecording(readFileSync(at('poses.mcap')));
    const [wished, remote] = ['joints', 'reached'].map((name) => findTrack(recording, 'joints', name));
    if (!wished || !remote) throw new Error('expected both poses');
    const [joints, reached] = [jointsOfTrack(wished), jointsOfTrack(remote)];
    expect(reached.frameCount).toBe(joints.frameCount);
    expect(remote.channels.delay.values[0]).toBe(0);
    expect(remote.channels.delay.values.at(-1)).toBeCloseTo(0.125, 6);
    expect(recording.documents[0].doc).toMatchObject({ latencyMs: 125, settings: { totalMass: 72 } });
    // Other commands say what of it they leave out.
    const { stderr } = await callLeib(['convert', at('poses.mcap'), at('wished.joints.jsonl')]);
    expect(stderr).toContain('the settings that it was recorded with are left out: joints has no place for them');
    expect(stderr).toContain('what the second body reached is left out');
    // Every other command reads all of it: each track is listed, and MCAP to MCAP loses none.
    const { stdout: info } = await callLeib(['info', at('poses.mcap')]);
    for (const name of ['joints (joints)', 'reached (joints)', 'body (pose)']) expect(info).toContain(name);
    expect(info).toMatch(/reached \(joints\): \d+ moments at 60 Hz, with delay/);
    await callLeib(['convert', at('poses.mcap'), at('again.mcap')]);
    const again = (await readRecording(readFileSync(at('again.mcap')))).recording;
    for (const track of recording.tracks) {
      const other = again.tracks.find(({ name }) => name === track.name);
      expect(other?.times).toEqual(track.times);
      expect(Object.keys(other?.channels ?? {})).toEqual(Object.keys(track.channels));
      for (const [channel, { values }] of Object.entries(track.channels))
        other?.channels[channel].values.forEach((value, i) => {
          expect(Math.abs(value - values[i])).toBeLessThan(3e-7);
        });
    }
    expect(again.documents).toEqual(recording.documents);
    // What was reached is what was wished an eighth of a second ago: the left elbow as it was then, not as it is.
    const elbow = 18 * 3;
    const distance = (late: number) => {
      let sum = 0;
      for (let frame = 60; frame < 110; frame++) {
        const [was, is] = [(frame - late) * 66 + elbow, frame * 66 + elbow];
        for (let k = 0; k < 3; k++) {
          sum += Math.abs(joints.positions[was + k] - reached.positions[is + k]);
        }
      }
      return sum;
    };
    expect(Math.min(distance(7), distance(8))).toBeLessThan(0.3 * distance(0));
  });

  test("takes the delays of groups from the settings' file", async () => {
    const groups = { 'writing arm': { bones: ['leftUpperArm', 'leftLowerArm'], delaySeconds: 0.2 } };
    writeFileSync(at('late-arm.json'), JSON.stringify({ groups }));
    const call = ['reembody', 'track', '--in', at('waving.bvh'), '--untuned', '--hz', '60', '--json'];
    const [together, late] = [await callLeib(call), await callLeib([...call, '--settings', at('late-arm.json')])];
    expect(JSON.parse(together.stdout).maxDelayMs).toBe(0);
    expect(JSON.parse(late.stdout).maxDelayMs).toBeCloseTo(200, 6);
  });

  test.skipIf(!existsSync(shared)).each(['13_18', '05_02', '55_01', '19_15'])(
    'follows boxing and dances of the motion capture within three degrees: %s',
    async (clip) => {
      const { stdout } = await callLeib(['reembody', 'track', '--in', join(shared, `${clip}.bvh.gz`), '--json']);
      const report = JSON.parse(stdout);
      expect(report).toMatchObject({ resets: 0, nan: 0 });
      expect(report.meanErrorDeg).toBeLessThan(3);
    },
  );
});

test('tune writes every axis with gains, method and reason, and track takes the file', async () => {
  const { code, stdout } = await runLeib(['reembody', 'tune', '--out', at('s.json'), '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).seconds).toBeGreaterThan(0);
  const written = JSON.parse(readFileSync(at('s.json'), 'utf8'));
  const axes = Object.entries(written.tuning.axes) as [string, { method: string; reason: string; kp: number }][];
  expect(axes).toHaveLength(49);
  for (const [, { method, reason, kp }] of axes) {
    expect(['relay', 'inertia']).toContain(method);
    expect(reason).not.toBe('');
    expect(kp).toBeGreaterThan(0);
  }
  expect(written.joints.leftHand.z.kp).toBe(written.tuning.axes.LeftHandZ.kp);
  const tracked = await callLeib(['reembody', 'track', '--in', at('waving.bvh'), '--settings', at('s.json'), '--json']);
  expect(JSON.parse(tracked.stdout).meanErrorDeg).toBeLessThan(1);
});

test('stress prints what was left whole, the same for the same seed', async () => {
  const call = ['reembody', 'stress', '--seconds', '12', '--seed', '3', '--json'];
  const { code, stdout } = await runLeib(call);
  expect(code).toBe(0);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ resets: 0, nan: 0 });
  expect(report.maxSeparationMm).toBeLessThan(0.001);
  expect(report.recoveryDeg).toBeLessThan(0.5);
  expect(report.restPenetrationMm).toBeLessThan(5);
  expect(report.limits.balls.restDeg).toBeLessThan(0.5);
  expect(report.limits.hinges.restDeg).toBeLessThan(3);
  expect((await callLeib(call)).stdout).toBe(stdout);
});

test.each<[string[], number, string]>([
  [['reembody'], 2, 'track, tune, stress'],
  [['reembody', 'dance'], 2, ', got "dance"; see leib reembody --help'],
  [['reembody', 'track'], 2, '--in: expected a value, got nothing'],
  [['reembody', 'tune'], 2, '--out: expected a value, got nothing'],
  [['reembody', 'tune', '--out', 'x', '--heuristic', 'luck'], 2, ', got "luck"'],
  [['reembody', 'track', '--in', 'x', '--latency', '2000'], 2, 'expected a number from 0 to 1000, got "2000"'],
  [['reembody', 'tune', '--out', 'x', '--hysteresis', '0'], 2, 'expected a number from 0.1 to 20, got "0"'],
  [['reembody', 'stress', '--seconds', 'many'], 2, 'expected a number from 12 to 3600, got "many"'],
  [['reembody', 'stress', '--seed', '1.5'], 2, 'expected a whole number from 0 to 2147483647, got "1.5"'],
  [['reembody', 'track', '--in', 'nowhere.bvh'], 1, 'nowhere.bvh: expected a readable file, got no such file'],
])('%j is one line and exit code %i', async (words, wanted, reason) => {
  const { code, stdout, stderr } = await callLeib(words);
  expect({ code, stdout }).toEqual({ code: wanted, stdout: '' });
  expect(stderr).toContain(reason);
  expect(stderr).toMatch(/^leib: .+\n$/);
});

test('settings that are wrong are named with their file', async () => {
  const { code, stderr } = await callLeib(['reembody', 'stress', '--settings', at('bad.json')]);
  expect(code).toBe(1);
  expect(stderr).toContain('bad.json: settings.totalMas: there is no such setting');
});
