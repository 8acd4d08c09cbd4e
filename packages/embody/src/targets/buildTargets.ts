import { type HumanoidBone, jointOfBone, type Skeleton } from '@leib/core';
import { defaultHoldLostParams, type HoldLostParams, type PoseTuple, pointNumber, trackedPoints } from '@leib/tracking';
import { checkLockMode, trunkReach } from './lockModes.js';
import { defaultTargetsSettings, type TargetsSettings } from './targetsSettings.js';

/** What stepTargets() needs to know of a body. */
export interface TargetsModel {
  readonly settings: TargetsSettings;
  readonly lost: HoldLostParams;
  /** 1 for a point whose tracker is followed. 11 entries. */
  readonly isUsed: Uint8Array;
  /** A lost extra tracker is handed over to the estimate in this time, once its grace is over. */
  readonly giveUpSeconds: number;
  /** Hips and head are at most this far apart, metres. */
  readonly trunkReach: number;
}

export function buildTargets(skeleton: Skeleton, settings: TargetsSettings = defaultTargetsSettings): TargetsModel {
  checkLockMode(settings.lockMode);
  const isUsed = new Uint8Array(trackedPoints.length);
  for (const point of settings.points) isUsed[pointNumber[point]] = 1;
  isUsed[pointNumber.head] = 1;
  return {
    settings,
    lost: { ...settings.lost, restLeftHand: hangingLeftHand(skeleton) ?? defaultHoldLostParams.restLeftHand },
    isUsed,
    // A little short of the hold: given up must mean weight 0, whatever the frame rate rounds to.
    giveUpSeconds: Math.max(1e-3, 0.95 * (settings.lost.holdSeconds - settings.graceSeconds)),
    trunkReach: trunkReach(skeleton),
  };
}

/** From the shoulder, in arm's lengths: hanging, a little out and ahead. */
const hangingOut = 0.13;
const hangingDown = 0.97;
const hangingAhead = 0.075;

/** Where this body's left hand hangs, from the head joint; null without an arm. */
function hangingLeftHand(skeleton: Skeleton): PoseTuple | null {
  const place = (bone: HumanoidBone) => {
    const joint = jointOfBone(skeleton, bone);
    return joint < 0 ? null : skeleton.restWorldPositions.subarray(joint * 3, joint * 3 + 3);
  };
  const [head, shoulder, elbow, wrist] = [
    place('head'),
    place('leftUpperArm'),
    place('leftLowerArm'),
    place('leftHand'),
  ];
  if (head === null || shoulder === null || elbow === null || wrist === null) return null;
  const arm = distance(shoulder, elbow) + distance(elbow, wrist);
  const rotation = defaultHoldLostParams.restLeftHand.slice(3) as unknown as readonly [number, number, number, number];
  return [
    shoulder[0] - head[0] + hangingOut * arm,
    shoulder[1] - head[1] - hangingDown * arm,
    shoulder[2] - head[2] + hangingAhead * arm,
    ...rotation,
  ];
}

function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
