import { humanoidBones, InputError, parentBone } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { crc32 } from '@leib/formats';
import { describe, expect, test } from 'vitest';
import type { BodySpaceHeader } from './bodySpaceHeader.js';
import { loadBodySpace } from './loadBodySpace.js';
import { shippedBytes } from './shippedBytes.testing.js';

const file = await shippedBytes();
const space = loadBodySpace(file);

/** The shipped file with a changed header and the checksum that fits it. */
function withHeader(change: (header: Record<string, unknown>) => void): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset);
  const length = view.getUint32(16, true);
  const header = JSON.parse(new TextDecoder().decode(file.subarray(20, 20 + length)));
  change(header);
  const text = new TextEncoder().encode(JSON.stringify(header));
  const padded = (text.length + 3) & ~3;
  const bytes = new Uint8Array(20 + padded + file.length - 20 - length);
  bytes.set(file.subarray(0, 16));
  bytes.fill(0x20, 20, 20 + padded);
  bytes.set(text, 20);
  bytes.set(file.subarray(20 + length), 20 + padded);
  const out = new DataView(bytes.buffer);
  out.setUint32(16, padded, true);
  out.setUint32(12, crc32(bytes.subarray(16)), true);
  return bytes;
}

describe('the shipped bodies', () => {
  test('are small enough to download', () => {
    expect(file.length).toBeLessThan(4e6);
  });

  test.each(['female', 'male', 'neutral'] as const)(
    '%s: vertices, betas, joints and variance are as documented',
    (sex) => {
      const model = space[sex];
      expect(model.vertexCount).toBe(13380);
      expect(model.betaCount).toBeGreaterThanOrEqual(16);
      expect(model.betaCount).toBeLessThanOrEqual(20);
      expect(model.jointNames).toEqual(humanoidBones);
      model.jointNames.forEach((bone, joint) => {
        const parent = parentBone(bone);
        expect(model.parents[joint]).toBe(parent === null ? -1 : model.jointNames.indexOf(parent));
      });
      const explained = model.explainedVariance.reduce((sum, part) => sum + part, 0);
      expect(explained).toBeGreaterThan(0.95);
      // The last six are pooled over both sexes: for one of them they may count a little too much.
      expect(explained).toBeLessThanOrEqual(1.005);
      expect(model.pcaView.count).toBe(10);
    },
  );

  test('skin weights: four per vertex, none negative, sum 1', () => {
    const { skinWeights } = space.female;
    for (let at = 0; at < skinWeights.length; at += 4) {
      expect(skinWeights[at] + skinWeights[at + 1] + skinWeights[at + 2] + skinWeights[at + 3]).toBeCloseTo(1, 5);
      expect(Math.min(...skinWeights.subarray(at, at + 4))).toBeGreaterThanOrEqual(0);
    }
  });

  test('the joint regressor takes convex combinations', () => {
    const { starts, weights } = space.male.jointRegressor;
    for (let joint = 0; joint + 1 < starts.length; joint++) {
      const own = weights.subarray(starts[joint], starts[joint + 1]);
      expect(own.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
      expect(own.every((weight) => weight > 0)).toBe(true);
    }
  });

  test.each(['female', 'male', 'neutral'] as const)('%s: the ten-slider view is orthonormal and ordered', (sex) => {
    const { betaCount, pcaView } = space[sex];
    const { count, toBetas, explainedVariance } = pcaView;
    for (let c = 0; c < count; c++) {
      for (let d = 0; d <= c; d++) {
        let dot = 0;
        for (let k = 0; k < betaCount; k++) dot += toBetas[k * count + c] * toBetas[k * count + d];
        expect(dot).toBeCloseTo(c === d ? 1 : 0, 6);
      }
      if (c > 0) expect(explainedVariance[c]).toBeLessThanOrEqual(explainedVariance[c - 1]);
    }
  });

  test.each(['female', 'male', 'neutral'] as const)('%s: covariance is its factor times itself', (sex) => {
    const { covariance, factor, names } = space[sex].measureStatistics;
    const size = names.length;
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = 0;
        for (let k = 0; k <= j; k++) sum += factor[i * size + k] * factor[j * size + k];
        expect(sum).toBeCloseTo(covariance[i * size + j], 9);
      }
    }
  });

  test('the bytes may lie anywhere in a larger buffer', () => {
    const large = new Uint8Array(file.length + 3);
    large.set(file, 3);
    expect(loadBodySpace(large.subarray(3)).male.modes).toEqual(space.male.modes);
  });
});

describe('an InputError with the reason for', () => {
  test.each([
    ['nothing', new Uint8Array(0), /expected at least 20 bytes, got 0/],
    ['another file', Uint8Array.from(file.subarray(0, 4000), (byte) => byte ^ 1), /expected LEIBBODY at byte 0/],
    ['half of it', file.slice(0, file.length >> 1), /checksum/],
  ])('%s', (_, bytes, reason) => {
    expect(() => loadBodySpace(bytes)).toThrow(InputError);
    expect(() => loadBodySpace(bytes)).toThrow(reason);
  });

  test('another version', () => {
    const bytes = file.slice();
    bytes[8] = 99;
    expect(() => loadBodySpace(bytes)).toThrow(/version 99/);
  });

  test.each(seeds(5))('a changed byte (seed %i)', (seed) => {
    const bytes = file.slice();
    bytes[16 + Math.floor(seededRandom(seed)() * (bytes.length - 16))] ^= 16;
    expect(() => loadBodySpace(bytes)).toThrow(InputError);
  });

  const lies: [string, (header: Record<string, unknown>) => void, RegExp][] = [
    ['more vertices than there are', (header) => Object.assign(header, { vertexCount: 65535 }), /ends inside|positive/],
    [
      'fewer vertices',
      (header) => Object.assign(header, { vertexCount: 100 }),
      /expected vertices below 100|expected \d+ bytes/,
    ],
    [
      'a negative vertex count',
      (header) => Object.assign(header, { vertexCount: -1 }),
      /vertexCount: expected 1 or more, got -1/,
    ],
    [
      'an unknown bone',
      (header) => Object.assign(header, { jointNames: ['tail'] }),
      /jointNames\[0\]: expected a humanoid bone, got "tail"/,
    ],
    ['a missing part', (header) => Object.assign(header, { male: undefined }), /male: expected a value, got nothing/],
    [
      'a text in place of a number',
      (header) => changeFemale(header, { modeSteps: ['x'] }),
      /female.modeSteps\[0\]: expected a number, got "x"/,
    ],
    ['an impossible covariance', (header) => flatten(header), /female covariance: expected a positive definite matrix/],
  ];
  const changeFemale = (header: Record<string, unknown>, change: object) =>
    Object.assign((header as unknown as BodySpaceHeader).female, change);
  const flatten = (header: Record<string, unknown>) => {
    const { measureCovariance } = (header as unknown as BodySpaceHeader).female;
    changeFemale(header, { measureCovariance: measureCovariance.map(() => 0) });
  };
  test.each(lies)('a header that claims %s, checksum and all', (_, change, reason) => {
    expect(() => loadBodySpace(withHeader(change))).toThrow(reason);
  });
});
