import { defaultSkeleton } from '@leib/body';
import { createPose } from '@leib/core';
import {
  type BuiltBody,
  buildRemoteBody,
  buildRemoteFrameLayout,
  defaultRemoteBodySettings,
  inputAt,
  PUSH_BODY,
  PUSH_OBJECT,
} from '@leib/reembody';
import { createCollidersView } from '@leib/three/reembody';
import { Raycaster, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { OthersView } from './othersView.js';
import { aimAtOwner, isArmOf, withOthersShapes } from './pushedPart.js';

const body = buildRemoteBody(defaultSkeleton, defaultRemoteBodySettings);
const frame = buildRemoteFrameLayout([body, body, body], 0);
const others = [1, 2].map((i) => ({ body, layout: frame.bodies[i], pose: createPose(defaultSkeleton), isOwn: true }));
const built: BuiltBody = { body, layout: frame.bodies[0], others, frame, clientCount: 1, seat: 0 };

test.each([
  [0, 4],
  [1, 0],
  [1, 21],
  [2, 7],
])('a number over all bodies is taken apart: body %i, part %i', (owner, part) => {
  const input = new Float64Array(frame.inputLength);
  input[inputAt.pushKind] = PUSH_BODY;
  input[inputAt.pushNumber] = owner * body.parts.length + part;
  aimAtOwner(input, built);
  expect([input[inputAt.pushKind], input[inputAt.pushNumber]]).toEqual([PUSH_BODY + owner, part]);
});

test('things keep their numbers', () => {
  const input = new Float64Array(frame.inputLength);
  input[inputAt.pushKind] = PUSH_OBJECT;
  input[inputAt.pushNumber] = body.parts.length + 3;
  aimAtOwner(input, built);
  expect([input[inputAt.pushKind], input[inputAt.pushNumber]]).toEqual([PUSH_OBJECT, body.parts.length + 3]);
});

test('without others the person’s own shapes are found, and nothing where there is nothing', () => {
  const own = createCollidersView();
  own.setParts(body.parts, () => 'simple');
  const places = new Float64Array(body.parts.length * 7);
  for (const [part, { joint }] of body.parts.entries()) {
    places.set(defaultSkeleton.restWorldPositions.subarray(joint * 3, joint * 3 + 3), part * 7);
    places[part * 7 + 6] = 1;
  }
  own.update(places, 0);
  own.root.updateMatrixWorld(true);
  const all = withOthersShapes(own, new OthersView(), () => built);
  const chest = body.parts.findIndex(({ bone }) => bone === 'chest');
  const y = places[chest * 7 + 1] + 0.05;
  const hit = all.pick(new Raycaster(new Vector3(0, y, 3), new Vector3(0, 0, -1)));
  expect(hit?.part).toBeLessThan(body.parts.length);
  expect(all.pick(new Raycaster(new Vector3(5, y, 3), new Vector3(0, 0, -1)))).toBeNull();
});

test('an arm is its own shoulder to finger tips, of the person’s own body only', () => {
  const numberOf = (bone: string) => body.parts.findIndex((part) => part.bone === bone);
  const bones = ['leftHand', 'leftLowerArm', 'rightHand', 'leftUpperLeg', 'leftFoot', 'chest', 'head'];
  expect(bones.filter((bone) => isArmOf(built, numberOf(bone), 'left'))).toEqual(['leftHand', 'leftLowerArm']);
  expect(isArmOf(built, body.parts.length + numberOf('leftHand'), 'left')).toBe(false);
  expect(isArmOf(null, 0, 'left')).toBe(false);
});
