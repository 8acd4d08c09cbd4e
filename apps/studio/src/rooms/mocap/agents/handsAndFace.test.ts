import { defaultSkeleton } from '@leib/body';
import { boneNumber, DEG, type Skeleton } from '@leib/core';
import { faceParameterNames, fingerAngleNames, PACKED_FACE_SIZE, PACKED_FINGERS_SIZE } from '@leib/core/pack';
import { expect, test } from 'vitest';
import { faceColumnsOf, writeFace, writeFists } from './handsAndFace.js';

const column = (name: string) => faceParameterNames.indexOf(name);
const noJaw: Skeleton = {
  ...defaultSkeleton,
  boneToJoint: defaultSkeleton.boneToJoint.map((joint, bone) => (bone === boneNumber.jaw ? -1 : joint)),
};

/** Of a kind with one part whose morph targets these parameters move. */
function columnsOf(names: readonly string[], skeleton: Skeleton = defaultSkeleton) {
  const faceBinds = names.map((name, morph) => ({ column: column(name), morph, weight: 1 }));
  return faceColumnsOf({ parts: [{ faceBinds }], skeleton } as unknown as Parameters<typeof faceColumnsOf>[0]);
}

test('a slider closes its own hand and leaves the other open', () => {
  const angles = new Float64Array(PACKED_FINGERS_SIZE);
  writeFists(angles, { fingers: true, leftFist: 100, rightFist: 0 });
  const angle = (name: string) => angles[fingerAngleNames.indexOf(name)];
  for (const finger of ['index', 'middle', 'ring', 'little']) {
    expect(angle(`leftHand.${finger}.bend`) + angle(`leftHand.${finger}.curl`), finger).toBeGreaterThan(150 * DEG);
  }
  expect(angle('leftHand.thumb.distal')).toBeGreaterThan(0);
  expect([...angles.subarray(PACKED_FINGERS_SIZE / 2)].every((value) => value === 0)).toBe(true);
  writeFists(angles, { fingers: true, leftFist: 0, rightFist: 50 });
  expect(angle('rightHand.index.curl')).toBeCloseTo(47.5 * DEG);
  expect(angle('leftHand.index.curl')).toBe(0);
});

test('controls of the face move what the agent has: expressions, else tracked shapes, else the jaw', () => {
  expect(columnsOf(['blinkLeft', 'blinkRight', 'happy', 'aa'])).toEqual({
    smile: [column('happy')],
    mouthOpen: [column('aa')],
    eyesClosed: [column('blinkLeft'), column('blinkRight')],
  });
  expect(columnsOf(['mouthSmileLeft', 'mouthSmileRight', 'eyeBlinkLeft'])).toEqual({
    smile: [column('mouthSmileLeft'), column('mouthSmileRight')],
    mouthOpen: [column('jawOpen')],
    eyesClosed: [column('eyeBlinkLeft'), column('eyeBlinkRight')],
  });
  expect(columnsOf([], noJaw)).toEqual({ smile: [], mouthOpen: [], eyesClosed: [] });
});

test('a face is written where its controls say, and what was there before is gone', () => {
  const columns = columnsOf(['blinkLeft', 'blinkRight', 'happy', 'aa']);
  const weights = new Float64Array(PACKED_FACE_SIZE).fill(0.9);
  const settings = { face: true, smile: 80, mouthOpen: 25, eyesClosed: 10, blinking: false };
  writeFace(weights, columns, settings, 0);
  const expected = new Map([
    [column('happy'), 0.8],
    [column('aa'), 0.25],
    [column('blinkLeft'), 0.1],
    [column('blinkRight'), 0.1],
  ]);
  for (const [i, weight] of weights.entries()) expect(weight, faceParameterNames[i]).toBe(expected.get(i) ?? 0);
  writeFace(weights, columns, { ...settings, blinking: true }, 0.7);
  expect(weights[column('blinkLeft')]).toBe(0.7);
  writeFace(weights, columns, { ...settings, blinking: true }, 0);
  expect(weights[column('blinkRight')]).toBe(0.1);
});
