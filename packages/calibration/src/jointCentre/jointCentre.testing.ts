import { createQuat, createVec3, DEG, quat, type ReadonlyVec3 } from '@leib/core';
import { randomTransform, randomUnit, seededRandom, transformPoint } from '@leib/core/testing';
import { createPoseSamples, type PoseSamples } from './poseSamples.js';

type RigidTransform = ReturnType<typeof randomTransform>;

/** Tests and benchmarks only: trackers that turn about a joint. */

export interface SimulatedJoint {
  readonly seed: number;
  readonly frameCount: number;
  /** Whole range about each axis, radians. */
  readonly range: number;
  /** Standard deviations: metres per coordinate, radians per axis. */
  readonly placeNoise: number;
  readonly turnNoise: number;
  /** Distance from tracker to joint, metres. */
  readonly distance?: number;
  /** Turns about a single axis. */
  readonly isHinge?: boolean;
  /** Both sides move, each with a tracker. */
  readonly hasSecond?: boolean;
  readonly outlierShare?: number;
  /** Every frame a turn of its own, with nothing between: what a simulation without time does. */
  readonly isShuffled?: boolean;
  readonly hz?: number;
}

export interface SimulatedMotion {
  readonly samples: PoseSamples;
  readonly others: PoseSamples | null;
  /** The truth, in the space of the first and of the second tracker (the world, where there is none). */
  readonly centreLocal: ReadonlyVec3;
  readonly centreOther: ReadonlyVec3;
  /** Unit axis in tracker space, of a hinge. */
  readonly axisLocal: ReadonlyVec3;
}

export function normalRandom(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

export function simulateJoint(joint: SimulatedJoint): SimulatedMotion {
  const random = seededRandom(joint.seed);
  const { frameCount, range, hasSecond = false, distance = 0.09, hz = 60 } = joint;
  const trackerInLimb: RigidTransform = {
    rotation: randomTransform(random, 0).rotation,
    translation: scaled(randomUnit(random), distance),
  };
  const otherInBody: RigidTransform = {
    rotation: randomTransform(random, 0).rotation,
    translation: scaled(randomUnit(random), distance),
  };
  const rest = randomTransform(random, 2);
  const hinge = randomUnit(random);
  const phases = [random(), random(), random()].map((value) => value * 2 * Math.PI);
  const speeds = [0.5 + 0.2 * random(), 0.7 + 0.3 * random(), 0.35 + 0.15 * random()];
  const samples = createPoseSamples(frameCount);
  const others = hasSecond ? createPoseSamples(frameCount) : null;
  for (let frame = 0; frame < frameCount; frame++) {
    const time = frame / hz;
    const wave = (axis: number) =>
      joint.isShuffled ? 2 * random() - 1 : Math.sin(2 * Math.PI * speeds[axis] * time + phases[axis]);
    const turn = createQuat();
    if (joint.isHinge) quat.setAxisAngle(turn, hinge, (range / 2) * wave(0));
    else {
      quat.rotateX(turn, turn, (range / 2) * wave(0));
      quat.rotateY(turn, turn, (range / 2) * wave(1));
      quat.rotateZ(turn, turn, (range / 2) * wave(2));
    }
    // With a second tracker the whole limb goes about, too.
    const body = hasSecond ? wandering(rest, time) : rest;
    const limb: RigidTransform = {
      rotation: quat.multiply(createQuat(), body.rotation, turn),
      translation: body.translation,
    };
    writeNoisy(samples, frame, compose(limb, trackerInLimb), joint, random);
    if (others) writeNoisy(others, frame, compose(body, otherInBody), joint, random);
  }
  const toLocal = ({ rotation, translation }: RigidTransform) => {
    const inverse = quat.conjugate(createQuat(), rotation);
    return transformPoint({ rotation: inverse, translation: createVec3() }, scaled(translation, -1));
  };
  return {
    samples,
    others,
    centreLocal: toLocal(trackerInLimb),
    centreOther: hasSecond ? toLocal(otherInBody) : rest.translation,
    axisLocal: transformPoint(
      {
        rotation: quat.conjugate(createQuat(), trackerInLimb.rotation),
        translation: createVec3(),
      },
      hinge,
    ),
  };
}

function wandering({ rotation, translation }: RigidTransform, time: number): RigidTransform {
  const turned = quat.rotateY(createQuat(), rotation, 0.8 * Math.sin(0.9 * time));
  quat.rotateX(turned, turned, 0.5 * Math.sin(1.3 * time + 1));
  const [x, y, z] = translation;
  return {
    rotation: turned,
    translation: createVec3(x + 0.3 * Math.sin(0.7 * time), y + 0.2 * Math.sin(1.1 * time), z),
  };
}

function compose(a: RigidTransform, b: RigidTransform): RigidTransform {
  return {
    rotation: quat.multiply(createQuat(), a.rotation, b.rotation),
    translation: transformPoint(a, b.translation),
  };
}

function scaled(v: ReadonlyVec3, by: number): RigidTransform['translation'] {
  return createVec3(v[0] * by, v[1] * by, v[2] * by);
}

function writeNoisy(
  samples: PoseSamples,
  frame: number,
  { rotation, translation }: RigidTransform,
  { placeNoise, turnNoise, outlierShare = 0 }: SimulatedJoint,
  random: () => number,
): void {
  const isOutlier = outlierShare > 0 && random() < outlierShare;
  const place = [0, 1, 2].map(
    (k) => translation[k] + placeNoise * normalRandom(random) + (isOutlier ? 2 * random() - 1 : 0),
  );
  const turn = [0, 1, 2].map(() => 0.5 * turnNoise * normalRandom(random) + (isOutlier ? random() - 0.5 : 0));
  const wobble = quat.normalize(createQuat(), createQuat(turn[0], turn[1], turn[2], 1));
  const q = quat.multiply(createQuat(), rotation, wobble);
  samples.poses.set([...place, ...q], frame * 7);
  samples.count = frame + 1;
}

/** The noise of the figures. */
export const fineNoise = { placeNoise: 0.0002, turnNoise: 0.05 * DEG } as const;
export const coarseNoise = { placeNoise: 0.001, turnNoise: 0.3 * DEG } as const;
