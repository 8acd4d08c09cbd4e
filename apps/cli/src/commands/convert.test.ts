import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { findTrack } from '@leib/core';
import {
  type JointsRecording,
  jointsFromMotion,
  jointsOfTrack,
  loadMotionOrRecording,
  readJointsLines,
  readTrackingLines,
} from '@leib/formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { standingPerson } from '../mocap/markedPerson.testing.js';
import { buildLeib, callLeib, type LeibResult, runLeib } from '../testing.js';

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  buildLeib();
  folder = mkdtempSync(join(tmpdir(), 'leib-convert-'));
  writeFileSync(at('walk.bvh'), stickFigure(16, 0.04));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A person of a few bones, in centimetres, who turns and raises an arm. */
function stickFigure(frameCount: number, frameTimeSeconds: number): string {
  const joint = (name: string, offset: string, ...children: string[]) =>
    `JOINT ${name} { OFFSET ${offset} CHANNELS 3 Zrotation Xrotation Yrotation ${children.join('\n')} }`;
  const end = (offset: string) => `End Site { OFFSET ${offset} }`;
  const leg = (side: string, x: number) =>
    joint(`${side}UpLeg`, `${x} -5 0`, joint(`${side}Leg`, '0 -42 0', joint(`${side}Foot`, '0 -41 0', end('0 -6 12'))));
  const arm = (side: string, x: number) =>
    joint(
      `${side}Arm`,
      `${x} 20 0`,
      joint(`${side}ForeArm`, `${x * 2} 0 0`, joint(`${side}Hand`, `${x * 2} 0 0`, end(`${x} 0 0`))),
    );
  const hierarchy = `HIERARCHY ROOT Hips { OFFSET 0 0 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
    ${joint('Spine', '0 12 0', joint('Neck', '0 34 0', joint('Head', '0 10 0', end('0 16 0'))), arm('Left', 14), arm('Right', -14))}
    ${leg('Left', 9)} ${leg('Right', -9)} }`;
  // Hips, spine, neck, head, two arms of three, two legs of three: 16 joints. Elbows (5 and 8) are bent forwards.
  const turns: Record<number, number> = { 5: -60, 8: 60 };
  const frames = Array.from({ length: frameCount }, (_, frame) => {
    const angles = Array.from({ length: 16 }, (_, i) => [
      ((i * 7 + frame * 3) % 31) - 15,
      (i * 5) % 11,
      turns[i] ?? frame - 5,
    ]);
    return [frame, 94 + 0.5 * frame, 2 * frame, ...angles.flat()].join(' ');
  });
  return `${hierarchy}\nMOTION\nFrames: ${frameCount}\nFrame Time: ${frameTimeSeconds}\n${frames.join('\n')}\n`;
}

/** Whatever a file holds, as world joints. */
async function jointsIn(name: string): Promise<JointsRecording> {
  const loaded = await loadMotionOrRecording(readFileSync(at(name)), name);
  if (loaded.kind === 'motion') return jointsFromMotion(loaded.motion);
  if (loaded.kind === 'joints') return loaded.joints;
  const joints = loaded.kind === 'recording' ? findTrack(loaded.recording, 'joints') : null;
  if (joints) return jointsOfTrack(joints);
  throw new Error(`${name} has no joints`);
}

function largestDifference(a: Float64Array, b: Float64Array): number {
  expect(a.length).toBe(b.length);
  return a.reduce((largest, value, i) => Math.max(largest, Math.abs(value - b[i])), 0);
}

async function convert(...words: string[]) {
  return expectDone(await callLeib(['convert', ...words]));
}

function expectDone(result: LeibResult): LeibResult {
  expect(result.stderr.replace(/^note: .*\n/gm, '')).toBe('');
  expect(result.code).toBe(0);
  return result;
}

describe('the same movement', () => {
  test.each(['bvh', 'joints.jsonl', 'glb', 'mcap', 'bvh.gz', 'joints.jsonl.gz', 'mcap.gz'])(
    'comes back from BVH by way of %s',
    async (ending) => {
      await convert(at('walk.bvh'), at(`via.${ending}`));
      await convert(at(`via.${ending}`), at(`back-${ending}.bvh`));
      const [first, last] = [await jointsIn('walk.bvh'), await jointsIn(`back-${ending}.bvh`)];
      expect(last.hz).toBeCloseTo(25, 4);
      expect(largestDifference(first.positions, last.positions)).toBeLessThan(1e-4); // metres
    },
  );

  test('joints come back as the same joints, rotations included', async () => {
    await convert(at('walk.bvh'), at('a.joints.jsonl'));
    await convert(at('a.joints.jsonl'), at('a.glb'));
    await convert(at('a.glb'), at('b.joints.jsonl'));
    const [a, b] = [await jointsIn('a.joints.jsonl'), await jointsIn('b.joints.jsonl')];
    expect(largestDifference(a.positions, b.positions)).toBeLessThan(1e-5);
    // A quaternion and its negative are the same turn.
    for (let i = 0; i < a.rotations.length; i += 4) {
      const dot = [0, 1, 2, 3].reduce((sum, k) => sum + a.rotations[i + k] * b.rotations[i + k], 0);
      expect(Math.abs(dot)).toBeGreaterThan(1 - 1e-6);
    }
  });

  test('tracking from joints lies on the joints, and only the wished points are there', async () => {
    await convert(at('walk.bvh'), at('t.jsonl'), '--to', 'tracking', '--trackers', 'head,leftHand,rightHand');
    const tracking = readTrackingLines(readFileSync(at('t.jsonl')));
    const joints = await jointsIn('walk.bvh');
    expect(tracking.frameCount).toBe(16);
    expect(tracking.header.stature).toBeGreaterThan(1.4);
    // Point 0 is the head, SMPL joint 15.
    for (let k = 0; k < 3; k++) expect(tracking.poses[k]).toBeCloseTo(joints.positions[15 * 3 + k], 6);
    expect(Array.from(tracking.quality.subarray(0, 11))).toEqual([2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test('tracking becomes a recording and tracking again', async () => {
    await convert(at('walk.bvh'), at('x.tracking.jsonl'));
    await convert(at('x.tracking.jsonl'), at('x.mcap'));
    await convert(at('x.mcap'), at('y.tracking.jsonl'));
    const [x, y] = ['x', 'y'].map((name) => readTrackingLines(readFileSync(at(`${name}.tracking.jsonl`))));
    expect(y.header).toEqual(x.header);
    expect(y.times).toEqual(x.times);
    expect(y.quality).toEqual(x.quality);
    // Seven digits are written, and reading makes unit quaternions of them again.
    expect(largestDifference(x.poses, y.poses)).toBeLessThan(2e-7);
  });

  test.each(['bvh', 'joints.jsonl', 'tracking.jsonl', 'mcap'])('takes as long at another rate (%s)', async (ending) => {
    await convert(at('walk.bvh'), at(`slow.${ending}`));
    const { stdout } = await convert(at(`slow.${ending}`), at(`fast.${ending}`), '--hz', '100', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ hz: 100, frames: 61, seconds: 0.6 });
  });
});

describe('from tracking', () => {
  test.each(['bvh', 'glb', 'joints.jsonl'])('%s has head and hands where they were tracked', async (ending) => {
    await convert(at('walk.bvh'), at('three.tracking.jsonl'), '--trackers', 'head,leftHand,rightHand');
    const { stderr } = await convert(at('three.tracking.jsonl'), at(`solved.${ending}`));
    expect(stderr).toContain('note: the body between the trackers was worked out');
    const [truth, solved] = [await jointsIn('walk.bvh'), await jointsIn(`solved.${ending}`)];
    // The head hangs on its tracker; a wrist gets there as far as the arm reaches from where the shoulder must be.
    for (const joint of [15, 20, 21]) {
      for (let frame = 0; frame < truth.frameCount; frame++) {
        const start = (frame * 22 + joint) * 3;
        const [a, b] = [truth, solved].map(({ positions }) => positions.subarray(start, start + 3));
        expect(largestDifference(a, b)).toBeLessThan(joint === 15 ? 0.001 : 0.03); // metres
      }
    }
  });

  test('a recording without a skeleton gets the default body at its stature, on its floor', async () => {
    const pose = (x: number, y: number) => `[${x},${y},0,0,0,0,1]`;
    const line = (t: number) =>
      `{"t":${t},"head":${pose(0, 2.45)},"leftHand":${pose(0.3, 1.9)},"rightHand":${pose(-0.3, 1.9)}}`;
    const header = '{"format":"leib-tracking/1","hz":50,"floorY":1,"stature":1.6}';
    writeFileSync(at('plain.tracking.jsonl'), [header, line(0), line(0.02), line(0.04)].join('\n'));
    await convert(at('plain.tracking.jsonl'), at('plain.joints.jsonl'));
    const { positions, frameCount } = await jointsIn('plain.joints.jsonl');
    expect(frameCount).toBe(3);
    expect(positions[15 * 3 + 1]).toBeCloseTo(2.45, 2);
    for (const ankle of [7, 8]) expect(positions[ankle * 3 + 1]).toBeGreaterThan(1);
    for (const ankle of [7, 8]) expect(positions[ankle * 3 + 1]).toBeLessThan(1.2);
  });
});

describe('from markers', () => {
  test.each(['bvh', 'joints.jsonl', 'glb'])('a C3D file becomes %s, fitted', async (ending) => {
    writeFileSync(
      at('markers.c3d'),
      standingPerson((label) => label),
    );
    const { stderr } = await convert(at('markers.c3d'), at(`fitted.${ending}`));
    expect(stderr).toMatch(/note: z is up, from the markers/);
    expect(stderr).toMatch(/note: the body was fitted to the markers, \d+\.\d mm off in the mean/);
    const { positions, frameCount } = await jointsIn(`fitted.${ending}`);
    expect(frameCount).toBe(4);
    // SMPL's joints 20 and 21 are the wrists, 7 and 8 the ankles: a T-pose.
    expect(Math.abs(positions[20 * 3] - positions[21 * 3])).toBeGreaterThan(1);
    for (const ankle of [7, 8]) expect(positions[ankle * 3 + 1]).toBeLessThan(0.15);
  });

  test('labels of no known set are named', async () => {
    writeFileSync(
      at('own.c3d'),
      standingPerson((label) => `m${label.charCodeAt(0)}${label.charCodeAt(2)}`),
    );
    const result = await callLeib(['convert', at('own.c3d'), at('no.bvh')]);
    expect(result.stderr).toMatch(
      /own\.c3d: markers: expected at least 3 labels that name a place of the body, got none among 16/,
    );
    expect(result.code).toBe(1);
  });
});

describe('what a BVH file does not say', () => {
  /** The same person with Z up: (x, y, z) as (x, -z, y), which turns the axes of the angles too. */
  const zUp = () =>
    stickFigure(16, 0.04)
      .replace(/OFFSET (\S+) (\S+) (\S+)/g, (_, x, y, z) => `OFFSET ${x} ${-z} ${y}`)
      .replace(/^(\S+) (\S+) (\S+)(?= )/gm, (all, x, y, z) => (/^[-\d]/.test(all) ? `${x} ${-z} ${y}` : all))
      .replaceAll('Yrotation', 'W')
      .replaceAll('Zrotation', 'Yrotation')
      .replaceAll('W', 'Zrotation');

  test('is found, and can be changed', async () => {
    writeFileSync(at('z.bvh'), zUp());
    const { stdout } = await convert(at('z.bvh'), at('z.joints.jsonl'), '--json');
    const [up, unit, rest, names] = JSON.parse(stdout).assumptions;
    expect(up).toMatchObject({ what: 'up', short: '+Z up', isSure: true });
    expect(unit.sentence).toMatch(/^One unit is one centimetre: the body is 1\.\d\d m tall then\.$/);
    expect(rest.sentence).toBe('The OFFSETs are the rest pose: they are a body at rest.');
    expect(names.short).toBe('Mixamo names');
    const upright = await jointsIn('z.joints.jsonl');
    expect(upright.positions[15 * 3 + 1]).toBeGreaterThan(1.2);
    const words = ['--up', 'y', '--unit', 'mm', '--rest', '0', '--bones', 'leftHand=LeftForeArm,leftLowerArm='];
    const told = JSON.parse((await convert(at('z.bvh'), at('lies.joints.jsonl'), ...words, '--json')).stdout);
    expect(told.assumptions.map(({ short }: { short: string }) => short)).toEqual([
      '+Y up',
      '0.001 m per unit',
      'frame 0 as rest pose',
      '1 bones missing',
    ]);
  });

  test('leib info prints it without writing anything', async () => {
    const { stdout } = expectDone(await callLeib(['info', at('walk.bvh')]));
    expect(stdout).toMatch(/^\S+walk\.bvh: BVH, 16 frames at 25 Hz, 0\.6 s\n/);
    expect(stdout).toContain('  assumed: +Y is up: the body stands that way in most frames.\n');
    expect(stdout).toContain('  assumed: One unit is one centimetre: ');
    const json = JSON.parse(expectDone(await callLeib(['info', at('walk.bvh'), '--up', 'z', '--json'])).stdout);
    expect(json).toMatchObject({ kind: 'BVH', frames: 16, hz: 25 });
    expect(json.assumed[0]).toMatchObject({ short: '+Z up', sentence: '+Z is up: as given.' });
  });

  test('leib info says which labels of a C3D file are known', async () => {
    writeFileSync(
      at('markers.c3d'),
      standingPerson((label) => (label === 'LTOE' ? 'what' : label)),
    );
    const { stdout } = expectDone(await callLeib(['info', at('markers.c3d')]));
    expect(stdout).toMatch(/^\S+markers\.c3d: C3D, 4 frames at 50 Hz/);
    expect(stdout).toContain('15 labels name a place of the body: LSHO, ');
    expect(stdout).toContain('  unknown: what\n');
    await convert(at('walk.bvh'), at('i.mcap'));
    expect(expectDone(await callLeib(['info', at('i.mcap')])).stdout).toMatch(/: MCAP, 16 frames at 25 Hz/);
    expect((await callLeib(['info', at('markers.c3d'), '--unit', 'cm'])).code).toBe(2);
  });
});

describe('what is said', () => {
  test('--json prints one object', async () => {
    const { stdout } = expectDone(await runLeib(['convert', at('walk.bvh'), at('said.glb'), '--json']));
    const bytes = readFileSync(at('said.glb'));
    expect(JSON.parse(stdout)).toEqual({
      in: at('walk.bvh'),
      out: at('said.glb'),
      from: 'BVH',
      to: 'glb',
      frames: 16,
      hz: 25,
      seconds: 0.6,
      bytes: bytes.length,
      assumptions: expect.any(Array),
      notes: expect.any(Array),
    });
    expect(bytes.toString('latin1', 0, 4)).toBe('glTF');
  });

  test('without it, one line on stdout; guesses go to stderr', async () => {
    const { stdout, stderr } = expectDone(await runLeib(['convert', at('walk.bvh'), at('said.bvh')]));
    expect(stdout).toMatch(/^\S+said\.bvh: 16 frames at 25 Hz, 0\.6 s, \d+ bytes\n$/);
    expect(stderr).toContain('note: assumed: +Y up, centimetre, rest pose of the file, Mixamo names;');
  });

  test('a given unit is not guessed', async () => {
    const { stderr } = await convert(at('walk.bvh'), at('inch.joints.jsonl'), '--unit', 'in');
    expect(stderr).toContain('0.0254 m per unit');
    const [plain, inches] = [await jointsIn('walk.bvh'), readJointsLines(readFileSync(at('inch.joints.jsonl')))];
    expect(inches.positions[1]).toBeCloseTo(plain.positions[1] * 2.54, 4);
  });

  test('.gz is packed', async () => {
    await convert(at('walk.bvh'), at('packed.bvh.gz'));
    expect(gunzipSync(readFileSync(at('packed.bvh.gz'))).toString()).toMatch(/^HIERARCHY/);
  });
});

describe('what cannot be done', () => {
  async function expectFailure(words: string[], code: number, what: string | RegExp, call = callLeib) {
    const result = await call(['convert', ...words]);
    expect(result.stderr).toMatch(what);
    expect(result.stderr).toMatch(/^leib: .+\n$/);
    expect(result.stdout).toBe('');
    expect(result.code).toBe(code);
    const out = words[1];
    if (out?.startsWith(folder)) expect(existsSync(out)).toBe(false);
    return result;
  }

  test.each([
    ['no.jsonl', [], /add --to tracking or --to joints/],
    ['no.dat', [], /expected a known ending/],
    ['no.bvh', ['--to', 'fbx'], /--to: expected one of .*, got "fbx"/],
    ['no.bvh', ['--hz', '0'], /--hz: expected a rate from 0.01 to 10000 Hz, got "0"/],
    ['no.bvh', ['--hz', 'fast'], /--hz: expected a rate from 0.01 to 10000 Hz, got "fast"/],
    ['no.bvh', ['--unit', '0'], /--unit: expected one of m, ft, dm, cmu, in, cm, mm, or metres above zero, got "0"/],
    ['no.bvh', ['--up', 'w'], /--up: expected one of x, y, z, -x, -y, -z, got "w"/],
    ['no.bvh', ['--rest', 'first'], /--rest: expected offsets, frames or the number of a frame, got "first"/],
    ['no.bvh', ['--bones', 'skull=Head'], /--bones: expected bone=joint/],
    ['no.tracking.jsonl', ['--trackers', 'head,tail'], /got "tail"/],
  ])('a wrong wish for %s is exit code 2', async (out, words, what) => {
    await expectFailure([at('walk.bvh'), at(out), ...words], 2, what);
  });

  test('--unit has no meaning for a file in metres', async () => {
    await convert(at('walk.bvh'), at('m.joints.jsonl'));
    await expectFailure(
      [at('m.joints.jsonl'), at('no.bvh'), '--unit', '2'],
      2,
      /--unit: expected a BVH file, got leib-joints\/1/,
    );
  });

  test('tracking without a head becomes no body', async () => {
    const hand = '{"format":"leib-tracking/1","hz":60,"floorY":0}\n{"t":0,"leftHand":[0,1,0,0,0,0,1]}\n';
    writeFileSync(at('hand.tracking.jsonl'), hand);
    await expectFailure(
      [at('hand.tracking.jsonl'), at('no.bvh')],
      1,
      /hand\.tracking\.jsonl: head: expected it tracked/,
    );
  });

  const bvh = stickFigure(3, 0.04);
  test.each<[string, string | Uint8Array, RegExp]>([
    ['empty.bvh', '', /empty/],
    ['garbage.bvh', 'this is no motion', /none of BVH/],
    ['cut.bvh', bvh.slice(0, 300), /BVH line \d+: /],
    ['short-frame.bvh', bvh.trimEnd().replace(/ \S+$/, ''), /BVH line \d+: /],
    ['word.bvh', bvh.replace(/94/, 'ninety'), /BVH line \d+: .*ninety/],
    [
      'cut.tracking.jsonl',
      '{"format":"leib-tracking/1","hz":60,"floorY":0}\n{"t":0,"head":[0,1',
      /leib-tracking\/1 line 2/,
    ],
    [
      'short.joints.jsonl',
      '{"format":"leib-joints/1","hz":60}\n{"t":0,"p":[1],"q":[]}',
      /line 2.*expected 66 numbers, got 1/,
    ],
    ['cut.glb', Buffer.from('glTF\x02\0\0\0\xff\0\0\0', 'latin1'), /glTF/],
    ['cut.mcap', Buffer.from('\x89MCAP0\r\n', 'latin1'), /MCAP/],
    ['cut.bvh.gz', Buffer.from([0x1f, 0x8b, 8, 0, 0]), /gzip/],
  ])('a broken file, %s, is one line with name, place and reason', async (name, content, what) => {
    writeFileSync(at(name), content);
    const { stderr } = await expectFailure([at(name), at('no-output.bvh')], 1, what);
    expect(stderr).toContain(name);
  });

  test('files that are not there or cannot be written are said so', async () => {
    const missing = /nowhere\.bvh: expected a readable file, got no such file/;
    await expectFailure([at('nowhere.bvh'), at('no.bvh')], 1, missing, runLeib);
    await expectFailure([folder, at('no.bvh')], 2, /expected one file with movement, got \d+; name one: .*a\.glb/);
    await expectFailure(
      [at('walk.bvh'), at('nowhere/no.bvh')],
      1,
      /expected a writable file, got no such file or folder/,
    );
  });
});

const sharedClip = join(import.meta.dirname, '../../../../../shared/mocap/cmu');
test.skipIf(!existsSync(sharedClip))('a real clip goes through joints and comes back', async () => {
  const { readdirSync } = await import('node:fs');
  const clip = readdirSync(sharedClip).filter((name) => /\.bvh(\.gz)?$/.test(name))[0];
  await convert(join(sharedClip, clip), at('real.joints.jsonl'));
  await convert(at('real.joints.jsonl'), at('real.bvh'));
  await convert(at('real.bvh'), at('real-again.joints.jsonl'));
  const [a, b] = [await jointsIn('real.joints.jsonl'), await jointsIn('real-again.joints.jsonl')];
  // The actor's skeleton has joints between those of SMPL, so the trunk's bones are not quite rigid in the recording.
  expect(largestDifference(a.positions, b.positions)).toBeLessThan(0.02); // metres
});
