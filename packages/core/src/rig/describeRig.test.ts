import { expect, test } from 'vitest';
import { judgeRig } from './judgeRig.js';
import { mapHumanoid } from './mapHumanoid.js';
import type { NamedRig } from './namedRig.js';
import { placedRig, quaternius } from './placedRig.testing.js';

// A refusal says what was found and what it probably is.

const sentencesOf = (rig: NamedRig) => judgeRig(rig, mapHumanoid(rig, { byShape: true })).sentences;

test('half an arm is named, whole limbs are counted', () => {
  const rig = placedRig({ nameOf: quaternius, without: /rightLowerArm|rightHand/ });
  expect(sentencesOf(rig)[1]).toBe(
    'Found: hips, a spine of 2 joints, a neck, a head, 1 arm, of the right arm only shoulder and upper arm, 2 legs.',
  );
});

test.each([
  ['an animal on four legs', ['Body', 'FrontLeg.L', 'FrontLeg.R', 'BackLeg.L', 'BackLeg.R', 'Tail', 'Head']],
  ['a vehicle with wheels', ['Chassis', 'Wheel.FL', 'Wheel.FR', 'Wheel.BL', 'Wheel.BR']],
  ['a hand alone', ['wrist', 'thumb1', 'index1', 'middle1', 'ring1', 'pinky1']],
  ['an animal with wings and without arms', ['Body', 'Head', 'Wing.L', 'Wing.R', 'Beak']],
  ['an animal with a tail or fins and without limbs', ['Body', 'Head', 'Fin.L', 'Fin.R', 'Tail1']],
])('%s', (what, names) => {
  const rig = { names, parents: names.map((_, i) => (i === 0 ? -1 : 0)) };
  expect(sentencesOf(rig)).toContain(`It looks like ${what}.`);
});

test('collar bones are not taken for arms where names say what they are', () => {
  const rig = placedRig({ nameOf: quaternius, without: /LowerArm|Hand/ });
  expect(sentencesOf(rig)[0]).toContain('it lacks a left arm with an elbow');
});

test('a chain', () => {
  const names = Array.from({ length: 12 }, (_, i) => `Segment${i}`);
  const rig = { names, parents: names.map((_, i) => i - 1) };
  expect(sentencesOf(rig)).toContain('It looks like one chain of joints, like a snake or a rope.');
});

test('legs are never said to be absent where a joint is called after one', () => {
  const rig = placedRig({ nameOf: quaternius, without: /LowerLeg|Foot|Toes|rightUpperLeg/ });
  const { verdict, sentences } = judgeRig(rig, mapHumanoid(rig));
  expect(verdict).toBe('refused');
  expect(sentences.join(' ')).toContain('of the left leg only upper leg');
});
