import { refusalOf, requireDecoded } from '@leib/core';
import { expect, test } from 'vitest';
import { offsetsText, parseOffsets } from './parseOffsets.js';

const back = {
  restRotation: [0, 0, 0, 1],
  joints: { leftShoulder: [0.17, 0.1, 0.1], rightShoulder: [-0.17, 0.1, 0.1], leftHip: [0.09, -0.4, 0.1] },
};
const file = (bodies: Record<string, unknown>, format = 'leib-offsets/1') => JSON.stringify({ format, bodies });

test('what is written is read again', () => {
  const arm = { restRotation: [0.5, 0.5, 0.5, 0.5], joints: { leftElbow: [0, 0.1, 0] } };
  const offsets = requireDecoded(
    parseOffsets(
      file({
        back,
        leftElbow: { ...arm, noise: { position: 0.004, rotation: 0.05 } },
        strap: { ...arm, bone: 'leftUpperArm' },
      }),
    ),
  );
  expect(offsets.bodies.map(({ name, bone }) => [name, bone])).toEqual([
    ['back', 'chest'],
    ['leftElbow', 'leftLowerArm'],
    ['strap', 'leftUpperArm'],
  ]);
  expect(offsets.bodies[1].joints).toEqual([{ joint: 'leftElbow', bone: 'leftLowerArm', positionLocal: [0, 0.1, 0] }]);
  expect(offsets.bodies.map(({ noise }) => noise)).toEqual([undefined, { position: 0.004, rotation: 0.05 }, undefined]);
  expect(requireDecoded(parseOffsets(offsetsText(offsets)))).toEqual(offsets);
});

test('a rounded rotation is brought to unit length', () => {
  const offsets = requireDecoded(parseOffsets(file({ back: { ...back, restRotation: [0, 0.71, 0, 0.71] } })));
  expect(Math.hypot(...offsets.bodies[0].restRotation)).toBeCloseTo(1, 12);
});

test.each([
  ['{', 'expected JSON'],
  [file({ back }, 'leib-offsets/2'), 'format: expected "leib-offsets/1", got "leib-offsets/2"'],
  [file({}), 'bodies: expected "back", got no body on the trunk; add "back" with its shoulders and hips'],
  [file({ leftHand: { restRotation: [0, 0, 0, 1], joints: {} } }), 'bodies: expected "back", got no body on the trunk'],
  [file({ back: { joints: {} } }), 'bodies.back.restRotation: expected a value, got nothing'],
  [
    file({ back: { ...back, restRotation: [0, 0, 0, 0] } }),
    'expected a quaternion x, y, z, w of length 1, got length 0',
  ],
  [
    file({ back: { ...back, restRotation: [0, 0, 0, null] } }),
    'bodies.back.restRotation[3]: expected a number, got null',
  ],
  [
    file({ back: { ...back, joints: { tail: [0, 0, 0] } } }),
    'bodies.back.joints.tail: expected one of pelvis, leftHip',
  ],
  [
    file({ back: { ...back, joints: { leftHip: [0, 0] } } }),
    'bodies.back.joints.leftHip[2]: expected a number, got nothing',
  ],
  [
    file({ back: { ...back, joints: { leftHip: [0, 0, 0], rightHip: [0, 0, 0.001] } } }),
    'bodies.back.joints: expected leftHip and rightHip apart, got 0.001 m between them; measure again',
  ],
  [
    file({ back: { ...back, joints: { leftHip: [90, -400, 0] } } }),
    'expected metres, at most 2 from the body, got 410',
  ],
  [
    file({ back: { ...back, noise: { position: 2, rotation: 0.1 } } }),
    'bodies.back.noise.position: expected metres from 0.00001 to 0.5, got 2',
  ],
  [
    file({ back: { ...back, noise: { position: 0.01, rotation: 0 } } }),
    'bodies.back.noise.rotation: expected radians from 0.0001 to 3.14, got 0',
  ],
  [file({ back: { ...back, noise: { position: 0.01 } } }), 'bodies.back.noise.rotation: expected a value, got nothing'],
  [file({ back, cap: back }), 'bodies.cap: expected a body whose place is known, got "cap"; add "bone"'],
  [file({ back, cap: { ...back, bone: 'hat' } }), 'bodies.cap.bone: expected a humanoid bone'],
  [
    file({ back, leftHand: { restRotation: [0, 0, 0, 1], joints: { rightWrist: [0, 0, 0] } } }),
    'bodies.leftHand.joints.rightWrist: expected a joint of the same side as leftHand',
  ],
])('refused in one sentence: %s', (text, sentence) => {
  const refusal = refusalOf(parseOffsets(text));
  expect(refusal).toContain(sentence);
  expect(refusal).not.toContain('\n');
});
