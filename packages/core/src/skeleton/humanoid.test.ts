import { expect, test } from 'vitest';
import { boneNumber, humanoidBones, mirrorBone, parentBone, requiredBones } from './humanoid.js';

test('there are the 55 bones of VRM 1.0, each once, numbered by their place', () => {
  expect(humanoidBones).toHaveLength(55);
  expect(new Set(humanoidBones).size).toBe(55);
  humanoidBones.forEach((bone, index) => {
    expect(boneNumber[bone]).toBe(index);
  });
});

test('parents come before children, and only the hips have none', () => {
  for (const bone of humanoidBones) {
    const parent = parentBone(bone);
    if (parent === null) expect(bone).toBe('hips');
    else expect(boneNumber[parent]).toBeLessThan(boneNumber[bone]);
  }
});

test.each([
  ['upperChest', 'chest'],
  ['head', 'neck'],
  ['jaw', 'head'],
  ['leftEye', 'head'],
  ['rightUpperLeg', 'hips'],
  ['leftToes', 'leftFoot'],
  ['rightShoulder', 'upperChest'],
  ['leftThumbMetacarpal', 'leftHand'],
  ['leftThumbProximal', 'leftThumbMetacarpal'],
  ['rightThumbDistal', 'rightThumbProximal'],
  ['rightLittleProximal', 'rightHand'],
  ['leftRingIntermediate', 'leftRingProximal'],
  ['leftIndexDistal', 'leftIndexIntermediate'],
] as const)('%s hangs on %s', (bone, parent) => {
  expect(parentBone(bone)).toBe(parent);
});

test('mirroring twice is nothing, the trunk is its own image, and parents mirror along', () => {
  for (const bone of humanoidBones) {
    const mirrored = mirrorBone(bone);
    expect(boneNumber[mirrored]).toBeDefined();
    expect(mirrorBone(mirrored)).toBe(bone);
    expect(mirrored === bone).toBe(!/^(left|right)/.test(bone));
    const parent = parentBone(bone);
    expect(parentBone(mirrored)).toBe(parent && mirrorBone(parent));
  }
});

test("VRM 1.0's 15 required bones", () => {
  expect(requiredBones).toHaveLength(15);
  expect(requiredBones).not.toContain('chest');
});
