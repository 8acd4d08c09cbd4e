import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readSmplJoints, smplToJoint } from '@leib/core';
import { createPerson, defaultEmbodySettings } from '@leib/embody';
import { jointsLineText, readJointsLines, readTrackingLines } from '@leib/formats';
import { createDeviceFrame, readRecordingFrame } from '@leib/tracking';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOfHeader } from '../convert/trackedBody.js';
import { readPrior } from '../solvers.js';
import { buildLeib, callLeib, runLeib } from '../testing.js';
import { type FixtureOptions, trackingFixture } from '../trackingFixture.testing.js';

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  buildLeib();
  folder = mkdtempSync(join(tmpdir(), 'leib-embody-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command over a fixture and reads what it wrote. */
async function embody(fixture: FixtureOptions, ...words: string[]) {
  writeFileSync(at('in.jsonl'), trackingFixture(fixture));
  const result = await callLeib(['embody', '--in', at('in.jsonl'), '--out', at('out.jsonl'), ...words]);
  expect(result).toMatchObject({ code: 0, stderr: '' });
  return readJointsLines(readFileSync(at('out.jsonl')));
}

const [head, leftWrist, rightWrist] = [15, 20, 21];
const jointAt = (positions: Float64Array, frame: number, joint: number) =>
  positions.subarray((frame * 22 + joint) * 3, (frame * 22 + joint) * 3 + 3);

function expectNear(actual: ArrayLike<number>, expected: readonly number[], tolerance: number): void {
  expected.forEach((value, k) => {
    expect(Math.abs(actual[k] - value)).toBeLessThan(tolerance);
  });
}

/** 22 SMPL joints of a person of about 1.7 m. */
const smplSkeleton = {
  names: [
    ...['pelvis', 'leftHip', 'rightHip', 'spine1', 'leftKnee', 'rightKnee', 'spine2', 'leftAnkle', 'rightAnkle'],
    ...['spine3', 'leftFoot', 'rightFoot', 'neck', 'leftCollar', 'rightCollar', 'head', 'leftShoulder'],
    ...['rightShoulder', 'leftElbow', 'rightElbow', 'leftWrist', 'rightWrist'],
  ],
  parents: [-1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19],
  restOffsets: [
    ...[0, 0.93, 0, 0.07, -0.08, 0, -0.07, -0.08, 0, 0, 0.11, 0, 0.03, -0.38, 0, -0.03, -0.38, 0, 0, 0.13, 0],
    ...[0, -0.4, -0.03, 0, -0.4, -0.03, 0, 0.05, 0, 0, -0.05, 0.12, 0, -0.05, 0.12, 0, 0.2, 0, 0.08, 0.1, 0],
    ...[-0.08, 0.1, 0, 0, 0.1, 0.03, 0.1, 0.03, 0, -0.1, 0.03, 0, 0.26, 0, 0, -0.26, 0, 0, 0.25, 0, 0, -0.25, 0, 0],
  ],
};

describe('one line in, one line out', () => {
  test.each([
    ['the default body', {}],
    ['the default body at a stature', { stature: 1.6 }],
    ['a skeleton in the header', { skeleton: smplSkeleton }],
  ])('with %s: head and wrists are where they were tracked', async (_, header) => {
    const joints = await embody({ frameCount: 90, hz: 90, header });
    expect([joints.frameCount, joints.hz]).toEqual([90, 90]);
    const lines = trackingFixture({ frameCount: 90, hz: 90, header }).trimEnd().split('\n').slice(1);
    lines.forEach((line, frame) => {
      const moment = JSON.parse(line);
      expect(joints.times[frame]).toBeCloseTo(moment.t, 8);
      expectNear(jointAt(joints.positions, frame, head), moment.head.slice(0, 3), 1e-4);
      expectNear(jointAt(joints.positions, frame, leftWrist), moment.leftHand.slice(0, 3), 5e-3);
      expectNear(jointAt(joints.positions, frame, rightWrist), moment.rightHand.slice(0, 3), 5e-3);
    });
  });

  test.each([
    ['the prior', 'on', true],
    ['the rules', 'off', false],
  ])(
    'it is what a person makes of the same devices, by %s, to the last digit that is written',
    async (_, word, isOn) => {
      const fixture = { frameCount: 90, hz: 60 };
      await embody(fixture, '--prior', word);
      const [, ...written] = readFileSync(at('out.jsonl'), 'utf8').trimEnd().split('\n');
      const recording = readTrackingLines(new TextEncoder().encode(trackingFixture(fixture)));
      const skeleton = bodyOfHeader(recording.header);
      const solver = { ...defaultEmbodySettings, prior: { ...defaultEmbodySettings.prior, isOn } };
      const person = createPerson({ skeleton, prior: readPrior(), settings: { solver } });
      const [devices, joints] = [createDeviceFrame(), smplToJoint(skeleton)];
      const [positions, rotations] = [new Float64Array(22 * 3), new Float64Array(22 * 4)];
      const lines = written.map((_line, frame) => {
        const before = devices.timeSeconds;
        readRecordingFrame(recording, frame, devices);
        person.follow(devices, frame === 0 ? 1 / 60 : devices.timeSeconds - before);
        readSmplJoints(joints, person.pose, positions, rotations);
        return jointsLineText(devices.timeSeconds, positions, rotations);
      });
      expect(written).toEqual(lines);
      expect(person.embody?.state.body.guidance.weight).toBe(isOn ? 1 : 0);
    },
  );

  test('a floor elsewhere only lifts the body', async () => {
    const low = await embody({ frameCount: 60 });
    const high = await embody({ frameCount: 60, lift: 2.5 });
    low.positions.forEach((value, i) => {
      expect(Math.abs(high.positions[i] - value - (i % 3 === 1 ? 2.5 : 0))).toBeLessThan(1e-6);
    });
  });

  test('a tracker that sits off its joint is brought back to it', async () => {
    // A headset looks along -Z and sits ahead of the head joint.
    const offsets = { head: [0, 0.08, 0.1, 0, 1, 0, 0] };
    const change = () => ({ head: [0, 1.58, 0.1, 0, 1, 0, 0] });
    const joints = await embody({ frameCount: 20, header: { offsets }, change });
    expectNear(jointAt(joints.positions, 19, head), [0, 1.5, 0], 1e-4);
  });

  test('lost trackers, a head that comes late and blank lines', async () => {
    const change = (frame: number) => ({
      ...(frame < 5 && { head: null }),
      ...(frame > 20 && frame < 60 && { leftHand: null }),
      ...(frame > 30 && frame < 50 && { head: null, rightHand: null }),
    });
    const joints = await embody({ frameCount: 80, change });
    expect(joints.frameCount).toBe(80);
    expect(joints.positions.every(Number.isFinite)).toBe(true);
    const text = trackingFixture({ frameCount: 80, change }).replaceAll('\n', '\r\n\r\n');
    writeFileSync(at('blank.jsonl'), text);
    await callLeib(['embody', '--in', at('blank.jsonl'), '--out', at('blank.out.jsonl')]);
    expect(readFileSync(at('blank.out.jsonl'), 'utf8')).toBe(readFileSync(at('out.jsonl'), 'utf8'));
  });

  test('trackers that are not asked for do not count', async () => {
    const hips = [0.3, 0.8, 0, 0, 0, 0, 1];
    const change = () => ({ hips });
    const followed = await embody({ frameCount: 90, change });
    const plain = await embody({ frameCount: 90, change }, '--trackers', 'head,leftHand,rightHand');
    const never = await embody({ frameCount: 90 });
    expect(plain.positions).toEqual(never.positions);
    expect(followed.positions).not.toEqual(never.positions);
  });

  test('packed files, and standard input and output', async () => {
    await embody({ frameCount: 30 });
    const expected = readFileSync(at('out.jsonl'), 'utf8');
    writeFileSync(at('in.jsonl.gz'), gzipSync(readFileSync(at('in.jsonl'))));
    await callLeib(['embody', '--in', at('in.jsonl.gz'), '--out', at('out.jsonl.gz')]);
    expect(gunzipSync(readFileSync(at('out.jsonl.gz'))).toString()).toBe(expected);
    const { stdout } = await runLeib(['embody', '--in', at('in.jsonl.gz'), '--out', '-']);
    expect(stdout).toBe(expected);
    const piped = await runLeib(['embody', '--in', '-', '--out', '-'], {}, readFileSync(at('in.jsonl')));
    expect(piped).toEqual({ code: 0, stdout: expected, stderr: '' });
  });

  test('--json says what was done', async () => {
    writeFileSync(at('in.jsonl'), trackingFixture({ frameCount: 60 }));
    const { stdout } = await runLeib(['embody', '--in', at('in.jsonl'), '--out', at('out.jsonl'), '--json']);
    const summary = JSON.parse(stdout);
    expect(summary).toMatchObject({ in: at('in.jsonl'), out: at('out.jsonl'), frames: 60 });
    expect(summary.framesPerSecond).toBeCloseTo(60 / summary.seconds, -1);
  });

  test('a frame of a long file takes no more time than one of a short file', async () => {
    const microsPerFrame = async (frameCount: number) => {
      writeFileSync(at('long.jsonl'), trackingFixture({ frameCount }));
      const before = process.cpuUsage();
      const { code } = await callLeib(['embody', '--in', at('long.jsonl'), '--out', at('long.out.jsonl')]);
      const { user, system } = process.cpuUsage(before);
      expect(code).toBe(0);
      return (user + system) / frameCount;
    };
    // A ratio, with room for other work on the machine; `leib bench --only embody` measures the time itself.
    const short = await microsPerFrame(250);
    expect(await microsPerFrame(2000)).toBeLessThan(4 * short);
  });
});

describe('settings', () => {
  test('change the body, and one that is not known is an error', async () => {
    writeFileSync(at('s.json'), '{"nonsense": 1}');
    const words = ['embody', '--in', at('in.jsonl'), '--out', at('out.jsonl'), '--settings', at('s.json')];
    const { code, stderr } = await callLeib(words);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^leib: [^:]*s\.json: settings\.nonsense: there is no such setting; .*\n$/);
    writeFileSync(at('s.json'), '{');
    expect((await callLeib(words)).stderr).toMatch(/^leib: .*s\.json: expected JSON: .*\n$/);
    const plain = await embody({ frameCount: 60 }, '--solver', 'baseline');
    writeFileSync(at('s.json'), '{"pelvisShare": 0.1}');
    const other = await embody({ frameCount: 60 }, '--solver', 'baseline', '--settings', at('s.json'));
    expect(other.positions).not.toEqual(plain.positions);
  });
});

describe('--prior', () => {
  test('is on unless it is switched off, by the option or by the settings, and the option has the last word', async () => {
    const usual = await embody({ frameCount: 60 });
    const on = await embody({ frameCount: 60 }, '--prior', 'on');
    const off = await embody({ frameCount: 60 }, '--prior', 'off');
    const rules = await embody({ frameCount: 60 }, '--solver', 'rules');
    expect(on.positions).toEqual(usual.positions);
    expect(off.positions).not.toEqual(usual.positions);
    expect(rules.positions).toEqual(off.positions);
    writeFileSync(at('p.json'), '{"prior": {"isOn": false}}');
    const bySettings = await embody({ frameCount: 60 }, '--settings', at('p.json'));
    expect(bySettings.positions).toEqual(off.positions);
    const overruled = await embody({ frameCount: 60 }, '--settings', at('p.json'), '--prior', 'on');
    expect(overruled.positions).toEqual(usual.positions);
    // Head and hands are as they were tracked, with the prior or without.
    for (const joint of [head, leftWrist, rightWrist]) {
      expectNear(jointAt(usual.positions, 59, joint), [...jointAt(off.positions, 59, joint)], 5e-3);
    }
  });
});

describe('what goes wrong is said in one line, and leaves nothing behind', () => {
  test.each([
    [['--out', 'x'], 2, '--in: expected a value, got nothing'],
    [['--in', 'x'], 2, '--out: expected a value, got nothing'],
    [['--in', 'x', '--out', 'y', '--trackers', 'nose'], 2, ', got "nose"'],
    [['--in', 'x', '--out', 'y', '--trackers', 'hips'], 2, '--trackers: expected the head among them, got hips'],
    [
      ['--in', 'x', '--out', 'y', '--solver', 'magic'],
      2,
      '--solver: expected embody, rules, thesis, baseline, got "magic"',
    ],
    [['--in', 'x', '--out', 'y', '--prior', 'maybe'], 2, '--prior: expected on or off, got "maybe"'],
    [
      ['--in', 'x', '--out', 'y', '--prior', 'on', '--solver', 'baseline'],
      2,
      '--prior: expected a solver with a prior, got the baseline',
    ],
    [['--in', '/no/such.jsonl', '--out', 'y'], 1, '/no/such.jsonl: expected a readable file, got no such file'],
    [['--in', 'x', 'y'], 2, 'expected options only, got "y"'],
  ])('%j', async (words, code, reason) => {
    const result = await callLeib(['embody', ...words]);
    expect(result.code).toBe(code);
    expect(result.stderr).toContain(reason);
    expect(result.stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  test.each([
    ['', 'line 1: the file is empty'],
    ['{"format":"leib-joints/1","hz":60}', 'expected "leib-tracking/1"'],
    [`${trackingFixture({ frameCount: 3 })}{"t":9,"head":[1,2]}\n`, 'line 5, head'],
    [`${trackingFixture({ frameCount: 3 })}{"t":9,"head`, 'line 5: expected JSON'],
    [trackingFixture({ frameCount: 1, header: { skeleton: { names: ['a'], parents: [3] } } }), 'skeleton'],
    [gzipSync(trackingFixture({ frameCount: 200 })).subarray(0, 500), 'expected a readable file'],
  ])('a broken file (%#)', async (content, reason) => {
    writeFileSync(at('broken.jsonl'), content);
    writeFileSync(at('kept.jsonl'), 'what was there');
    const result = await callLeib(['embody', '--in', at('broken.jsonl'), '--out', at('kept.jsonl')]);
    expect(result.code).toBe(1);
    expect(result.stderr).toContain('broken.jsonl');
    expect(result.stderr).toContain(reason);
    expect(result.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(readFileSync(at('kept.jsonl'), 'utf8')).toBe('what was there');
    expect(existsSync(at('kept.jsonl.part'))).toBe(false);
  });

  test('a recording in which no head is tracked gives a note', async () => {
    writeFileSync(at('empty.jsonl'), trackingFixture({ frameCount: 4, change: () => ({ head: null }) }));
    const result = await runLeib(['embody', '--in', at('empty.jsonl'), '--out', at('empty.out.jsonl')]);
    expect(result).toMatchObject({ code: 0 });
    expect(result.stderr).toMatch(/^note: no head was tracked/);
    expect(readJointsLines(readFileSync(at('empty.out.jsonl'))).frameCount).toBe(4);
  });
});
