import { createQuat, createVec3, DEG, quat, type Vec3, vec3 } from '@leib/core';
import { isInsideSwingCone } from '@leib/core/solvers';
import { randomPoint, randomQuat, seededRandom } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { defaultArmSettings, thesisArmSettings } from './armSettings.js';
import { type ArmsRig, createArmsRig, placeOf, setTarget, sides, step } from './arms.testing.js';
import { armsSkeleton, restHull, setHands } from './armsHands.testing.js';
import type { ArmState } from './armsState.js';
import { defaultTorsoHullSettings, growTorsoHull, isInTorso } from './torsoHull.js';

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
    const rig = createArmsRig(armsSkeleton, thesisArmSettings);
    for (let i = 0; i < 500; i++) {
      for (const side of sides) setTarget(rig, `${side}Hand`, randomPoint(random, 1.5), randomQuat(random));
      step(rig);
      for (const side of [0, 1]) expect(isUpperArmInCone(rig, side, elbowOf(rig, side), 1e-4)).toBe(true);
    }
  });

  test('ours: so is the upper arm, unless the elbow would have to go far round or into the trunk for it', () => {
    const random = seededRandom(4);
    const [rig, free] = [true, false].map((isOn) =>
      createArmsRig(armsSkeleton, { ...defaultArmSettings, limits: { ...defaultArmSettings.limits, isOn } }),
    );
    let outside = 0;
    for (let i = 0; i < 1000; i++) {
      setHands(rig, random);
      free.body.targets.frame.jointPoses.set(rig.body.targets.frame.jointPoses);
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
    const rig = createArmsRig(armsSkeleton);
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
    const rig = createArmsRig(armsSkeleton);
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
      const rig = createArmsRig(armsSkeleton, {
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
