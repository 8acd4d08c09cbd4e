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
import { few, finiteNumber, name, numbers, point, positiveNumber, rotation, share } from './values.js';

/** A puppet as a file: metres, radians, kilograms, unit quaternions x y z w; model space has Y up and faces +Z. */

/** At the most in one puppet. */
export const puppetLimits = {
  parts: 200,
  chains: 64,
  effectors: 128,
  connections: 32,
  regions: 16,
  things: 32,
} as const;

/**
 * r = [ |x/ax|^(2/e) + |y/ay|^(2/e) ]^(e/n) + |z/az|^(2/n), inside where r < 1. Each half axis has a reach of its own.
 */
export const superellipsoidSchema = strictObject({
  centre: point,
  rotation,
  /** Along +x, -x, +y, -y, +z, -z of its own frame, metres: the six handles. */
  reach: strictObject({
    right: positiveNumber,
    left: positiveNumber,
    up: positiveNumber,
    down: positiveNumber,
    front: positiveNumber,
    back: positiveNumber,
  }),
  /** Roundness across (x, y) and along z: 1 an ellipsoid, near 0 a box, 2 an octahedron. */
  e: numbers(0.1, 2),
  n: numbers(0.1, 2),
  /** Also what the air lies between. false: only what is reached inside the volume. */
  throughAir: boolean(),
});

export const shapeSchema = variant('kind', [
  /** Turns about `from`; everything linked to it begins at `to`. */
  strictObject({ kind: literal('bone'), from: point, to: point, influence: superellipsoidSchema }),
  /** Everything inside the box goes with it; it turns about its pivot. */
  strictObject({ kind: literal('box'), pivot: point, centre: point, rotation, halfSize: point }),
]);

const range = strictObject({ min: finiteNumber, max: finiteNumber });

export const limitsSchema = variant('kind', [
  /** Three planes across the axes of a frame. A range closed to zero takes a degree of freedom away. */
  strictObject({ kind: literal('planes'), rotation, x: range, y: range, z: range }),
  /** The part's direction at rest may lean this far from the axis, and twist about itself. */
  strictObject({ kind: literal('cone'), axis: point, halfAngle: numbers(0, Math.PI), twist: range }),
]);

export const jointSchema = strictObject({
  limits: limitsSchema,
  /** Share of a wanted change that the joint takes, so that a bend is spread over the chain. */
  weight: share,
  /** Largest change of an angle in one step of a solver; null: none. */
  maxStep: nullable(positiveNumber),
  /** Swings back to rest: how quickly, Hz, and how much of each swing is lost (1: no overshoot). */
  spring: nullable(strictObject({ frequency: numbers(0.05, 30), damping: numbers(0, 2) })),
});

export const partSchema = strictObject({
  name,
  /** The part it is linked to; null: it hangs on the whole puppet. */
  parent: nullable(name),
  shape: shapeSchema,
  joint: jointSchema,
  /** Region of the skin that its points belong to where nothing is painted; null: the first. */
  region: nullable(name),
});

export const chainSchema = strictObject({
  name,
  /** From the first to the last, each the parent of the next. */
  parts: few(name, puppetLimits.parts),
  root: picklist(['fixed', 'free']),
  tip: picklist(['fixed', 'free']),
  solver: picklist(['ccd', 'jacobian', 'damped', 'fabrik']),
  /** An impulse runs along the chain: joints per second, and the share of it that is left after each joint. */
  wave: nullable(strictObject({ speed: numbers(0.5, 200), kept: share })),
});

export const effectorSchema = strictObject({
  name,
  chain: name,
  /** 0: where the chain begins; i: the far end of its part i. */
  point: numbers(0, puppetLimits.parts),
  /** The part also takes the goal's rotation. */
  turns: boolean(),
});

export const fingerNames = ['thumb', 'index', 'middle', 'ring', 'little'] as const;

/** Two stoppers that bound a part's angle; near them the same motion of the finger turns it less and less. */
export const magnetsSchema = strictObject({ low: finiteNumber, high: finiteNumber, softness: positiveNumber });

export const connectionSchema = variant('kind', [
  /** Mode 1: the finger moves an effector of a chain. */
  strictObject({
    kind: literal('effector'),
    finger: picklist(fingerNames),
    effector: name,
    /** Way of the effector at full bend, metres, puppet's frame. */
    travel: point,
    /** Radians of turn about the puppet's y axis per radian of the hand's yaw. */
    yaw: finiteNumber,
    /** Metres outward along the travel per metre of the hand's distance. */
    distance: finiteNumber,
  }),
  /** Mode 2, the hand in the puppet: the finger turns a part about the rotation point of the hand. */
  strictObject({
    kind: literal('turn'),
    finger: picklist(fingerNames),
    part: name,
    /** Where the finger touches the part, model space: the end of its curve. */
    point,
    axis: point,
    /** At full bend, radians, before magnets. */
    angle: finiteNumber,
    /** Share of the angle over the bend: [bend, share] pairs from bend 0 to 1, increasing. Empty: a straight line. */
    curve: few(strictObject({ bend: share, share: numbers(-2, 2) }), 16),
    /** Standard deviation of the Gaussian over which the turn fades, metres; 0: the whole part turns as one. */
    spread: numbers(0, 100),
    /** Radians of turn about the puppet's y axis per radian of the hand's yaw (on a half sphere). */
    yaw: finiteNumber,
    /** Seconds of the finger's speed that are added: a quick finger throws the part further. */
    carry: numbers(0, 0.5),
    magnets: nullable(magnetsSchema),
  }),
]);

/** A hand at rest: what the performer's own values are measured from. */
export const restHandSchema = strictObject({
  bends: strictObject({ thumb: share, index: share, middle: share, ring: share, little: share }),
  position: point,
  rotation,
});

export const handSchema = strictObject({
  name,
  /** What the hand's position and turn carry: the whole puppet, one of its parts, or nothing. */
  carries: variant('kind', [
    strictObject({ kind: literal('puppet'), positionScale: numbers(0, 100), turns: boolean() }),
    strictObject({ kind: literal('part'), part: name, turns: numbers(0, 4) }),
    strictObject({ kind: literal('nothing') }),
  ]),
  /** The wrist of the virtual hand in the model. */
  rotationPoint: point,
  connections: few(connectionSchema, puppetLimits.connections),
  rest: nullable(restHandSchema),
});

export const regionSchema = strictObject({
  name,
  /** Of the springs between skin and inner model, and along the skin, 0 (loose) .. 1 (rigid). */
  stiffness: share,
  /** Share of the wobble lost, 0 (none) .. 1 (at once). */
  damping: share,
  /** Of a square metre of skin, kilograms. */
  mass: numbers(0.01, 1000),
  /** A point of the skin is never farther from its inner place, metres. */
  maxDistance: numbers(0, 10),
});

export const layerSchema = variant('kind', [
  strictObject({ kind: literal('fat'), thickness: numbers(0, 1), stiffness: share, damping: share }),
  strictObject({
    kind: literal('fur'),
    length: numbers(0, 1),
    shells: numbers(1, 32),
    stiffness: share,
    damping: share,
    /** Strands in a metre along the surface. */
    density: numbers(1, 20000),
    /** sRGB, 0..1. */
    colour: point,
  }),
]);

export const skinSchema = strictObject({
  iterations: numbers(1, 50),
  /** Metres per second squared; [0, 0, 0] in space. */
  gravity: point,
  regions: few(regionSchema, puppetLimits.regions),
  /** Region of each place of the mesh, one byte each, base64; null: by part. */
  paint: nullable(strictObject({ placeCount: numbers(0, 4_000_000), regions: string() })),
  /** Stretch outside and squeeze inside of bends, 0 .. 1. */
  volume: share,
  /** Parts that do not pass through each other, and the gap that stays open. */
  lips: few(strictObject({ upper: name, lower: name, gap: numbers(0, 1) }), 16),
  layers: few(layerSchema, 4),
});

export const stageSchema = strictObject({
  /** Height of the floor below the puppet at rest, model space. */
  floor: finiteNumber,
  things: few(
    strictObject({
      name,
      kind: picklist(['ball', 'block', 'biscuit']),
      position: point,
      size: point,
      mass: positiveNumber,
    }),
    puppetLimits.things,
  ),
  /** Parts that hold on to a thing when they close on it: a mouth, two arms. */
  grasps: few(strictObject({ parts: few(name, 8), closed: share }), 8),
  /** Where bubbles come out, model space, and of which part. */
  bubbles: nullable(strictObject({ part: name, point })),
});

export const puppetSchema = strictObject({
  format: literal('leib-puppet/1'),
  name,
  mesh: strictObject({
    /** Beside this file; null: the glTF file that this lies in. */
    uri: nullable(string()),
    /** From the file's space to model space: scaled, turned, moved. */
    scale: positiveNumber,
    rotation,
    position: point,
  }),
  parts: few(partSchema, puppetLimits.parts),
  chains: few(chainSchema, puppetLimits.chains),
  effectors: few(effectorSchema, puppetLimits.effectors),
  /** The first hand, and a second one for another group (eyes, brows). */
  hands: few(handSchema, 2),
  /** The reduced model below the skin: by simplifying the surface, or by cells of the volume; points at the most. */
  inner: strictObject({ method: picklist(['simplify', 'voxels']), points: numbers(8, 20_000) }),
  skin: skinSchema,
  stage: stageSchema,
  /** Free words of its maker. */
  notes: optional(string()),
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
