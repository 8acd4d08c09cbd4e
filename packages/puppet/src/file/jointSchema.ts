import { literal, nullable, optional, strictObject, variant } from 'valibot';
import { about, finiteNumber, noRotation, numbers, point, positiveNumber, rotation, share } from './values.js';

/** Joints: how a part turns in its parent. */

const range = strictObject({ min: finiteNumber, max: finiteNumber });
/** A joint of which nothing is said turns by a quarter to all sides. */
const quarterTurn = { min: -Math.PI / 2, max: Math.PI / 2 };

export const limitsSchema = variant('kind', [
  strictObject({
    kind: about(literal('planes'), 'Angles in three planes. A range closed to zero takes a degree of freedom away.'),
    rotation: about(optional(rotation, noRotation), 'From the frame of the planes to the parent at rest.'),
    x: about(optional(range, quarterTurn), 'Turn about x, radians.'),
    y: about(optional(range, quarterTurn), 'Turn about y, radians.'),
    z: about(optional(range, quarterTurn), 'Turn about z, radians.'),
  }),
  strictObject({
    kind: about(literal('cone'), "The part's direction at rest may lean this far, and twist about itself."),
    axis: about(point, 'Middle of the cone, a direction of any length.'),
    halfAngle: about(numbers(0, Math.PI), 'Radians.'),
    twist: about(optional(range, quarterTurn), 'Radians.'),
  }),
]);

export const jointSchema = strictObject({
  limits: about(optional(limitsSchema, { kind: 'planes' }), 'How far the part may turn in its parent.'),
  weight: about(
    optional(share, 1),
    'Share of a wanted change that the joint takes, so that a bend is spread over the chain.',
  ),
  maxStep: about(
    optional(nullable(positiveNumber), null),
    'Largest change of an angle in one step of a solver, radians; null: no limit.',
  ),
  spring: about(
    optional(
      nullable(
        strictObject({
          frequency: about(optional(numbers(0.05, 30), 1.6), 'How quickly it swings, Hz.'),
          damping: about(optional(numbers(0, 2), 0.25), 'How much of each swing is lost; 1: no overshoot.'),
        }),
      ),
      null,
    ),
    'Swings back to rest; null: stays where it is put.',
  ),
});
