import { createQuat, rotationBetween } from '@leib/core';
import {
  boolean,
  type InferOutput,
  literal,
  nullable,
  optional,
  pipe,
  strictObject,
  transform,
  variant,
} from 'valibot';
import { about, finiteNumber, noRotation, numbers, point, positiveNumber, rotation, share } from './values.js';

type Point = [number, number, number];

/** Shapes of parts: bones and boxes. What a file leaves out of them is worked out from what it says. */

const reach = (axis: string) => about(optional(positiveNumber), `Along ${axis} of its own frame.`);

/**
 * r = [ |x/ax|^(2/e) + |y/ay|^(2/e) ]^(e/n) + |z/az|^(2/n), inside where r < 1. Each half axis has a reach of its own.
 */
const influenceSchema = strictObject({
  centre: about(optional(point), 'Its middle, model space; absent: the middle of the bone.'),
  rotation: about(optional(rotation), 'From its own frame to model space; absent: z goes along the bone.'),
  reach: about(
    optional(
      strictObject({
        right: reach('+x'),
        left: reach('-x'),
        up: reach('+y'),
        down: reach('-y'),
        front: reach('+z'),
        back: reach('-z'),
      }),
      {},
    ),
    "Half axes, each with a handle of its own, metres; absent: half of the bone's length, 3/4 along the bone.",
  ),
  e: about(optional(numbers(0.1, 2), 1), 'Roundness across (x, y): 1 an ellipsoid, near 0 a box, 2 an octahedron.'),
  n: about(optional(numbers(0.1, 2), 1), 'Roundness along z.'),
  throughAir: about(
    optional(boolean(), false),
    'true: also what lies behind air; false: only what is reached inside the volume.',
  ),
});

const writtenBone = strictObject({
  kind: about(literal('bone'), 'Turns about `from`; parts that are linked to it begin at `to`.'),
  from: about(point, 'Where it turns, model space.'),
  to: about(point, 'Where it ends, model space.'),
  influence: about(
    optional(influenceSchema, {}),
    'What the bone carries: places inside r < 1 of r = [|x/ax|^(2/e) + |y/ay|^(2/e)]^(e/n) + |z/az|^(2/n).',
  ),
});

const writtenBox = strictObject({
  kind: about(literal('box'), 'Everything inside goes with it.'),
  pivot: about(optional(point), 'Where it turns, model space; absent: its middle.'),
  centre: about(point, 'Its middle, model space.'),
  rotation: about(optional(rotation, noRotation), 'From its own frame to model space.'),
  halfSize: about(point, 'Half of its lengths along x, y, z of its own frame; above zero.'),
});

export const shapeSchema = pipe(variant('kind', [writtenBone, writtenBox]), transform(fillInShape));

/** A superellipsoid around a bone, with six handles. */
export interface Superellipsoid {
  centre: Point;
  rotation: [number, number, number, number];
  reach: { right: number; left: number; up: number; down: number; front: number; back: number };
  e: number;
  n: number;
  throughAir: boolean;
}

export interface BoneShape {
  kind: 'bone';
  from: Point;
  to: Point;
  influence: Superellipsoid;
}

export interface BoxShape {
  kind: 'box';
  pivot: Point;
  centre: Point;
  rotation: [number, number, number, number];
  halfSize: Point;
}

/** The file wants reaches of a micrometre or more; a bone without a length is refused later, with its place. */
const LEAST_REACH = 1e-6;

function fillInShape(shape: InferOutput<typeof writtenBone> | InferOutput<typeof writtenBox>): BoneShape | BoxShape {
  if (shape.kind === 'bone') return fillInBone(shape);
  const { kind, pivot, centre, ...rest } = shape;
  return { kind, pivot: pivot ?? [...centre], centre, ...rest };
}

function fillInBone({ kind, from, to, influence }: InferOutput<typeof writtenBone>): BoneShape {
  const [x, y, z] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = Math.hypot(x, y, z);
  const across = Math.max(0.5 * length, LEAST_REACH);
  const along = Math.max(0.75 * length, LEAST_REACH);
  const { centre, rotation: turned, reach: given, ...rest } = influence;
  return {
    kind,
    from,
    to,
    influence: {
      centre: centre ?? [from[0] + x / 2, from[1] + y / 2, from[2] + z / 2],
      rotation: turned ?? rotationOfZ([x / (length || 1), y / (length || 1), z / (length || 1)]),
      reach: {
        right: given.right ?? across,
        left: given.left ?? across,
        up: given.up ?? across,
        down: given.down ?? across,
        front: given.front ?? along,
        back: given.back ?? along,
      },
      ...rest,
    },
  };
}

/** The shortest turn that takes z to a unit direction. */
function rotationOfZ(direction: Point): [number, number, number, number] {
  const [x, y, z, w] = rotationBetween(createQuat(), [0, 0, 1], direction);
  // Adding zero turns -0 into 0, which a file cannot hold.
  return [x + 0, y + 0, z + 0, w + 0];
}

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
