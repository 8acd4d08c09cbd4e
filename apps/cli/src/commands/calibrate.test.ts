import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createQuat, quat, vec3 } from '@leib/core';
import { randomQuat, seededRandom } from '@leib/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildLeib, callLeib, type LeibResult, runLeib } from '../testing.js';

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  buildLeib();
  folder = mkdtempSync(join(tmpdir(), 'leib-calibrate-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const header = { format: 'leib-tracking/1', hz: 60, floorY: 0 };

function write(name: string, lines: readonly object[], first: object = header): string {
  const text = `${[first, ...lines].map((line) => JSON.stringify(line)).join('\n')}\n`;
  writeFileSync(at(name), name.endsWith('.gz') ? gzipSync(text) : text);
  return at(name);
}

function writeText(name: string, text: string): string {
  writeFileSync(at(name), text);
  return at(name);
}

async function calibrate(...words: string[]) {
  return reportOf(await callLeib(['calibrate', ...words, '--json']));
}

function reportOf(result: LeibResult) {
  expect(result).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(result.stdout);
}

describe('joint-centre', () => {
  const centre = [0.03, -0.05, 0.065];

  /** A tracker that turns about a joint; with `second` the other side goes about and carries one, too. */
  function turning(options: { second?: boolean; isHinge?: boolean; lostEvery?: number } = {}): object[] {
    const random = seededRandom(1);
    const strapped = randomQuat(random);
    const joint = [0.4, 1.2, -0.3];
    return Array.from({ length: 300 }, (_, frame) => {
      const time = frame / 60;
      const body = createQuat();
      if (options.second) quat.rotateY(body, body, 0.5 * Math.sin(time));
      const turn = quat.clone(body);
      quat.rotateX(turn, turn, 0.4 * Math.sin(5 * time));
      if (!options.isHinge) quat.rotateY(turn, turn, 0.4 * Math.sin(3.7 * time));
      if (!options.isHinge) quat.rotateZ(turn, turn, 0.3 * Math.sin(2.3 * time));
      const rotation = quat.multiply(createQuat(), turn, strapped);
      const arm = vec3.transformQuat([0, 0, 0], [centre[0], centre[1], centre[2]], rotation);
      const place = joint.map((value, k) => value - arm[k]);
      const other = vec3.transformQuat([0, 0, 0], [0.1, 0.05, 0], body);
      const isLost = options.lostEvery !== undefined && frame % options.lostEvery === 0;
      return {
        t: time,
        tracker: isLost ? null : [...place, ...rotation],
        ...(options.second && { tracker2: [...joint.map((value, k) => value - other[k]), ...body] }),
      };
    });
  }

  test('prints what the issue asks for', async () => {
    const path = write('ball.jsonl', turning());
    const found = reportOf(await runLeib(['calibrate', 'joint-centre', '--in', path, '--json']));
    expect(found).toMatchObject({ kind: 'ball', advice: 'Good: nothing to improve.', samples: 300 });
    found.centre.forEach((value: number, k: number) => {
      expect(value).toBeCloseTo(centre[k], 6);
    });
    expect(found.residualMm).toBeLessThan(1e-3);
    expect(found.confidence).toBeGreaterThan(0.95);
  });

  test('with a second tracker both sides may move', async () => {
    const found = await calibrate('joint-centre', '--in', write('two.jsonl.gz', turning({ second: true })));
    found.centre.forEach((value: number, k: number) => {
      expect(value).toBeCloseTo(centre[k], 6);
    });
    [0.1, 0.05, 0].forEach((value, k) => {
      expect(found.centre2[k]).toBeCloseTo(value, 6);
    });
  });

  test('a hinge is called one, with its axis', async () => {
    const found = await calibrate('joint-centre', '--in', write('hinge.jsonl', turning({ isHinge: true })));
    expect(found.kind).toBe('hinge');
    expect(Math.hypot(...found.axis)).toBeCloseTo(1, 6);
    expect(found.advice).toMatch(/one axis only/);
  });

  test('lost frames are left out', async () => {
    const found = await calibrate('joint-centre', '--in', write('gaps.jsonl', turning({ lostEvery: 3 })));
    expect(found.samples).toBe(200);
    expect(found.centre[0]).toBeCloseTo(centre[0], 6);
  });

  test('people get words', async () => {
    const { stdout, code } = await runLeib(['calibrate', 'joint-centre', '--in', write('words.jsonl', turning())]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ball at 30\.0, -50\.0, 65\.0 mm from tracker/);
  });
});

describe('roles', () => {
  const places = {
    t1: [0, 0.98, 0.1],
    t2: [-0.75, 1.42, 0],
    t3: [0.12, 0.07, 0.05],
    t4: [0.76, 1.41, 0.02],
    t5: [-0.13, 0.08, 0.04],
  };
  const standing = (yaw: number, names: readonly string[] = Object.keys(places)): object[] =>
    Array.from({ length: 30 }, (_, frame) => {
      const [s, c] = [Math.sin(yaw), Math.cos(yaw)];
      const turn = [0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2)];
      const entry = ([x, y, z]: readonly number[]) => [c * x + s * z, y, c * z - s * x, ...turn];
      const trackers = Object.entries(places).filter(([name]) => names.includes(name));
      return {
        t: frame / 60,
        head: entry([0, 1.6, 0]),
        ...Object.fromEntries(trackers.map(([name, place]) => [name, entry(place)])),
      };
    });

  test.each([0, 1, 2.5, -2])('five trackers, facing %d', async (yaw) => {
    const found = await calibrate('roles', '--in', write('roles.jsonl', standing(yaw)));
    expect(found.roles).toEqual({ t1: 'hips', t2: 'rightHand', t3: 'leftFoot', t4: 'leftHand', t5: 'rightFoot' });
    expect(found.confidence).toBeGreaterThan(0.9);
    expect(found.problems).toEqual([]);
  });

  test('an MCAP recording says what its lines say', async () => {
    const lines = write('roles.tracking.jsonl', standing(1));
    await callLeib(['convert', lines, at('roles.mcap')]);
    const [fromMcap, fromLines] = await Promise.all(
      [at('roles.mcap'), lines].map((path) => calibrate('roles', '--in', path)),
    );
    expect(fromMcap.roles).toEqual(fromLines.roles);
    expect(fromMcap.roles.t1).toBe('hips');
  });

  test('a headset that looks along -Z says so in its offset', async () => {
    const first = { ...header, offsets: { head: [0, 0.06, 0.085, 0, 1, 0, 0] } };
    const lines = standing(0).map((line) => ({ ...line, head: [0, 1.66, 0.085, 0, 1, 0, 0] }));
    const found = await calibrate('roles', '--in', write('headset.jsonl', lines, first));
    expect(found.roles.t4).toBe('leftHand');
  });

  test('named hands keep their names and are not given away', async () => {
    const lines = standing(0, ['t1', 't3', 't5']).map((line) => ({
      ...line,
      leftHand: [0.76, 1.41, 0, 0, 0, 0, 1],
      rightHand: [-0.76, 1.41, 0, 0, 0, 0, 1],
    }));
    const found = await calibrate('roles', '--in', write('named.jsonl', lines));
    expect(found.roles).toEqual({ t1: 'hips', t3: 'leftFoot', t5: 'rightFoot' });
  });
});

describe('proportions', () => {
  test('stature and span from head and hands in a T-pose', async () => {
    const line = (t: number) => ({
      t,
      head: [0, 1.5, 0, 0, 0, 0, 1],
      leftHand: [0.74, 1.4, 0, 0, 0, 0, 1],
      rightHand: [-0.74, 1.4, 0, 0, 0, 0, 1],
    });
    const path = write(
      'span.jsonl',
      Array.from({ length: 120 }, (_, frame) => line(frame / 60)),
    );
    const found = await calibrate('proportions', '--in', path);
    expect(found.proportions.stature).toBeCloseTo(1.5 / 0.868, 6);
    expect(found.armSpan).toBeCloseTo(1.48 + 2 * 0.1104 * found.proportions.stature, 6);
    expect(found.trackers).toEqual(['head', 'leftHand', 'rightHand']);
    expect(found.advice).toMatch(/average person/);
    const { shoulderWidth, upperArm, forearm } = found.proportions;
    expect(Math.abs(shoulderWidth + 2 * (upperArm + forearm) - 1.48)).toBeLessThan(0.03);
  });

  test('arms that hang are no T-pose', async () => {
    const line = {
      t: 0,
      head: [0, 1.5, 0, 0, 0, 0, 1],
      leftHand: [0.2, 0.8, 0, 0, 0, 0, 1],
      rightHand: [-0.2, 0.8, 0, 0, 0, 0, 1],
    };
    const found = await calibrate('proportions', '--in', write('hanging.jsonl', [line]));
    expect(found.advice).toMatch(/does not start with a T-pose/);
    expect(found.armSpan).toBeNull();
  });
});

describe('what is wrong is one line, and no result', () => {
  const still = { t: 0, tracker: [0, 1, 0, 0, 0, 0, 1] };

  test.each<[string, () => string[], number, RegExp]>([
    ['no file', () => ['joint-centre'], 2, /--in: expected a value, got nothing/],
    [
      'a file that is not there',
      () => ['roles', '--in', at('none.jsonl')],
      1,
      /^leib: [^:]*none\.jsonl: expected a readable file/,
    ],
    ['no such work', () => ['feet', '--in', 'x'], 2, /roles, joint-centre, proportions/],
    [
      'text',
      () => ['joint-centre', '--in', writeText('text.jsonl', 'hello\n')],
      1,
      /text\.jsonl: leib-tracking\/1 line 1/,
    ],
    [
      'a broken line',
      () => ['roles', '--in', write('broken.jsonl', [{ t: 0, head: [1, 2] }])],
      1,
      /line 2, head: expected 7 numbers, got 2/,
    ],
    [
      'no tracker',
      () => ['joint-centre', '--in', write('no.jsonl', [{ t: 0, head: [0, 1, 0, 0, 0, 0, 1] }])],
      1,
      /expected a tracker "tracker", got head/,
    ],
    [
      'a few frames',
      () => ['joint-centre', '--in', write('few.jsonl', [still])],
      1,
      /expected at least 10 tracked frames, got 1/,
    ],
    [
      'a tracker at rest',
      () => [
        'joint-centre',
        '--in',
        write(
          'rest.jsonl',
          Array.from({ length: 60 }, (_, i) => ({ ...still, t: i / 60 })),
        ),
      ],
      1,
      /tracker: expected a tracker that turns/,
    ],
    [
      'no head',
      () => ['roles', '--in', write('nohead.jsonl', [{ t: 0, t1: [0, 1, 0, 0, 0, 0, 1] }])],
      1,
      /expected a tracked "head", got t1/,
    ],
    [
      'nothing loose',
      () => ['roles', '--in', write('noloose.jsonl', [{ t: 0, head: [0, 1.6, 0, 0, 0, 0, 1] }])],
      1,
      /expected trackers without a role/,
    ],
    [
      'a head in the cellar',
      () => ['proportions', '--in', write('low.jsonl', [{ t: 0, head: [0, 0.1, 0, 0, 0, 0, 1] }])],
      1,
      /check floorY/,
    ],
  ])('%s', async (_, words, code, message) => {
    const result = await callLeib(['calibrate', ...words(), '--json']);
    expect(result.code).toBe(code);
    expect(result.stdout).toBe('');
    expect(result.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(result.stderr).toMatch(message);
  });
});
