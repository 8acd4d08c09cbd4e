import { ownValue } from '@leib/core';
import { expect, test } from 'vitest';
import { parseRobotBones, robotBonesText } from './robotBones.js';

test.each(['left_elbow', 'prototype', 'constructor', '__proto__'])('a joint called "%s" keeps its bone', (joint) => {
  const bones = parseRobotBones(robotBonesText(Object.fromEntries([[joint, 'leftLowerArm']])));
  expect(Object.keys(bones)).toEqual([joint]);
  expect(ownValue(bones, joint)).toBe('leftLowerArm');
});

test('a bone that no hinge can be for is refused with its place', () => {
  const text = '{"format":"leib-robot-bones/1","bones":{"a":"leftThumbTip"}}';
  expect(() => parseRobotBones(text)).toThrow('bones.a: expected one of');
});
