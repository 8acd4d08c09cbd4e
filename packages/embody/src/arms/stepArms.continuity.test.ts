import { createQuat, createVec3, DEG, type Quat, quat, type Vec3, vec3 } from '@leib/core';
import { angleBetween, seededRandom } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { type ArmsRig, createArmsRig, placeOf, setTarget, step, turnOf } from './arms.testing.js';
import { armsSkeleton, wristDown } from './armsHands.testing.js';

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

  test('60 smooth movements of hands before and beside the body: elbows are hardly faster than hands', () => {
    let largestRatio = 0;
    let fastestTurn = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const random = seededRandom(seed);
      const rig = createArmsRig(armsSkeleton);
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
    const rig = createArmsRig(armsSkeleton);
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
