import type { Avatar } from '@leib/three';
import { expect, test } from 'vitest';
import { describeAvatar } from './wardrobe.js';

test('the card says what an avatar lacks in words, and nothing of fingers and face', () => {
  const report = { name: 'Toy', format: 'gltf', statureMetres: 1.7, triangles: 2300 };
  const missing = ['upperChest', 'leftShoulder', 'rightUpperLeg', 'leftThumbDistal', 'leftEye', 'jaw'];
  const { details, expertDetails } = describeAvatar({ report: { ...report, missing } } as unknown as Avatar, false);
  const without = 'without upper chest, left collar bone, right thigh';
  expect(details).toEqual(['1.70 m tall', without]);
  expect(expertDetails).toEqual(['glTF, 1.70 m, 2k triangles', without]);
});
