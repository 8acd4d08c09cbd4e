import { humanoidBones } from '@leib/core';
import { expect, test } from 'vitest';
import { driveName, readDriveName } from './driveName.js';
import { editBothSides, editJoints, mirrorLeftToRight } from './editJoints.js';
import { type AxisSettings, axisNames } from './jointSettings.js';
import { defaultLayerMatrix, layers, layersCollide, withLayerPair } from './layers.js';
import { defaultRemoteBodySettings } from './remoteBodySettings.js';
import { applyThreeAxisTemplate, toSingleAxisJoint, toThreeAxisJoint, toThreeAxisTemplate } from './templates.js';

const axis = (low: number, high: number, kp: number) => ({ low, high, kp, kd: kp / 10, maxTorque: 5 });

test('one joint from three drives takes the larger absolute limit and the stronger drive', () => {
  const joint = toThreeAxisJoint({ x: axis(-1, 0.5, 10), y: axis(-0.2, 0.9, 20), z: axis(-0.7, 0.1, 30) });
  expect(joint).toEqual({
    x: axis(-1, 0.5, 10),
    yLimit: 0.9,
    zLimit: 0.7,
    yz: { kp: 30, kd: 3, maxTorque: 5 },
  });
});

test('there and back: the larger angle is kept, the other is remembered', () => {
  const drives = { x: axis(-1, 0.5, 10), y: axis(-0.2, 0.9, 30), z: axis(-0.7, 0.1, 30) };
  expect(toSingleAxisJoint(toThreeAxisJoint(drives), drives)).toEqual(drives);
  const wider = { ...toThreeAxisJoint(drives), yLimit: 1.2 };
  expect(toSingleAxisJoint(wider, drives).y).toMatchObject({ low: -0.2, high: 1.2 });
  expect(toSingleAxisJoint(wider).y).toMatchObject({ low: -1.2, high: 1.2 });
});

test('the whole template keeps every pose of the drives possible', () => {
  const single = applyThreeAxisTemplate(defaultRemoteBodySettings, toThreeAxisTemplate(defaultRemoteBodySettings));
  for (const bone of humanoidBones) {
    const [before, after] = [defaultRemoteBodySettings.joints[bone], single.joints[bone]];
    if (before === undefined || after === undefined) continue;
    for (const name of axisNames) {
      expect(after[name].low).toBeLessThanOrEqual(before[name].low);
      expect(after[name].high).toBeGreaterThanOrEqual(before[name].high);
    }
  }
});

test('drives are named after bone and axis', () => {
  expect(driveName('leftUpperLeg', 'x')).toBe('LeftUpperLegX');
  for (const bone of humanoidBones) {
    for (const name of axisNames) expect(readDriveName(driveName(bone, name))).toEqual({ bone, axis: name });
  }
  expect(readDriveName('LeftUpperLegW')).toBeNull();
  expect(readDriveName('TailX')).toBeNull();
});

test('many joints are set at once, others stay; the right mirrors the left', () => {
  const bones = ['leftHand', 'leftFoot'] as const;
  const edited = editJoints(defaultRemoteBodySettings, bones, ['x'], (each) => ({ ...each, kp: 7 }));
  expect(edited.joints.leftHand?.x.kp).toBe(7);
  expect(edited.joints.leftHand?.y).toEqual(defaultRemoteBodySettings.joints.leftHand?.y);
  expect(edited.joints.rightHand).toEqual(defaultRemoteBodySettings.joints.rightHand);
  expect(mirrorLeftToRight(edited).joints.rightHand?.x.kp).toBe(7);
  expect(mirrorLeftToRight(defaultRemoteBodySettings)).toEqual(defaultRemoteBodySettings);
});

test('edited on both sides, the other side is the mirror image in the edited axes only', () => {
  const { joints } = defaultRemoteBodySettings;
  const change = (each: AxisSettings) => ({ ...each, low: -0.4, maxTorque: 9 });
  const once = editBothSides(defaultRemoteBodySettings, ['rightHand', 'head'], ['y'], change);
  expect(once.joints.rightHand?.y).toMatchObject({ low: -0.4, maxTorque: 9 });
  expect(once.joints.leftHand?.y).toMatchObject({ low: -(joints.rightHand?.y.high ?? 0), high: 0.4, maxTorque: 9 });
  expect(once.joints.leftHand?.x).toEqual(joints.leftHand?.x);
  expect(once.joints.head?.y.low).toBe(-0.4);
  // Both sides chosen: the first leads, and the body stays symmetric.
  const both = editBothSides(defaultRemoteBodySettings, ['leftHand', 'rightHand'], ['x', 'y', 'z'], change);
  expect(both.joints.leftHand?.z.low).toBe(-0.4);
  expect(mirrorLeftToRight(both)).toEqual(both);
});

test('layers: arms pass the trunk, hands touch everything but their own arm', () => {
  expect(layersCollide(defaultLayerMatrix, 'leftArm', 'torso')).toBe(false);
  expect(layersCollide(defaultLayerMatrix, 'leftHand', 'torso')).toBe(true);
  expect(layersCollide(defaultLayerMatrix, 'leftHand', 'leftArm')).toBe(false);
  expect(layersCollide(defaultLayerMatrix, 'leftHand', 'rightArm')).toBe(true);
  for (const a of layers) {
    expect(layersCollide(defaultLayerMatrix, a, a)).toBe(false);
    for (const b of layers) {
      expect(layersCollide(defaultLayerMatrix, a, b)).toBe(layersCollide(defaultLayerMatrix, b, a));
    }
  }
});

test('a pair of layers is switched whichever way it is named, and no other', () => {
  for (const [a, b] of [
    ['leftHand', 'torso'],
    ['torso', 'leftHand'],
    ['leftArm', 'leftArm'],
  ] as const) {
    for (const isOn of [true, false]) {
      const matrix = withLayerPair(withLayerPair(defaultLayerMatrix, a, b, !isOn), b, a, isOn);
      for (const first of layers) {
        for (const second of layers) {
          const isPair = (first === a && second === b) || (first === b && second === a);
          const wanted = isPair ? isOn : layersCollide(defaultLayerMatrix, first, second);
          expect(layersCollide(matrix, first, second)).toBe(wanted);
        }
      }
    }
  }
});
