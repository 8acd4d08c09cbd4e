import { createPose, type HumanoidBone, InputError, jointOfBone, type Motion, updateWorldPose } from '@leib/core';
import { seededRandom } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { bandaiLikeBvh, cmuLikeBvh, mixamoLikeBvh } from '../fixtures.testing.js';
import { FormatError } from '../formatError.js';
import { gzip } from '../io/unpack.js';
import { readBvhPosition } from './bvhLocalPoses.js';
import { motionFromBvh, readBvh } from './motionFromBvh.js';
import type { BvhFile } from './parseBvh.js';
import { parseBvh } from './parseBvh.js';

const parse = (text: string) => parseBvh(new TextEncoder().encode(text));

type Matrix = readonly (readonly number[])[];

function product(a: Matrix, b: Matrix): Matrix {
  return a.map((row) => [0, 1, 2].map((c) => row.reduce((sum, v, k) => sum + v * b[k][c], 0)));
}

function turn(axis: string, degrees: number): Matrix {
  const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  if (axis === 'X') return [[1, 0, 0], [0, c, -s], [0, s, c]]; // biome-ignore format: a matrix
  if (axis === 'Y') return [[c, 0, s], [0, 1, 0], [-s, 0, c]]; // biome-ignore format: a matrix
  return [[c, -s, 0], [s, c, 0], [0, 0, 1]]; // biome-ignore format: a matrix
}

/** Plain BVH forward kinematics with matrices, in file units: what the file itself says about a frame. */
function filePositions(file: BvhFile, frame: number): Map<string, number[]> {
  const rotations: Matrix[] = [];
  const places: number[][] = [];
  const local = new Float64Array(3);
  file.joints.forEach((joint, i) => {
    readBvhPosition(file, joint, frame, 'replace', local);
    let rotation: Matrix = turn('X', 0);
    joint.channels.forEach((channel, c) => {
      if (!channel.endsWith('rotation')) return;
      rotation = product(rotation, turn(channel[0], file.values[frame * file.channelCount + joint.firstChannel + c]));
    });
    const { parent } = joint;
    places.push(
      parent < 0
        ? Array.from(local)
        : [0, 1, 2].map((r) => places[parent][r] + rotations[parent][r].reduce((sum, v, k) => sum + v * local[k], 0)),
    );
    rotations.push(parent < 0 ? rotation : product(rotations[parent], rotation));
    expect(i).toBe(places.length - 1);
  });
  return new Map(file.joints.map(({ name }, i) => [name, places[i]]));
}

function motionPositions(motion: Motion, frame: number): Map<string, number[]> {
  const { skeleton } = motion;
  const pose = createPose(skeleton);
  const size = skeleton.jointCount * 4;
  pose.rootPosition.set(motion.rootPositions.subarray(frame * 3, frame * 3 + 3));
  pose.localRotations.set(motion.localRotations.subarray(frame * size, (frame + 1) * size));
  updateWorldPose(skeleton, pose);
  return new Map(skeleton.names.map((name, i) => [name, Array.from(pose.worldPositions.subarray(i * 3, i * 3 + 3))]));
}

describe.each([
  ['CMU', cmuLikeBvh(), 0.0254 / 0.45, 120, 1],
  ['Bandai-Namco', bandaiLikeBvh(), 0.01, 30, 0],
  ['Mixamo', mixamoLikeBvh(), 0.01, 30, 0],
] as const)('%s style', (style, text, scale, hz, skipped) => {
  const file = parse(text);
  const { motion, report } = motionFromBvh(file, { name: style });

  test('unit, rate and invented frames are recognised', () => {
    expect(report.unit.scale).toBeCloseTo(scale, 9);
    expect(report.unit.isGuessed).toBe(true);
    expect(motion.hz).toBe(hz);
    expect(report.skippedFrameCount).toBe(skipped);
    expect(motion.frameCount).toBe(file.frameCount - skipped);
  });

  test('every joint is where the file puts it, in metres', () => {
    for (let frame = 0; frame < motion.frameCount; frame++) {
      const expected = filePositions(file, frame + skipped);
      for (const [name, place] of motionPositions(motion, frame)) {
        const inFile = expected.get(name) as number[];
        for (let k = 0; k < 3; k++) expect(place[k]).toBeCloseTo(inFile[k] * scale, 9);
      }
    }
  });

  test('at rest the body is a T-pose on the floor, facing +Z', () => {
    const { skeleton } = motion;
    const at = (bone: HumanoidBone) => {
      const joint = jointOfBone(skeleton, bone);
      expect(joint, bone).toBeGreaterThanOrEqual(0);
      return skeleton.restWorldPositions.subarray(joint * 3, joint * 3 + 3);
    };
    expect(at('leftHand')[0]).toBeGreaterThan(0.6);
    expect(at('rightHand')[0]).toBeLessThan(-0.6);
    expect(at('leftHand')[1]).toBeCloseTo(at('leftUpperArm')[1], 6);
    expect(at('leftFoot')[0]).toBeCloseTo(at('leftUpperLeg')[0], 6);
    expect(at('leftToes')[2]).toBeGreaterThan(at('leftFoot')[2]);
    expect(at('head')[1]).toBeGreaterThan(1.35);
    const lowest = Math.min(...skeleton.restWorldPositions.filter((_, i) => i % 3 === 1));
    expect(Math.abs(lowest)).toBeLessThan(0.03);
  });

  test('its mapping misses none of the bones that VRM requires', () => {
    expect(report.mapping.missing).not.toContain('hips');
    expect(report.mapping.missing.filter((bone) => /Leg|Foot|Arm$|Hand$|^head$|^spine$/.test(bone))).toEqual([]);
  });
});

test('CMU: the head’s End Site is kept as a joint, and the wrist is FingerBase', () => {
  const { motion } = motionFromBvh(parse(cmuLikeBvh()));
  expect(motion.skeleton.names).toContain('HeadEnd');
  expect(motion.skeleton.names[jointOfBone(motion.skeleton, 'leftHand')]).toBe('LeftFingerBase');
});

test('Bandai-Namco: the hips are the root, the joint above them is folded in and reported', () => {
  const { motion, report } = motionFromBvh(parse(bandaiLikeBvh()));
  expect(motion.skeleton.names[0]).toBe('Hips');
  expect(report.notes.join()).toContain('joint_Root');
  // Ends without length are no joints.
  expect(motion.skeleton.names.filter((name) => name.endsWith('End'))).toEqual([]);
});

test('position channels on top of the OFFSET are told from those that replace it', () => {
  const replaced = motionFromBvh(parse(mixamoLikeBvh()));
  const added = motionFromBvh(
    parse(
      mixamoLikeBvh()
        .replace('\n0 99.79 0', '\n0 0 0')
        .replace('\n0 98.5 0', '\n0 -1.29 0')
        .replace('\n0 +97 0', '\n0 -2.79 0'),
    ),
  );
  expect(replaced.report.positions).toBe('replace');
  expect(added.report.positions).toBe('add');
  added.motion.rootPositions.forEach((v, i) => {
    expect(v).toBeCloseTo(replaced.motion.rootPositions[i], 9);
  });
});

test('a file with Z up is set upright and says so', () => {
  // The same body with (x, y, z) stored as (x, -z, y), which also turns the axes of all angles.
  const turned = mixamoLikeBvh()
    .replace(/OFFSET (\S+) (\S+) (\S+)/g, (_, x, y, z) => `OFFSET ${x} ${-z} ${y}`)
    .replace(/0 (\S+) 0 (?=[-\d])/g, (_, y) => `0 0 ${Number(y)} `)
    .replaceAll('Zrotation', '?')
    .replaceAll('Yrotation', 'Zrotation')
    .replaceAll('?', 'Yrotation');
  const { motion, report } = motionFromBvh(parse(turned));
  expect(report.notes.join()).toContain('up is +Z');
  expect(motionPositions(motion, 0).get('mixamorig:Head')?.[1]).toBeGreaterThan(1.3);
  expect(Math.abs(motionPositions(motion, 0).get('mixamorig:LeftToeBase')?.[1] ?? 1)).toBeLessThan(0.05);
});

test('scale, frames to skip and the rest frame can be given', () => {
  const file = parse(cmuLikeBvh());
  const { motion, report } = motionFromBvh(file, { scale: 0.05, skipFirstFrames: 3, rest: 0 });
  expect(report.unit).toEqual({ scale: 0.05, name: 'as given', isGuessed: false });
  expect(motion.frameCount).toBe(file.frameCount - 3);
  const expected = filePositions(file, 3);
  for (const [name, place] of motionPositions(motion, 0)) {
    for (let k = 0; k < 3; k++) expect(place[k]).toBeCloseTo((expected.get(name) as number[])[k] * 0.05, 9);
  }
  expect(() => motionFromBvh(file, { skipFirstFrames: 6 })).toThrow(FormatError);
  expect(() => motionFromBvh(file, { rest: 6 })).toThrow(InputError);
  expect(() => motionFromBvh(file, { scale: 0 })).toThrow(InputError);
});

/** A file with the lengths of its bones multiplied; the root's positions stay. */
function resized(text: string, factor: number): string {
  return text.replace(/OFFSET (\S+) (\S+) (\S+)/g, (_, x, y, z) => `OFFSET ${x * factor} ${y * factor} ${z * factor}`);
}

test.each([0.65, 0.8, 1, 1.2])('the unit is guessed for bodies %f times as tall', (size) => {
  for (const [inFile, metres, name] of [
    [cmuLikeBvh(), 0.0254 / 0.45, 'CMU'],
    [mixamoLikeBvh(), 0.01, 'centimetre'],
    [resized(mixamoLikeBvh(), 0.01), 1, 'metre'],
    [resized(mixamoLikeBvh(), 10), 0.001, 'millimetre'],
    [resized(mixamoLikeBvh(), 1 / 2.54), 0.0254, 'inch'],
  ] as const) {
    // A child in inches and a giant in CMU's unit have the same numbers.
    if (name === 'inch' && size < 0.8) continue;
    const { unit } = motionFromBvh(parse(resized(inFile, size))).report;
    expect(unit.name).toContain(name);
    expect(unit.scale).toBeCloseTo(metres, 9);
  }
});

test('a body of no known unit is made a person, and the report says so', () => {
  const tiny = resized(mixamoLikeBvh(), 1e-5);
  const { report, motion } = motionFromBvh(parse(tiny));
  expect(report.unit.name).toContain('unknown unit');
  const heights = motion.skeleton.restWorldPositions.filter((_, i) => i % 3 === 1);
  expect(Math.max(...heights)).toBeGreaterThan(1.3);
});

test('a skeleton without legs, and one that is no person, still load', () => {
  const noLegs = mixamoLikeBvh();
  const cut = noLegs.slice(0, noLegs.indexOf('  JOINT mixamorig:LeftUpLeg'));
  const channels = 3 + 3 * (cut.match(/JOINT|ROOT/g)?.length ?? 0);
  const frame = Array.from({ length: channels }, () => 1).join(' ');
  const { report } = motionFromBvh(parse(`${cut}}\nMOTION\nFrames: 1\nFrame Time: 0.1\n${frame}\n`));
  expect(report.mapping.missing).toContain('leftUpperLeg');
  const door = 'HIERARCHY\nROOT door\n{\nOFFSET 0 0 0\nCHANNELS 1 Yrotation\nEnd Site\n{\nOFFSET 1 0 0\n}\n}\n';
  const { motion } = motionFromBvh(parse(`${door}MOTION\nFrames: 1\nFrame Time: 0.1\n45\n`), { scale: 1 });
  expect(motionPositions(motion, 0).get('doorEnd')?.[0]).toBeCloseTo(Math.SQRT1_2, 9);
});

test('gzip is seen by its first bytes, broken gzip is named', async () => {
  const bytes = new TextEncoder().encode(cmuLikeBvh());
  const packed = await gzip(bytes);
  const { motion } = await readBvh(packed);
  expect(motion).toEqual((await readBvh(bytes)).motion);
  await expect(readBvh(packed.subarray(0, packed.length >> 1))).rejects.toThrow(/^gzip: cannot be unpacked/);
  await expect(readBvh(packed.fill(7, 20, 60))).rejects.toThrow(FormatError);
});

test('rotations of frames that follow each other do not change sign', () => {
  const random = seededRandom(5);
  const text = cmuLikeBvh(40).replace(/^.*$/gm, (line) =>
    line.split(' ').length < 50
      ? line
      : line
          .split(' ')
          .map((v, i) => (i < 3 ? v : String((360 * random()).toFixed(3))))
          .join(' '),
  );
  const { motion } = motionFromBvh(parse(text));
  const size = motion.skeleton.jointCount * 4;
  for (let at = size; at < motion.localRotations.length; at += 4) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += motion.localRotations[at + k] * motion.localRotations[at - size + k];
    expect(dot).toBeGreaterThanOrEqual(0);
  }
});
