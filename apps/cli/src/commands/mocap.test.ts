import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPose, findTrack, type Motion, requireDecoded } from '@leib/core';
import { buildAngleBinding, createAgentAngles, poseFromAngles } from '@leib/core/pack';
import { loadMotionOrRecording, readBvh, readJointsLines, writeBvh, writeTrackingLines } from '@leib/formats';
import {
  createBodyFrame,
  defaultBodyMap,
  defaultDhSkeleton,
  dtrackLogText,
  encodeDTrackBodies,
  offsetsText,
  parseDhSkeleton,
  readRecordedBodies,
  simulateBodies,
} from '@leib/mocap';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callLeib } from '../testing.js';

let folder: string;
const at = (name: string) => join(folder, name);

/** An actor who waves both arms and marches a little. */
function waving(frameCount: number): Motion {
  const { layout, skeleton } = defaultDhSkeleton;
  const binding = buildAngleBinding(layout, skeleton);
  const angles = createAgentAngles(layout);
  const pose = createPose(skeleton);
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * skeleton.jointCount * 4);
  for (let frame = 0; frame < frameCount; frame++) {
    layout.dofs.forEach(({ name }, dof) => {
      const swing = Math.sin(frame / 15 + dof);
      angles.angles[dof] = /LowerArm\.bend|LowerLeg\.bend/.test(name) ? 0.8 + 0.5 * swing : 0.15 * swing;
    });
    angles.rootPosition.set([0.1, 0.95, 0.002 * frame]);
    poseFromAngles(binding, angles, pose);
    rootPositions.set(pose.rootPosition, frame * 3);
    localRotations.set(pose.localRotations, frame * skeleton.jointCount * 4);
  }
  return { name: 'waving', skeleton, hz: 60, frameCount, rootPositions, localRotations };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leib-mocap-'));
  const { recording, offsets } = simulateBodies(waving(90), {}, 3);
  writeFileSync(at('bodies.jsonl'), writeTrackingLines(recording));
  writeFileSync(at('o.json'), offsetsText(offsets));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const solve = (out: string, ...words: string[]) =>
  callLeib(['mocap', 'solve', '--in', at('bodies.jsonl'), '--offsets', at('o.json'), '--out', at(out), ...words]);

test.each([[[]], [['--method', 'refined']]])(
  'bodies become joints, with figures as one JSON object: %j',
  async (words) => {
    const { code, stdout, stderr } = await solve('joints.jsonl', '--json', ...words);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const figures = JSON.parse(stdout);
    expect(figures).toMatchObject({ frames: 90, bodies: 10, lostFrames: { back: expect.any(Number) } });
    expect(figures.meanResidualCm).toBeLessThan(3);
    const joints = readJointsLines(readFileSync(at('joints.jsonl'), 'utf8'));
    expect(joints.frameCount).toBe(90);
    expect(joints.positions.every(Number.isFinite)).toBe(true);
  },
);

test('the default skeleton as a file, edited, and a BVH file', async () => {
  const written = await callLeib(['mocap', 'skeleton', '--out', at('skeleton.json')]);
  expect(written.stdout).toMatch(/skeleton\.json: \d+ links, 46 of them turn\n$/);
  const file = JSON.parse(readFileSync(at('skeleton.json'), 'utf8'));
  // Wrists that do not turn.
  for (const link of file.links) if (/Hand/.test(link.name)) delete link.turns;
  writeFileSync(at('stiff.json'), JSON.stringify(file));
  expect(requireDecoded(parseDhSkeleton(JSON.stringify(file))).layout.dofs).toHaveLength(42);
  const { code, stdout } = await solve('out.bvh', '--skeleton', at('stiff.json'));
  expect(code).toBe(0);
  expect(stdout).toMatch(/out\.bvh: 90 frames, .* us a frame, residual .* cm\n$/);
  expect((await readBvh(readFileSync(at('out.bvh')))).motion.frameCount).toBe(90);
});

test.each(['out.glb', 'out.mcap'])('a file of another kind: %s', async (name) => {
  const { code } = await solve(name);
  expect(code).toBe(0);
  const loaded = await loadMotionOrRecording(readFileSync(at(name)), name);
  const count =
    loaded.kind === 'motion'
      ? loaded.motion.frameCount
      : loaded.kind === 'recording'
        ? findTrack(loaded.recording, 'devices')?.momentCount
        : 0;
  expect(count).toBeGreaterThanOrEqual(89);
});

/** The same bodies as packets of a DTrack controller. */
function dtrackLog(change: (text: string, index: number) => string): string {
  const { recording } = simulateBodies(waving(90), { lostShare: 0 }, 3);
  const frame = createBodyFrame();
  return Array.from({ length: 90 }, (_, index) => {
    readRecordedBodies(recording, index, frame);
    const packet = encodeDTrackBodies(defaultBodyMap, frame, index + 1);
    return change(dtrackLogText(packet, index / 60), index);
  }).join('');
}

test('a DTrack log in, with NaN in a packet and two bodies of one id: a sentence each, and nothing stops', async () => {
  const spoiled = dtrackLog((text, index) => {
    if (index === 40) return text.replace(/\[0 1\.000\]\[-?[\d.]+/, '[0 1.000][NaN');
    return index === 50 ? text.replace('[1 1.000]', '[2 1.000]') : text;
  });
  writeFileSync(at('log.dtrack'), spoiled);
  const words = ['--in', at('log.dtrack'), '--offsets', at('o.json'), '--out', at('d.jsonl'), '--up', 'y'];
  const { code, stderr } = await callLeib(['mocap', 'solve', ...words]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/expected each id once, got it twice; both bodies count as lost/);
  expect(stderr).toMatch(/expected finite numbers in each body, got NaN/);
  const joints = readJointsLines(readFileSync(at('d.jsonl'), 'utf8'));
  expect(joints.frameCount).toBe(90);
  expect(joints.positions.every(Number.isFinite)).toBe(true);
});

test('ten simulated bodies on a folder of clips: errors per joint and jumps', async () => {
  mkdirSync(at('clips'));
  writeFileSync(at('clips/wave.bvh'), writeBvh(waving(90)));
  const { code, stdout } = await callLeib(['mocap', 'eval', at('clips'), '--json']);
  expect(code).toBe(0);
  const { clips, mean } = JSON.parse(stdout);
  expect(clips).toHaveLength(1);
  expect(mean.jumps).toBe(0);
  expect(mean.errorCm).toBeGreaterThan(0);
  expect(mean.errorCm).toBeLessThan(1.5);
});

test('a body that the offsets miss is said, and the rest is solved', async () => {
  const offsets = JSON.parse(readFileSync(at('o.json'), 'utf8'));
  delete offsets.bodies.leftKnee;
  writeFileSync(at('fewer.json'), JSON.stringify(offsets));
  const words = ['mocap', 'solve', '--in', at('bodies.jsonl'), '--offsets', at('fewer.json'), '--out', at('f.jsonl')];
  const { code, stderr } = await callLeib(words);
  expect(code).toBe(0);
  expect(stderr).toContain('offsets: expected body "leftKnee", got none; it is not used');
});

describe('errors are one line', () => {
  test.each([
    [['--method', 'magic'], 2, '--method: expected dh or refined, got "magic"'],
    [['--offsets', 'missing.json'], 1, 'missing.json: expected a readable file'],
    [['--offsets', 'empty.json'], 1, 'empty.json, bodies: expected "back", got no body on the trunk'],
    [['--skeleton', 'o.json'], 1, 'o.json, format: expected "leib-dh/1", got "leib-offsets/1"'],
    [['--in', 'o.json'], 1, 'o.json'],
    [['--out', 'x.tracking.jsonl'], 2, '--out: expected a name that ends with .bvh'],
    [['--out', 'x.txt'], 2, '--out: expected a name that ends with .bvh, .glb, .vrma, .mcap or .jsonl, got'],
  ])('%j', async (words, wanted, sentence) => {
    writeFileSync(at('empty.json'), JSON.stringify({ format: 'leib-offsets/1', bodies: {} }));
    const { code, stderr } = await solve(
      'e.jsonl',
      ...words.map((word) => (/\.(json|txt)$/.test(word) ? at(word) : word)),
    );
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/^leib: .+\n$/);
    expect(code).toBe(wanted);
  });
});
