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
import { jointSchema, type limitsSchema, shapeSchema } from './shapeSchema.js';
import {
  about,
  few,
  finiteNumber,
  name,
  noRotation,
  numbers,
  origin,
  point,
  positiveNumber,
  rotation,
  share,
  wholeNumbers,
} from './values.js';

export type { Superellipsoid } from './shapeSchema.js';

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

const partSchema = strictObject({
  name: about(name, 'Unlike that of any other part.'),
  parent: about(optional(nullable(name), null), 'The part it is linked to; null: it hangs on the whole puppet.'),
  shape: about(shapeSchema, 'A bone or a box.'),
  joint: about(optional(jointSchema, {}), 'Where it is linked: limits, weight, spring.'),
  region: about(
    optional(nullable(name), null),
    'Region of the skin that its places belong to where nothing is painted; null: the first.',
  ),
});

const chainSchema = strictObject({
  name: about(name, 'Unlike that of any other chain.'),
  parts: about(few(name, puppetLimits.parts), 'From the first to the last, each the parent of the next.'),
  root: about(optional(picklist(['fixed', 'free']), 'fixed'), 'Whether its beginning may move with an effector.'),
  tip: about(
    optional(picklist(['fixed', 'free']), 'free'),
    'Whether its end may move while an inner effector is dragged.',
  ),
  solver: about(optional(picklist(['ccd', 'jacobian', 'damped', 'fabrik']), 'ccd'), 'How effectors are followed.'),
  wave: about(
    optional(
      nullable(
        strictObject({
          speed: about(optional(numbers(0.5, 200), 8), 'Joints per second.'),
          kept: about(optional(share, 0.8), 'Share of the impulse that is left after each joint.'),
        }),
      ),
      null,
    ),
    'An impulse runs along the chain; null: it does not.',
  ),
});

const effectorSchema = strictObject({
  name: about(name, 'Unlike that of any other effector.'),
  chain: about(name, 'The chain it belongs to.'),
  point: about(
    optional(wholeNumbers(0, puppetLimits.parts)),
    'Where on the chain, 0: where it begins; i: the far end of its part i; absent: the end of the chain.',
  ),
  turns: about(optional(boolean(), false), "Whether the part also takes the goal's rotation."),
});

export const fingerNames = ['thumb', 'index', 'middle', 'ring', 'little'] as const;

/** Two stoppers that bound a part's angle; near them the same motion of the finger turns it less and less. */
const magnetsSchema = strictObject({
  low: about(finiteNumber, 'Least angle, radians.'),
  high: about(finiteNumber, 'Greatest angle, radians.'),
  softness: about(optional(positiveNumber, 0.2), 'How far before a stopper its effect begins, radians.'),
});

const finger = about(picklist(fingerNames), 'The finger that moves it.');

const connectionSchema = variant('kind', [
  strictObject({
    kind: about(literal('effector'), 'Mode 1: the finger moves an effector of a chain.'),
    finger,
    effector: about(name, 'Name of the effector.'),
    travel: about(point, "Way of the effector at full bend, puppet's frame, metres."),
    yaw: about(optional(finiteNumber, 0), "Radians of turn about the puppet's y axis per radian of the hand's yaw."),
    distance: about(optional(finiteNumber, 0), "Metres outward along the travel per metre of the hand's distance."),
  }),
  strictObject({
    kind: about(
      literal('turn'),
      'Mode 2, the hand in the puppet: the finger turns a part about the rotation point of the hand.',
    ),
    finger,
    part: about(name, 'Name of the part.'),
    point: about(
      optional(point),
      'Where the finger touches the part, model space: the end of its curve; absent: the end of the part.',
    ),
    axis: about(optional(point, [1, 0, 0]), 'Axis of the turn, model space, a direction of any length.'),
    angle: about(finiteNumber, 'At full bend and before magnets, radians.'),
    curve: about(
      optional(
        few(
          strictObject({
            bend: about(share, 'Bend of the finger.'),
            share: about(numbers(-2, 2), 'Share of the angle at that bend.'),
          }),
          16,
        ),
        [],
      ),
      'Share of the angle over the bend, by increasing bend; empty: a straight line.',
    ),
    spread: about(
      optional(numbers(0, 100), 0),
      'Standard deviation of the Gaussian over which the turn fades, metres; 0: the whole part turns as one.',
    ),
    yaw: about(
      optional(finiteNumber, 0),
      "Radians of turn about the puppet's y axis per radian of the hand's yaw, on a half sphere.",
    ),
    splay: about(
      optional(finiteNumber, 0),
      "Radians of turn about the puppet's y axis per unit of the finger's splay, on the same half sphere.",
    ),
    carry: about(
      optional(numbers(0, 0.5), 0),
      "Seconds of the finger's speed that are added: a quick finger throws the part further.",
    ),
    magnets: about(optional(nullable(magnetsSchema), null), 'Stoppers that bound the angle softly; null: none.'),
  }),
]);

const bend = optional(share, 0);
const bendsSchema = strictObject({ thumb: bend, index: bend, middle: bend, ring: bend, little: bend });

/** A hand at rest: what the performer's own values are measured from. */
const restHandSchema = strictObject({
  bends: about(optional(bendsSchema, {}), 'Bends of the fingers at rest, as the device reports them.'),
  fist: about(
    optional(nullable(bendsSchema), null),
    'Bends of the fingers in a fist, as the device reports them: the range of each finger is from rest to this; null: to 1.',
  ),
  position: about(optional(point, origin), "Wrist at rest, the tracker's space, metres."),
  rotation: about(optional(rotation, noRotation), "Wrist at rest, the tracker's space."),
});

const handSchema = strictObject({
  name: about(optional(name), 'Unlike that of the other hand; absent: "first hand", "second hand".'),
  carries: about(
    optional(
      variant('kind', [
        strictObject({
          kind: about(literal('puppet'), 'The hand carries the whole puppet.'),
          positionScale: about(optional(numbers(0, 100), 1), 'Metres of the puppet per metre of the hand.'),
          turns: about(optional(boolean(), true), "Whether the puppet also takes the hand's turn."),
        }),
        strictObject({
          kind: about(literal('part'), 'The hand turns one part.'),
          part: about(name, 'Name of the part.'),
          turns: about(optional(numbers(0, 4), 1), 'Radians of the part per radian of the hand.'),
        }),
        strictObject({ kind: about(literal('nothing'), 'Only the fingers count.') }),
      ]),
      { kind: 'puppet' },
    ),
    "What the hand's position and turn carry.",
  ),
  rotationPoint: about(
    optional(point),
    'The wrist of the virtual hand in the model; absent: the middle of the pivots of the parts that its fingers turn.',
  ),
  connections: about(optional(few(connectionSchema, puppetLimits.connections), []), 'Which finger moves what.'),
  rest: about(optional(nullable(restHandSchema), null), 'The hand at rest as it was calibrated; null: not yet.'),
});

const regionSchema = strictObject({
  name: about(name, 'Unlike that of any other region.'),
  stiffness: about(
    optional(share, 0.6),
    'Of the springs between skin and inner model, and along the skin, from 0 (loose) to 1 (rigid).',
  ),
  damping: about(optional(share, 0.3), 'Share of the wobble that is lost, from 0 (none) to 1 (at once).'),
  mass: about(optional(numbers(0.01, 1000), 1), 'Of a square metre of skin, kilograms.'),
  maxDistance: about(
    optional(numbers(0, 10), 0.05),
    'A place of the skin is never farther from its inner place, metres.',
  ),
});

const layerSchema = variant('kind', [
  strictObject({
    kind: about(literal('fat'), 'A soft layer under the skin.'),
    thickness: about(numbers(0, 1), 'Metres.'),
    stiffness: about(optional(share, 0.5), 'As of a region.'),
    damping: about(optional(share, 0.3), 'As of a region.'),
  }),
  strictObject({
    kind: about(literal('fur'), 'Hair that follows the skin.'),
    length: about(numbers(0, 1), 'Metres.'),
    shells: about(optional(wholeNumbers(1, 32), 14), 'Surfaces that the hair is drawn with.'),
    stiffness: about(optional(share, 0.5), 'As of a region.'),
    damping: about(optional(share, 0.3), 'As of a region.'),
    density: about(optional(numbers(1, 20000), 500), 'Strands in a metre along the surface.'),
    colour: about(optional(point, [0.7, 0.6, 0.5]), 'sRGB, 0 to 1.'),
  }),
]);

const skinSchema = strictObject({
  iterations: about(optional(wholeNumbers(1, 50), 5), 'Of the solver in a frame.'),
  gravity: about(optional(point, [0, -9.81, 0]), 'Metres per second squared; [0, 0, 0] in space.'),
  regions: about(optional(few(regionSchema, puppetLimits.regions), [{ name: 'skin' }]), 'At least one.'),
  paint: about(
    optional(
      nullable(
        strictObject({
          placeCount: about(wholeNumbers(0, 4_000_000), 'Places of the mesh that it was painted on.'),
          regions: about(string(), 'Number of the region of each place, one byte each, base64.'),
        }),
      ),
      null,
    ),
    'Regions painted on the surface; null: by part.',
  ),
  volume: about(optional(share, 0.5), 'Stretch outside and squeeze inside of bends.'),
  lips: about(
    optional(
      few(
        strictObject({
          upper: about(name, 'Name of the upper part.'),
          lower: about(name, 'Name of the lower part.'),
          gap: about(optional(numbers(0, 1), 0.002), 'What stays open between them, metres.'),
        }),
        16,
      ),
      [],
    ),
    'Parts that do not pass through each other.',
  ),
  layers: about(optional(few(layerSchema, 4), []), 'Further layers, from the inside out.'),
});

const stageSchema = strictObject({
  floor: about(optional(finiteNumber, 0), 'Height of the floor, model space.'),
  things: about(
    optional(
      few(
        strictObject({
          name: about(name, 'Unlike that of any other thing.'),
          kind: about(picklist(['ball', 'block', 'biscuit']), 'What it is.'),
          position: about(point, 'Model space.'),
          size: about(optional(point, [0.06, 0.06, 0.06]), 'Metres along x, y, z.'),
          mass: about(optional(positiveNumber, 0.05), 'Kilograms.'),
        }),
        puppetLimits.things,
      ),
      [],
    ),
    'What the puppet plays with.',
  ),
  grasps: about(
    optional(
      few(
        strictObject({
          parts: about(few(name, 8), 'Names of the parts.'),
          closed: about(optional(share, 0.5), 'How far they must have closed to hold on.'),
        }),
        8,
      ),
      [],
    ),
    'Parts that hold on to a thing when they close on it: a mouth, two arms.',
  ),
  bubbles: about(
    optional(
      nullable(
        strictObject({
          part: about(name, 'The part that blows them.'),
          point: about(point, 'Where they come out, model space.'),
        }),
      ),
      null,
    ),
    'Where bubbles come out; null: none.',
  ),
});

/** A puppet as it is written: what may be absent is absent. */
export const writtenSchema = strictObject({
  format: about(literal('leib-puppet/1'), 'Name and version of this format.'),
  name: about(optional(name, 'puppet'), 'What people call the puppet.'),
  mesh: about(
    optional(
      strictObject({
        uri: about(
          optional(nullable(string()), null),
          'Name of a file beside this one; null: the glTF file that this lies in.',
        ),
        scale: about(optional(positiveNumber, 1), 'Metres per unit of the file.'),
        rotation: about(optional(rotation, noRotation), 'Applied after the scale.'),
        position: about(optional(point, origin), 'Added last.'),
      }),
      {},
    ),
    "The model, and the way from its file's space to model space.",
  ),
  parts: about(optional(few(partSchema, puppetLimits.parts), []), 'Bones and boxes.'),
  chains: about(optional(few(chainSchema, puppetLimits.chains), []), 'Parts that effectors move together.'),
  effectors: about(optional(few(effectorSchema, puppetLimits.effectors), []), 'Points of chains that can be dragged.'),
  hands: about(
    optional(few(handSchema, 2), [{}]),
    'The first hand, and a second one for another group (eyes, brows); absent: one that carries the puppet.',
  ),
  inner: about(
    optional(
      strictObject({
        method: about(
          optional(picklist(['simplify', 'voxels']), 'simplify'),
          'By simplifying the surface, or by cells of the volume.',
        ),
        points: about(optional(wholeNumbers(8, 20_000), 800), 'Inner points at the most.'),
      }),
      {},
    ),
    'The reduced model below the skin.',
  ),
  skin: about(optional(skinSchema, {}), 'The surface, hung on the inner model.'),
  stage: about(optional(stageSchema, {}), 'What is around the puppet.'),
  notes: optional(about(string(), 'Free words of its maker.')),
});

/** Nothing is absent any more. */
type Filled<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };
export type WrittenPuppet = InferOutput<typeof writtenSchema>;
export type PuppetPart = InferOutput<typeof partSchema>;
export type PartShape = InferOutput<typeof shapeSchema>;
export type PuppetJoint = InferOutput<typeof jointSchema>;
export type PuppetLimits = InferOutput<typeof limitsSchema>;
export type PuppetChain = InferOutput<typeof chainSchema>;
export type PuppetEffector = Filled<InferOutput<typeof effectorSchema>>;
export type HandConnection = Filled<InferOutput<typeof connectionSchema>>;
type WrittenHand = Filled<InferOutput<typeof handSchema>>;
export type PuppetHand = Omit<WrittenHand, 'connections'> & { connections: HandConnection[] };
export type PuppetFile = Omit<WrittenPuppet, 'effectors' | 'hands'> & {
  effectors: PuppetEffector[];
  hands: PuppetHand[];
};
export type Magnets = InferOutput<typeof magnetsSchema>;
export type RestHand = InferOutput<typeof restHandSchema>;
export type SkinSettings = InferOutput<typeof skinSchema>;
export type SkinRegion = InferOutput<typeof regionSchema>;
export type SkinLayer = InferOutput<typeof layerSchema>;
export type PuppetStage = InferOutput<typeof stageSchema>;
export type FingerName = (typeof fingerNames)[number];
