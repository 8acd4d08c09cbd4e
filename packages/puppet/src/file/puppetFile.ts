import {
  boolean,
  type InferOutput,
  literal,
  nullable,
  optional,
  picklist,
  strictObject,
  string,
  variant,
} from 'valibot';
import {
  about,
  few,
  finiteNumber,
  name,
  numbers,
  point,
  positiveNumber,
  rotation,
  share,
  wholeNumbers,
} from './values.js';

/**
 * A puppet as a file: metres, radians, kilograms, unit quaternions x y z w; model space has Y up and faces +Z. The
 * sentences here are also those of leib-puppet-1.schema.json and docs/puppet-file.md (`npm run schema`).
 */

/** At the most in one puppet. */
export const puppetLimits = {
  parts: 200,
  chains: 64,
  effectors: 128,
  connections: 32,
  regions: 16,
  things: 32,
} as const;

const reach = (axis: string) => about(positiveNumber, `Along ${axis} of its own frame.`);

/**
 * r = [ |x/ax|^(2/e) + |y/ay|^(2/e) ]^(e/n) + |z/az|^(2/n), inside where r < 1. Each half axis has a reach of its own.
 */
export const superellipsoidSchema = strictObject({
  centre: about(point, 'Its middle, model space.'),
  rotation: about(rotation, 'From its own frame to model space.'),
  reach: about(
    strictObject({
      right: reach('+x'),
      left: reach('-x'),
      up: reach('+y'),
      down: reach('-y'),
      front: reach('+z'),
      back: reach('-z'),
    }),
    'Half axes, each with a handle of its own, metres.',
  ),
  e: about(numbers(0.1, 2), 'Roundness across (x, y): 1 an ellipsoid, near 0 a box, 2 an octahedron.'),
  n: about(numbers(0.1, 2), 'Roundness along z.'),
  throughAir: about(boolean(), 'true: also what lies behind air; false: only what is reached inside the volume.'),
});

export const shapeSchema = variant('kind', [
  strictObject({
    kind: about(literal('bone'), 'Turns about `from`; parts that are linked to it begin at `to`.'),
    from: about(point, 'Where it turns, model space.'),
    to: about(point, 'Where it ends, model space.'),
    influence: about(
      superellipsoidSchema,
      'What the bone carries: places inside r < 1 of r = [|x/ax|^(2/e) + |y/ay|^(2/e)]^(e/n) + |z/az|^(2/n).',
    ),
  }),
  strictObject({
    kind: about(literal('box'), 'Everything inside goes with it.'),
    pivot: about(point, 'Where it turns, model space.'),
    centre: about(point, 'Its middle, model space.'),
    rotation: about(rotation, 'From its own frame to model space.'),
    halfSize: about(point, 'Half of its lengths along x, y, z of its own frame; above zero.'),
  }),
]);

const range = strictObject({ min: finiteNumber, max: finiteNumber });

export const limitsSchema = variant('kind', [
  strictObject({
    kind: about(literal('planes'), 'Angles in three planes. A range closed to zero takes a degree of freedom away.'),
    rotation: about(rotation, 'From the frame of the planes to the parent at rest.'),
    x: about(range, 'Turn about x, radians.'),
    y: about(range, 'Turn about y, radians.'),
    z: about(range, 'Turn about z, radians.'),
  }),
  strictObject({
    kind: about(literal('cone'), "The part's direction at rest may lean this far, and twist about itself."),
    axis: about(point, 'Middle of the cone, a direction of any length.'),
    halfAngle: about(numbers(0, Math.PI), 'Radians.'),
    twist: about(range, 'Radians.'),
  }),
]);

export const jointSchema = strictObject({
  limits: about(limitsSchema, 'How far the part may turn in its parent.'),
  weight: about(share, 'Share of a wanted change that the joint takes, so that a bend is spread over the chain.'),
  maxStep: about(
    nullable(positiveNumber),
    'Largest change of an angle in one step of a solver, radians; null: no limit.',
  ),
  spring: about(
    nullable(
      strictObject({
        frequency: about(numbers(0.05, 30), 'How quickly it swings, Hz.'),
        damping: about(numbers(0, 2), 'How much of each swing is lost; 1: no overshoot.'),
      }),
    ),
    'Swings back to rest; null: stays where it is put.',
  ),
});

export const partSchema = strictObject({
  name: about(name, 'Unlike that of any other part.'),
  parent: about(nullable(name), 'The part it is linked to; null: it hangs on the whole puppet.'),
  shape: about(shapeSchema, 'A bone or a box.'),
  joint: about(jointSchema, 'Where it is linked: limits, weight, spring.'),
  region: about(
    nullable(name),
    'Region of the skin that its places belong to where nothing is painted; null: the first.',
  ),
});

export const chainSchema = strictObject({
  name: about(name, 'Unlike that of any other chain.'),
  parts: about(few(name, puppetLimits.parts), 'From the first to the last, each the parent of the next.'),
  root: about(picklist(['fixed', 'free']), 'Whether its beginning may move with an effector.'),
  tip: about(picklist(['fixed', 'free']), 'Whether its end may move while an inner effector is dragged.'),
  solver: about(picklist(['ccd', 'jacobian', 'damped', 'fabrik']), 'How effectors are followed.'),
  wave: about(
    nullable(
      strictObject({
        speed: about(numbers(0.5, 200), 'Joints per second.'),
        kept: about(share, 'Share of the impulse that is left after each joint.'),
      }),
    ),
    'An impulse runs along the chain; null: it does not.',
  ),
});

export const effectorSchema = strictObject({
  name: about(name, 'Unlike that of any other effector.'),
  chain: about(name, 'The chain it belongs to.'),
  point: about(
    wholeNumbers(0, puppetLimits.parts),
    'Where on the chain, 0: where it begins; i: the far end of its part i.',
  ),
  turns: about(boolean(), "Whether the part also takes the goal's rotation."),
});

export const fingerNames = ['thumb', 'index', 'middle', 'ring', 'little'] as const;

/** Two stoppers that bound a part's angle; near them the same motion of the finger turns it less and less. */
export const magnetsSchema = strictObject({
  low: about(finiteNumber, 'Least angle, radians.'),
  high: about(finiteNumber, 'Greatest angle, radians.'),
  softness: about(positiveNumber, 'How far before a stopper its effect begins, radians.'),
});

const finger = about(picklist(fingerNames), 'The finger that moves it.');

export const connectionSchema = variant('kind', [
  strictObject({
    kind: about(literal('effector'), 'Mode 1: the finger moves an effector of a chain.'),
    finger,
    effector: about(name, 'Name of the effector.'),
    travel: about(point, "Way of the effector at full bend, puppet's frame, metres."),
    yaw: about(finiteNumber, "Radians of turn about the puppet's y axis per radian of the hand's yaw."),
    distance: about(finiteNumber, "Metres outward along the travel per metre of the hand's distance."),
  }),
  strictObject({
    kind: about(
      literal('turn'),
      'Mode 2, the hand in the puppet: the finger turns a part about the rotation point of the hand.',
    ),
    finger,
    part: about(name, 'Name of the part.'),
    point: about(point, 'Where the finger touches the part, model space: the end of its curve.'),
    axis: about(point, 'Axis of the turn, model space, a direction of any length.'),
    angle: about(finiteNumber, 'At full bend and before magnets, radians.'),
    curve: about(
      few(
        strictObject({
          bend: about(share, 'Bend of the finger.'),
          share: about(numbers(-2, 2), 'Share of the angle at that bend.'),
        }),
        16,
      ),
      'Share of the angle over the bend, by increasing bend; empty: a straight line.',
    ),
    spread: about(
      numbers(0, 100),
      'Standard deviation of the Gaussian over which the turn fades, metres; 0: the whole part turns as one.',
    ),
    yaw: about(
      finiteNumber,
      "Radians of turn about the puppet's y axis per radian of the hand's yaw, on a half sphere.",
    ),
    carry: about(
      numbers(0, 0.5),
      "Seconds of the finger's speed that are added: a quick finger throws the part further.",
    ),
    magnets: about(nullable(magnetsSchema), 'Stoppers that bound the angle softly; null: none.'),
  }),
]);

const bendsSchema = strictObject({ thumb: share, index: share, middle: share, ring: share, little: share });

/** A hand at rest: what the performer's own values are measured from. */
export const restHandSchema = strictObject({
  bends: about(bendsSchema, 'Bends of the fingers at rest, as the device reports them.'),
  fist: about(
    nullable(bendsSchema),
    'Bends of the fingers in a fist, as the device reports them: the range of each finger is from rest to this; null: to 1.',
  ),
  position: about(point, "Wrist at rest, the tracker's space, metres."),
  rotation: about(rotation, "Wrist at rest, the tracker's space."),
});

export const handSchema = strictObject({
  name: about(name, 'Unlike that of the other hand.'),
  carries: about(
    variant('kind', [
      strictObject({
        kind: about(literal('puppet'), 'The hand carries the whole puppet.'),
        positionScale: about(numbers(0, 100), 'Metres of the puppet per metre of the hand.'),
        turns: about(boolean(), "Whether the puppet also takes the hand's turn."),
      }),
      strictObject({
        kind: about(literal('part'), 'The hand turns one part.'),
        part: about(name, 'Name of the part.'),
        turns: about(numbers(0, 4), 'Radians of the part per radian of the hand.'),
      }),
      strictObject({ kind: about(literal('nothing'), 'Only the fingers count.') }),
    ]),
    "What the hand's position and turn carry.",
  ),
  rotationPoint: about(point, 'The wrist of the virtual hand in the model.'),
  connections: about(few(connectionSchema, puppetLimits.connections), 'Which finger moves what.'),
  rest: about(nullable(restHandSchema), 'The hand at rest as it was calibrated; null: not yet.'),
});

export const regionSchema = strictObject({
  name: about(name, 'Unlike that of any other region.'),
  stiffness: about(
    share,
    'Of the springs between skin and inner model, and along the skin, from 0 (loose) to 1 (rigid).',
  ),
  damping: about(share, 'Share of the wobble that is lost, from 0 (none) to 1 (at once).'),
  mass: about(numbers(0.01, 1000), 'Of a square metre of skin, kilograms.'),
  maxDistance: about(numbers(0, 10), 'A place of the skin is never farther from its inner place, metres.'),
});

export const layerSchema = variant('kind', [
  strictObject({
    kind: about(literal('fat'), 'A soft layer under the skin.'),
    thickness: about(numbers(0, 1), 'Metres.'),
    stiffness: about(share, 'As of a region.'),
    damping: about(share, 'As of a region.'),
  }),
  strictObject({
    kind: about(literal('fur'), 'Hair that follows the skin.'),
    length: about(numbers(0, 1), 'Metres.'),
    shells: about(wholeNumbers(1, 32), 'Surfaces that the hair is drawn with.'),
    stiffness: about(share, 'As of a region.'),
    damping: about(share, 'As of a region.'),
    density: about(numbers(1, 20000), 'Strands in a metre along the surface.'),
    colour: about(point, 'sRGB, 0 to 1.'),
  }),
]);

export const skinSchema = strictObject({
  iterations: about(wholeNumbers(1, 50), 'Of the solver in a frame.'),
  gravity: about(point, 'Metres per second squared; [0, 0, 0] in space.'),
  regions: about(few(regionSchema, puppetLimits.regions), 'At least one.'),
  paint: about(
    nullable(
      strictObject({
        placeCount: about(wholeNumbers(0, 4_000_000), 'Places of the mesh that it was painted on.'),
        regions: about(string(), 'Number of the region of each place, one byte each, base64.'),
      }),
    ),
    'Regions painted on the surface; null: by part.',
  ),
  volume: about(share, 'Stretch outside and squeeze inside of bends.'),
  lips: about(
    few(
      strictObject({
        upper: about(name, 'Name of the upper part.'),
        lower: about(name, 'Name of the lower part.'),
        gap: about(numbers(0, 1), 'What stays open between them, metres.'),
      }),
      16,
    ),
    'Parts that do not pass through each other.',
  ),
  layers: about(few(layerSchema, 4), 'Further layers, from the inside out.'),
});

export const stageSchema = strictObject({
  floor: about(finiteNumber, 'Height of the floor, model space.'),
  things: about(
    few(
      strictObject({
        name: about(name, 'Unlike that of any other thing.'),
        kind: about(picklist(['ball', 'block', 'biscuit']), 'What it is.'),
        position: about(point, 'Model space.'),
        size: about(point, 'Metres along x, y, z.'),
        mass: about(positiveNumber, 'Kilograms.'),
      }),
      puppetLimits.things,
    ),
    'What the puppet plays with.',
  ),
  grasps: about(
    few(
      strictObject({
        parts: about(few(name, 8), 'Names of the parts.'),
        closed: about(share, 'How far they must have closed to hold on.'),
      }),
      8,
    ),
    'Parts that hold on to a thing when they close on it: a mouth, two arms.',
  ),
  bubbles: about(
    nullable(
      strictObject({
        part: about(name, 'The part that blows them.'),
        point: about(point, 'Where they come out, model space.'),
      }),
    ),
    'Where bubbles come out; null: none.',
  ),
});

export const puppetSchema = strictObject({
  format: about(literal('leib-puppet/1'), 'Name and version of this format.'),
  name: about(name, 'What people call the puppet.'),
  mesh: about(
    strictObject({
      uri: about(nullable(string()), 'Name of a file beside this one; null: the glTF file that this lies in.'),
      scale: about(positiveNumber, 'Metres per unit of the file.'),
      rotation: about(rotation, 'Applied after the scale.'),
      position: about(point, 'Added last.'),
    }),
    "The model, and the way from its file's space to model space.",
  ),
  parts: about(few(partSchema, puppetLimits.parts), 'Bones and boxes.'),
  chains: about(few(chainSchema, puppetLimits.chains), 'Parts that effectors move together.'),
  effectors: about(few(effectorSchema, puppetLimits.effectors), 'Points of chains that can be dragged.'),
  hands: about(few(handSchema, 2), 'The first hand, and a second one for another group (eyes, brows).'),
  inner: about(
    strictObject({
      method: about(picklist(['simplify', 'voxels']), 'By simplifying the surface, or by cells of the volume.'),
      points: about(wholeNumbers(8, 20_000), 'Inner points at the most.'),
    }),
    'The reduced model below the skin.',
  ),
  skin: about(skinSchema, 'The surface, hung on the inner model.'),
  stage: about(stageSchema, 'What is around the puppet.'),
  notes: optional(about(string(), 'Free words of its maker.')),
});

export type PuppetFile = InferOutput<typeof puppetSchema>;
export type PuppetPart = InferOutput<typeof partSchema>;
export type PartShape = InferOutput<typeof shapeSchema>;
export type Superellipsoid = InferOutput<typeof superellipsoidSchema>;
export type PuppetJoint = InferOutput<typeof jointSchema>;
export type PuppetLimits = InferOutput<typeof limitsSchema>;
export type PuppetChain = InferOutput<typeof chainSchema>;
export type PuppetEffector = InferOutput<typeof effectorSchema>;
export type PuppetHand = InferOutput<typeof handSchema>;
export type HandConnection = InferOutput<typeof connectionSchema>;
export type Magnets = InferOutput<typeof magnetsSchema>;
export type RestHand = InferOutput<typeof restHandSchema>;
export type SkinSettings = InferOutput<typeof skinSchema>;
export type SkinRegion = InferOutput<typeof regionSchema>;
export type SkinLayer = InferOutput<typeof layerSchema>;
export type PuppetStage = InferOutput<typeof stageSchema>;
export type FingerName = (typeof fingerNames)[number];
