import { buildSkeleton, createPose, type HumanoidBone, jointOfBone } from '@leib/core';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetBones, rememberBones, rememberedBones } from './rememberedBones.js';
import { bendPart, checkAt, checkParts, SECONDS_PER_PART } from './rigPicture.js';
import { assignBone, changesOf, type EditedBones } from './useMappingEdit.js';

afterEach(() => vi.unstubAllGlobals());

test('bones are remembered for a file, replaced and forgotten; damaged storage is empty', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
  expect(rememberedBones('a')).toBeNull();
  rememberBones('a', { hips: 'node0', jaw: null });
  rememberBones('b', { hips: 'Bone' });
  expect(rememberedBones('a')).toEqual({ hips: 'node0', jaw: null });
  rememberBones('a', { hips: 'node1' });
  expect(rememberedBones('a')).toEqual({ hips: 'node1' });
  forgetBones('a');
  expect(rememberedBones('a')).toBeNull();
  expect(rememberedBones('b')).toEqual({ hips: 'Bone' });
  for (let file = 0; file < 60; file++) rememberBones(`file ${file}`, { hips: 'x' });
  expect(rememberedBones('b')).toBeNull();
  stored.set('leib-avatar-bones', '[{"hash": 1}]');
  expect(rememberedBones('file 59')).toBeNull();
});

test('a node is one bone: giving it to another takes it away', () => {
  const bones = { leftHand: 'a', rightHand: 'b' } as EditedBones;
  const next = assignBone(bones, 'rightHand', 'a');
  expect(next).toMatchObject({ leftHand: null, rightHand: 'a' });
  expect(bones.leftHand).toBe('a');
  expect(changesOf(bones, next)).toEqual({ leftHand: null, rightHand: 'a' });
});

test('the check bends each part in turn: hands go down and ahead, knees go ahead, and back again', () => {
  const joint = (bone: HumanoidBone, parent: string | null, x: number, y: number) => ({
    name: bone,
    parent,
    bone,
    offset: [x, y, 0] as [number, number, number],
  });
  const skeleton = buildSkeleton([
    joint('hips', null, 0, 1),
    joint('head', 'hips', 0, 0.6),
    joint('leftUpperArm', 'hips', 0.2, 0.4),
    joint('leftLowerArm', 'leftUpperArm', 0.3, 0),
    joint('leftHand', 'leftLowerArm', 0.3, 0),
    joint('rightUpperLeg', 'hips', -0.1, 0),
    joint('rightLowerLeg', 'rightUpperLeg', 0, -0.5),
    joint('rightFoot', 'rightLowerLeg', 0, -0.45),
  ]);
  const pose = createPose(skeleton);
  const at = (bone: HumanoidBone) =>
    Array.from(pose.worldPositions.slice(jointOfBone(skeleton, bone) * 3, jointOfBone(skeleton, bone) * 3 + 3));
  bendPart(skeleton, null, 1, pose);
  expect(at('leftHand')[0]).toBeCloseTo(0.8);
  bendPart(skeleton, 'left arm', 1, pose);
  expect(at('leftLowerArm')[1]).toBeLessThan(1.3);
  expect(at('leftHand')[2]).toBeGreaterThan(0.2);
  bendPart(skeleton, 'right leg', 1, pose);
  expect(at('rightLowerLeg')[2]).toBeGreaterThan(0.3);
  expect(at('leftHand')[0]).toBeCloseTo(0.8);
  expect(checkParts.map((_, i) => checkAt((i + 0.5) * SECONDS_PER_PART).part)).toEqual([...checkParts]);
  expect(checkAt(0.5 * SECONDS_PER_PART).amount).toBeCloseTo(1);
  expect(checkAt(0).amount).toBeCloseTo(0);
});
