import {
  createPose,
  createQuat,
  createVec3,
  DEG,
  isInsideSwingCone,
  jointOfBone,
  type Quat,
  quat,
  type Skeleton,
  type Vec3,
  vec3,
} from '@leib/core';
import {
  angleBetween,
  bytesPerCall,
  randomPoint,
  randomQuat,
  randomUnit,
  seededRandom,
  seeds,
} from '@leib/core/testing';
import { POSE_SIZE, pointNumber } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { buildTestBody } from '../testing.js';
import { type ArmSettings, defaultArmSettings, thesisArmSettings } from './armSettings.js';
import type { ArmState } from './armsState.js';
import { type ArmsRig, createArmsRig, placeOf, setTarget, sides, standAt, step, turnOf } from './armsTesting.js';
import { stepArms } from './stepArms.js';
import {
  buildTorsoJoints,
  createTorsoHull,
  defaultTorsoHullSettings,
  growTorsoHull,
  isInTorso,
  type TorsoJoints,
  updateTorsoHull,
} from './torsoHull.js';

const skeleton = buildTestBody();
const settingsOf: readonly (readonly [string, ArmSettings])[] = [
  ['ours', defaultArmSettings],
  ['thesis', thesisArmSettings],
];
const upperLength = 0.28;
const lowerLength = 0.25;
const wristDown: [number, number, number, number] = [0, 0, -Math.SQRT1_2, Math.SQRT1_2];

const restHull = createTorsoHull();
updateTorsoHull(buildTorsoJoints(skeleton) as TorsoJoints, createPose(skeleton), restHull);
const restShoulder = { left: createVec3(0.165, 1.39, -0.03), right: createVec3(-0.165, 1.39, -0.03) };

/** Somewhere a hand can really be: around the person, not in the trunk or the shoulder. */
function randomHand(random: () => number, side: 'left' | 'right'): Vec3 {
  const size = growTorsoHull(defaultTorsoHullSettings, 0.3);
  for (;;) {
    const hand = vec3.scaleAndAdd(createVec3(), restShoulder[side], randomUnit(random), 0.1 + 0.42 * random());
    // Behind the back a hand gets no higher than the waist, and not across.
    const isBehind = hand[2] < -0.1 && (hand[1] > 1.1 || (side === 'left' ? hand[0] < 0 : hand[0] > 0));
    if (!isInTorso(size, restHull, hand) && !isBehind) return hand;
  }
}

/** A hand's rotation with the fingers somewhere in line with the forearm that would bring it there. */
function randomHandTurn(random: () => number, side: 'left' | 'right'): Quat {
  const mirror = side === 'left' ? 1 : -1;
  const turn = createQuat();
  quat.rotateY(turn, turn, -mirror * Math.PI * 0.75 * random());
  quat.rotateZ(turn, turn, mirror * (random() - 0.5) * 2);
  quat.rotateX(turn, turn, (random() - 0.5) * 3);
  return turn;
}

function setHands(rig: ArmsRig, random: () => number): void {
  for (const side of sides) setTarget(rig, `${side}Hand`, randomHand(random, side), randomHandTurn(random, side));
}

function missOf(rig: ArmsRig, side: 'left' | 'right'): number {
  const at = pointNumber[`${side}Hand`] * POSE_SIZE;
  return vec3.distance(placeOf(rig, `${side}Hand`), rig.body.targets.frame.poses.slice(at, at + 3));
}

describe.each(settingsOf)('%s', (_, settings) => {
  test('bones keep their length, wherever the hand is asked to be', () => {
    const random = seededRandom(1);
    const rig = createArmsRig(skeleton, settings);
    for (let i = 0; i < 500; i++) {
      for (const side of sides) setTarget(rig, `${side}Hand`, randomPoint(random, 1.5), randomQuat(random));
      step(rig);
      for (const side of sides) {
        const [shoulder, elbow, hand] = [
          placeOf(rig, `${side}UpperArm`),
          placeOf(rig, `${side}LowerArm`),
          placeOf(rig, `${side}Hand`),
        ];
        expect(vec3.distance(shoulder, elbow)).toBeCloseTo(upperLength, 9);
        expect(vec3.distance(elbow, hand)).toBeCloseTo(lowerLength, 9);
        expect(angleBetween(turnOf(rig, `${side}Hand`), targetTurn(rig, side))).toBeLessThan(1e-6);
      }
    }
  });

  test.each(seeds(20))('the same hands give the same elbows, whatever came before (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const fresh = createArmsRig(skeleton, settings);
    setHands(fresh, random);
    const used = createArmsRig(skeleton, settings);
    for (let i = 0; i < 90; i++) {
      setHands(used, random);
      step(used);
    }
    used.body.targets.frame.poses.set(fresh.body.targets.frame.poses);
    // A second is time enough for a swivel to come round and for a shoulder to come back.
    for (let i = 0; i < 180; i++) {
      step(fresh);
      step(used);
    }
    for (const side of sides) {
      expect(vec3.distance(placeOf(fresh, `${side}LowerArm`), placeOf(used, `${side}LowerArm`))).toBeLessThan(1e-6);
      expect(angleBetween(turnOf(fresh, `${side}UpperArm`), turnOf(used, `${side}UpperArm`))).toBeLessThan(1e-5);
    }
  });

  test.each(seeds(50))('left and right are mirror images (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const rig = createArmsRig(skeleton, settings);
    const hand = randomHand(random, 'left');
    const turn = randomHandTurn(random, 'left');
    setTarget(rig, 'leftHand', hand, turn);
    setTarget(rig, 'rightHand', [-hand[0], hand[1], hand[2]], [turn[0], -turn[1], -turn[2], turn[3]]);
    step(rig);
    for (const bone of ['Shoulder', 'UpperArm', 'LowerArm', 'Hand'] as const) {
      const [left, right] = [placeOf(rig, `left${bone}`), placeOf(rig, `right${bone}`)];
      expect(vec3.distance([-left[0], left[1], left[2]], right)).toBeLessThan(1e-7);
      const [a, b] = [turnOf(rig, `left${bone}`), turnOf(rig, `right${bone}`)];
      expect(angleBetween(createQuat(a[0], -a[1], -a[2], a[3]), b)).toBeLessThan(1e-6);
    }
  });

  test.each(seeds(50))('the answer moves and turns with the person (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const here = createArmsRig(skeleton, settings);
    setHands(here, random);
    const there = createArmsRig(skeleton, settings);
    // About the vertical: what hangs knows where down is.
    const turn = quat.setAxisAngle(createQuat(), [0, 1, 0], 6 * random()) as Quat;
    const shift = randomPoint(random, 5);
    const root = createVec3(...(skeleton.restOffsets.slice(0, 3) as unknown as [number, number, number]));
    const carry = (place: Vec3) => vec3.add(createVec3(), vec3.transformQuat(createVec3(), place, turn), shift) as Vec3;
    standAt(there, carry(root), turn);
    for (const side of sides) {
      const at = pointNumber[`${side}Hand`] * POSE_SIZE;
      const { poses } = here.body.targets.frame;
      const rotation = quat.multiply(createQuat(), turn, targetTurn(here, side));
      setTarget(there, `${side}Hand`, carry(createVec3(poses[at], poses[at + 1], poses[at + 2])), rotation);
    }
    step(here);
    step(there);
    for (const side of sides) {
      for (const bone of [`${side}UpperArm`, `${side}LowerArm`, `${side}Hand`] as const) {
        expect(vec3.distance(carry(placeOf(here, bone)), placeOf(there, bone))).toBeLessThan(1e-6);
      }
    }
  });

  test('impossible hands leave finite arms', () => {
    const shoulder = restShoulder.left;
    const hands: ArrayLike<number>[] = [
      shoulder,
      [0, 0, 0],
      [1e6, 1e6, -1e6],
      [1e200, 0, 0],
      [Number.POSITIVE_INFINITY, 0, 0],
      [Number.NaN, 1, 1],
      [shoulder[0] + 0.53, shoulder[1], shoulder[2]],
      [shoulder[0] + 0.03, shoulder[1], shoulder[2]],
    ];
    const turns = [[0, 0, 0, 1], [0, 0, 0, 0], [Number.NaN, 0, 0, 1], wristDown];
    const rig = createArmsRig(skeleton, settings);
    for (const hand of hands) {
      for (const turn of turns) {
        for (const side of sides) setTarget(rig, `${side}Hand`, hand, turn);
        setTarget(rig, 'leftElbow', hand);
        for (const dtSeconds of [1 / 90, 0, 10]) step(rig, dtSeconds);
        expect(rig.body.pose.worldPositions.every(Number.isFinite)).toBe(true);
        expect(rig.body.pose.worldRotations.every(Number.isFinite)).toBe(true);
      }
    }
  });

  test.each([
    ['no collar bones', buildTestBody(['leftShoulder', 'rightShoulder'])],
    ['no upper chest', buildTestBody(['upperChest', 'chest'])],
    ['no legs', buildTestBody(['leftUpperLeg', 'rightUpperLeg'])],
    ['collar bones without length', withoutCollarLength()],
  ])('a rig with %s works', (__, rigSkeleton) => {
    const rig = createArmsRig(rigSkeleton, settings);
    setTarget(rig, 'leftHand', [0.3, 1.2, 0.3], wristDown);
    setTarget(rig, 'rightHand', [-0.3, 1.2, 0.3]);
    step(rig);
    for (const side of sides) expect(missOf(rig, side)).toBeLessThan(1e-4);
  });

  test('a rig without arms stays as it is', () => {
    const rig = createArmsRig(buildTestBody(['leftLowerArm', 'rightHand']), settings);
    step(rig);
    expect(rig.model.arms).toEqual([null, null]);
  });

  test('the shoulder gives 5 cm at once, creeps beyond, and comes back, the same at every frame rate', () => {
    const far = createArmsRig(skeleton, settings);
    const at = (hz: number, seconds: number) => {
      const rig = createArmsRig(skeleton, settings);
      setTarget(rig, 'leftHand', [0.3, 1.2, 0.9]);
      for (let i = 0; i < Math.round(hz * seconds); i++) step(rig, 1 / hz);
      return rig;
    };
    setTarget(far, 'leftHand', [0.3, 1.2, 0.9]);
    step(far, 0);
    const neutral = restShoulder.left;
    const moved = (rig: ArmsRig) => vec3.distance(placeOf(rig, 'leftUpperArm'), neutral);
    // Ours goes along with the reach before that, by a centimetre.
    expect(moved(far)).toBeGreaterThan(0.045);
    expect(moved(far)).toBeLessThan(0.068);
    for (const hz of [60, 72, 120]) {
      expect(moved(at(hz, 0.5))).toBeCloseTo(moved(at(90, 0.5)), 4);
      expect(far.state.arms[0]?.extension).toBeCloseTo(0.05, 9);
    }
    const crept = at(90, 0.5);
    expect(crept.state.arms[0]?.extension).toBeCloseTo(0.05 + 0.009 * 0.5, 4);
    setTarget(crept, 'leftHand', [0.25, 1.1, 0.2]);
    step(crept, 0.2);
    expect(crept.state.arms[0]?.extension).toBeCloseTo(0.05, 9);
  });

  test('a hand without a target hangs, and gains its target without a jump', () => {
    const rig = createArmsRig(skeleton, settings);
    const before = createVec3();
    for (let i = 0; i <= 100; i++) {
      setTarget(rig, 'leftHand', [0.3, 1.5, 0.3], [0, 0, 0, 1], i / 100);
      step(rig);
      const hand = placeOf(rig, 'leftHand');
      if (i === 0) {
        expect(hand[1]).toBeLessThan(placeOf(rig, 'leftUpperArm')[1] - 0.45);
        expect(placeOf(rig, 'leftLowerArm')[2]).toBeLessThan(hand[2]);
      } else {
        expect(vec3.distance(hand, before)).toBeLessThan(0.02);
      }
      vec3.copy(before, hand);
    }
    expect(missOf(rig, 'left')).toBeLessThan(1e-4);
  });
});

function targetTurn({ body }: ArmsRig, side: 'left' | 'right'): Quat {
  const at = pointNumber[`${side}Hand`] * POSE_SIZE + 3;
  const { poses } = body.targets.frame;
  return createQuat(poses[at], poses[at + 1], poses[at + 2], poses[at + 3]);
}

function withoutCollarLength(): Skeleton {
  const copy = buildTestBody();
  for (const side of sides) {
    const [collar, arm] = [`${side}Shoulder`, `${side}UpperArm`].map((bone) =>
      jointOfBone(copy, bone as 'leftShoulder'),
    );
    for (let k = 0; k < 3; k++) {
      copy.restOffsets[collar * 3 + k] += copy.restOffsets[arm * 3 + k];
      copy.restOffsets[arm * 3 + k] = 0;
      copy.restWorldPositions[collar * 3 + k] = copy.restWorldPositions[arm * 3 + k];
    }
  }
  return copy;
}

describe('hands', () => {
  test.each(seeds(200))('ours: a hand in reach is exactly on its target (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const rig = createArmsRig(skeleton);
    for (const side of sides) {
      const shoulder = restShoulder[side];
      const hand = vec3.scaleAndAdd(createVec3(), shoulder, randomUnit(random), 0.1 + 0.41 * random());
      setTarget(rig, `${side}Hand`, hand, randomQuat(random));
    }
    step(rig);
    for (const side of sides) expect(missOf(rig, side)).toBeLessThan(1e-9);
  });

  test('thesis: nearly all are, for limits are stronger than a hand', () => {
    const random = seededRandom(5);
    const rig = createArmsRig(skeleton, thesisArmSettings);
    let missed = 0;
    for (let i = 0; i < 500; i++) {
      setHands(rig, random);
      step(rig);
      for (const side of sides) if (missOf(rig, side) > 1e-4) missed++;
    }
    expect(missed).toBeLessThan(20);
  });

  test('out of reach the shoulder helps and the arm is straight towards the hand', () => {
    const rig = createArmsRig(skeleton);
    setTarget(rig, 'leftHand', [0.4, 1.3, 1.2]);
    step(rig);
    const [shoulder, elbow, hand] = [
      placeOf(rig, 'leftUpperArm'),
      placeOf(rig, 'leftLowerArm'),
      placeOf(rig, 'leftHand'),
    ];
    expect(vec3.distance(shoulder, hand)).toBeCloseTo(upperLength + lowerLength, 6);
    const towards = vec3.normalize(createVec3(), vec3.subtract(createVec3(), [0.4, 1.3, 1.2], shoulder));
    const along = vec3.scaleAndAdd(createVec3(), shoulder, towards, upperLength);
    expect(vec3.distance(elbow, along)).toBeLessThan(1e-6);
    expect(rig.state.arms[0]?.missing).toBeCloseTo(vec3.distance(hand, [0.4, 1.3, 1.2]), 9);
  });
});

function elbowOf({ state }: ArmsRig, side: number): Vec3 {
  return (state.arms[side] as ArmState).elbowWorld;
}

/** All that reach the hand, at every 5 degrees. */
function otherElbows({ state }: ArmsRig, side: number): Vec3[] {
  const { elbowWorld, sideWorld, axisWorld, radius } = state.arms[side] as ArmState;
  const centre = vec3.scaleAndAdd(createVec3(), elbowWorld, sideWorld, -radius);
  const across = vec3.cross(createVec3(), axisWorld, sideWorld);
  return Array.from({ length: 72 }, (_, i) => {
    const elbow = vec3.scaleAndAdd(createVec3(), centre, sideWorld, radius * Math.cos(i * 5 * DEG));
    return vec3.scaleAndAdd(elbow, elbow, across, radius * Math.sin(i * 5 * DEG));
  });
}

/** Clear of the trunk by a part of its radius. */
function isFree({ state }: ArmsRig, elbow: Vec3, margin = 0.03): boolean {
  return !isInTorso(growTorsoHull(defaultTorsoHullSettings, margin), state.hull, elbow);
}

describe('limits', () => {
  /** Is it, moved inwards a little (solvers end on the border itself) or outwards? */
  function isUpperArmInCone({ model, state }: ArmsRig, side: number, elbow: Vec3, inwards: number): boolean {
    const [arm, own] = [model.arms[side], state.arms[side]];
    if (arm === null || own === null) return false;
    const cone = quat.multiply(createQuat(), own.collarRotation, arm.lateralToChest);
    const bone = vec3.subtract(createVec3(), elbow, own.shoulderWorld);
    vec3.transformQuat(bone, bone, quat.conjugate(cone, cone));
    bone[2] += inwards;
    return isInsideSwingCone(arm.upperArmCone, vec3.normalize(bone, bone));
  }

  test('thesis: shoulder and upper arm are within theirs, wherever the hand is asked to be', () => {
    const random = seededRandom(3);
    const rig = createArmsRig(skeleton, thesisArmSettings);
    for (let i = 0; i < 500; i++) {
      for (const side of sides) setTarget(rig, `${side}Hand`, randomPoint(random, 1.5), randomQuat(random));
      step(rig);
      for (const side of [0, 1]) expect(isUpperArmInCone(rig, side, elbowOf(rig, side), 1e-4)).toBe(true);
    }
  });

  test('ours: so is the upper arm, unless the elbow would have to go far round or into the trunk for it', () => {
    const random = seededRandom(4);
    const [rig, free] = [true, false].map((isOn) =>
      createArmsRig(skeleton, { ...defaultArmSettings, limits: { ...defaultArmSettings.limits, isOn } }),
    );
    let outside = 0;
    for (let i = 0; i < 1000; i++) {
      setHands(rig, random);
      free.body.targets.frame.poses.set(rig.body.targets.frame.poses);
      free.body.targets.weights.set(rig.body.targets.weights);
      // Each on its own, as after a teleport.
      for (const each of [rig, free]) {
        each.body.isPlaced = false;
        step(each);
      }
      for (const side of [0, 1]) {
        if (isUpperArmInCone(rig, side, elbowOf(rig, side), 1e-4)) continue;
        outside++;
        // Within 30 degrees of where it would be without a limit.
        const near = otherElbows(free, side).filter((_, at) => at <= 6 || at >= 66);
        for (const elbow of near) {
          expect(isFree(free, elbow, 0.12) && isUpperArmInCone(free, side, elbow, -1e-3)).toBe(false);
        }
      }
    }
    expect(outside).toBeLessThan(100);
  });

  test('the collar bone never leaves its cone', () => {
    const random = seededRandom(6);
    const rig = createArmsRig(skeleton);
    for (let i = 0; i < 500; i++) {
      for (const side of sides) setTarget(rig, `${side}Hand`, randomPoint(random, 3), randomQuat(random));
      step(rig, 1);
      for (const side of sides) {
        const rest = vec3.subtract(createVec3(), [0.165, 1.39, -0.03], [0.03, 1.38, -0.02]);
        rest[0] *= side === 'left' ? 1 : -1;
        const bone = vec3.subtract(createVec3(), placeOf(rig, `${side}UpperArm`), placeOf(rig, `${side}Shoulder`));
        expect(vec3.angle(rest, bone)).toBeLessThan(28.1 * DEG);
      }
    }
  });
});

describe('the trunk', () => {
  test('no elbow is in it for 2000 hands, but where no other reaches the hand', () => {
    const random = seededRandom(7);
    const rig = createArmsRig(skeleton);
    let inside = 0;
    for (let i = 0; i < 1000; i++) {
      setHands(rig, random);
      step(rig);
      for (const side of [0, 1]) {
        if (!isInTorso(defaultTorsoHullSettings, rig.state.hull, elbowOf(rig, side))) continue;
        inside++;
        for (const elbow of otherElbows(rig, side)) expect(isFree(rig, elbow)).toBe(false);
      }
    }
    expect(inside).toBeLessThan(4);
  });

  test('fields alone keep most elbows out that would be in it', () => {
    const count = (isOn: boolean) => {
      const random = seededRandom(8);
      const rig = createArmsRig(skeleton, {
        ...thesisArmSettings,
        // Straight down and a little inwards: as an arm hangs that knows no trunk.
        elbow: { ...thesisArmSettings.elbow, fixedPole: [-0.25, -1, 0] },
        magnets: { ...thesisArmSettings.magnets, isOn },
        limits: { ...thesisArmSettings.limits, isOn: false },
      });
      let inside = 0;
      for (let i = 0; i < 500; i++) {
        setHands(rig, random);
        step(rig, 1);
        for (const side of sides) {
          if (isInTorso(defaultTorsoHullSettings, restHull, placeOf(rig, `${side}LowerArm`))) inside++;
        }
      }
      return inside;
    };
    expect(count(false)).toBeGreaterThan(50);
    expect(count(true)).toBeLessThan(count(false) / 2);
  });
});

describe('continuity', () => {
  /** Fastest elbow, metres per second, and fastest turn of upper arm or forearm, radians per second. */
  function sweep(rig: ArmsRig, seconds: number, hands: (t: number) => void): { speed: number; turn: number } {
    const hz = 90;
    const result = { speed: 0, turn: 0 };
    let before: { elbow: Vec3; upper: Quat; lower: Quat } | null = null;
    for (let i = 0; i <= seconds * hz; i++) {
      hands(i / hz / seconds);
      step(rig, 1 / hz);
      const now = {
        elbow: placeOf(rig, 'leftLowerArm'),
        upper: turnOf(rig, 'leftUpperArm'),
        lower: turnOf(rig, 'leftLowerArm'),
      };
      if (before !== null) {
        result.speed = Math.max(result.speed, vec3.distance(now.elbow, before.elbow) * hz);
        for (const bone of ['upper', 'lower'] as const) {
          result.turn = Math.max(result.turn, angleBetween(now[bone], before[bone]) * hz);
        }
      }
      before = now;
    }
    return result;
  }

  test('150 smooth movements of hands before and beside the body: elbows are hardly faster than hands', () => {
    let largestRatio = 0;
    let fastestTurn = 0;
    for (let seed = 1; seed <= 150; seed++) {
      const random = seededRandom(seed);
      const rig = createArmsRig(skeleton);
      const waves = Array.from({ length: 6 }, () => ({ phase: 6.28 * random(), rate: 1 + 2 * random() }));
      const wave = (index: number, t: number) => Math.sin(waves[index].phase + waves[index].rate * 2 * t);
      const before = createVec3();
      let fastestHand = 0;
      const { speed, turn } = sweep(rig, 2, (t) => {
        const hand = createVec3(0.22 + 0.28 * wave(0, t), 1.25 + 0.45 * wave(1, t), 0.36 + 0.16 * wave(2, t));
        const rotation = createQuat();
        quat.rotateY(rotation, rotation, 0.8 * wave(3, t) - 0.8);
        quat.rotateX(rotation, rotation, 0.8 * wave(4, t));
        quat.rotateZ(rotation, rotation, 0.5 * wave(5, t));
        setTarget(rig, 'leftHand', hand, rotation);
        if (t > 0) fastestHand = Math.max(fastestHand, vec3.distance(hand, before) * 90);
        vec3.copy(before, hand);
      });
      largestRatio = Math.max(largestRatio, speed / fastestHand);
      fastestTurn = Math.max(fastestTurn, turn);
    }
    // An arm that straightens is quickest just before it is straight.
    expect(largestRatio).toBeLessThan(5);
    expect(fastestTurn).toBeLessThan(25);
  });

  const shoulder = [0.165, 1.39, -0.03];
  const around = (angle: number, radius: number, tilt: number): number[] => [
    shoulder[0] + radius * Math.sin(tilt),
    shoulder[1] - radius * Math.cos(angle) * Math.cos(tilt),
    shoulder[2] + radius * Math.sin(angle) * Math.cos(tilt),
  ];

  test.each<[string, (t: number) => [hand: number[], rotation: Quat]]>([
    // Fingers along the arm: down at rest, ahead, up, then behind the head.
    ['overhead', (t) => [around(t * 200 * DEG, 0.46, 10 * DEG), pitched(-t * 200 * DEG)]],
    ['out to the side and up', (t) => [sideways(t * 170 * DEG, 0.48), rolled(-90 * DEG + t * 170 * DEG)]],
    ['behind the back', (t) => [[0.26 - 0.28 * t, 0.95 + 0.08 * t, 0.05 - 0.28 * t], yawed(-t * 100 * DEG, 80 * DEG)]],
    ['to the shoulder', (t) => [[0.22 - 0.03 * t, 1.15 + 0.2 * t, 0.3 - 0.2 * t], pitched(-90 * DEG - t * 70 * DEG)]],
    [
      'to the other shoulder',
      (t) => [[0.25 - 0.38 * t, 1.1 + 0.25 * t, 0.3 - 0.1 * t], yawed(-60 * DEG - t * 100 * DEG, 0)],
    ],
    ['straight ahead and beyond reach', (t) => [[0.165, 1.35, 0.3 + 0.35 * t], yawed(-90 * DEG, 0)]],
    ['a straight arm all round', (t) => [around(t * 150 * DEG, 0.525, 20 * DEG), pitched(-t * 150 * DEG)]],
    ['the hand rolled once over', (t) => [[0.25, 1.15, 0.35], rolledAhead(t * 360 * DEG)]],
  ])('nothing flips: %s', (_, at) => {
    const rig = createArmsRig(skeleton);
    const { speed, turn } = sweep(rig, 2, (t) => {
      // Slow, quick, slow.
      const [hand, rotation] = at(t * t * (3 - 2 * t));
      setTarget(rig, 'leftHand', hand, rotation);
    });
    expect(speed).toBeLessThan(2.5);
    expect(turn).toBeLessThan(14);
  });

  /** Fingers down at 0, ahead at -90 degrees, up at -180. */
  function pitched(angle: number): Quat {
    const turn = createQuat();
    quat.rotateX(turn, turn, angle);
    return quat.multiply(createQuat(), turn, wristDown) as Quat;
  }

  function rolled(angle: number): Quat {
    return quat.setAxisAngle(createQuat(), [0, 0, 1], angle) as Quat;
  }

  function yawed(yaw: number, roll: number): Quat {
    const turn = createQuat();
    quat.rotateY(turn, turn, yaw);
    return quat.rotateX(turn, turn, roll) as Quat;
  }

  function rolledAhead(roll: number): Quat {
    return yawed(-90 * DEG, roll);
  }

  function sideways(angle: number, radius: number): number[] {
    return [shoulder[0] + radius * Math.sin(angle), shoulder[1] - radius * Math.cos(angle), shoulder[2] + 0.1];
  }
});

describe('extra targets', () => {
  test.each(seeds(50))('a tracked elbow that the bones can reach is met exactly (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const found = createArmsRig(skeleton);
    setHands(found, random);
    step(found);
    // Another elbow on the same circle: turned about the line from shoulder to hand.
    const rig = createArmsRig(skeleton, {
      ...defaultArmSettings,
      collar: { ...defaultArmSettings.collar, isOn: false },
    });
    for (const side of sides) {
      const shoulder = restShoulder[side];
      const elbow = vec3.scaleAndAdd(createVec3(), shoulder, randomUnit(random), upperLength);
      const hand = vec3.scaleAndAdd(createVec3(), elbow, randomUnit(random), lowerLength);
      if (vec3.distance(shoulder, hand) > 0.51 || vec3.distance(shoulder, hand) < 0.1) continue;
      setTarget(rig, `${side}Hand`, hand);
      setTarget(rig, `${side}Elbow`, elbow);
      step(rig);
      expect(vec3.distance(placeOf(rig, `${side}LowerArm`), elbow)).toBeLessThan(1e-6);
      expect(missOf(rig, side)).toBeLessThan(1e-9);
    }
  });

  test('an elbow tracker gains its say without a jump', () => {
    const rig = createArmsRig(skeleton);
    let before: Vec3 | null = null;
    for (let i = 0; i <= 100; i++) {
      setTarget(rig, 'leftHand', [0.3, 1.2, 0.3], wristDown);
      setTarget(rig, 'leftElbow', [0.42, 1.35, 0.02], [0, 0, 0, 1], i / 100);
      step(rig);
      const elbow = placeOf(rig, 'leftLowerArm');
      if (before !== null) expect(vec3.distance(elbow, before)).toBeLessThan(0.01);
      before = elbow;
      expect(missOf(rig, 'left')).toBeLessThan(1e-9);
    }
  });
});

test('nothing is allocated', () => {
  const rig = createArmsRig(skeleton);
  const random = seededRandom(9);
  const frames = Array.from({ length: 64 }, () => {
    setHands(rig, random);
    return rig.body.targets.frame.poses.slice();
  });
  let next = 0;
  const { poses } = rig.body.targets.frame;
  const work = () => {
    poses.set(frames[next++ % 64]);
    stepArms(rig.model, rig.state, rig.body, 1 / 90);
  };
  // Ways out of the trunk are seldom looked for: until that code is compiled too, its numbers are on the heap.
  for (let i = 0; i < 100_000; i++) work();
  // A number that the engine boxes takes 16 bytes.
  expect(bytesPerCall(work, 10_000)).toBeLessThan(8);
});
