import { jointOfBone, type Skeleton } from '@leib/core';
import {
  createTrackerOffsets,
  type DeviceFrame,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedSource,
} from '@leib/tracking';

export const movedPoints = ['head', 'leftHand', 'rightHand', 'hips', 'leftFoot', 'rightFoot'] as const;
export type MovedPoint = (typeof movedPoints)[number];
/** Position and rotation of a joint relative to the T-pose, world space: seven numbers. */
export type PointPose = readonly number[];

/** Where a point goes, and how high it is lifted on the way. */
export interface Move {
  readonly point: MovedPoint;
  readonly from: PointPose;
  readonly to: PointPose;
  readonly seconds: number;
  readonly lift: number;
}

/** What a simulated person's body does: plain data. */
export interface BodyMotion {
  readonly poses: Record<MovedPoint, PointPose>;
  moves: Move[];
  /** Since the moves began. */
  seconds: number;
  trigger: number;
  grip: number;
  pad: number;
}

/** Standing with hanging arms, as the skeleton's lengths have it. */
export function standingPoses(skeleton: Skeleton): Record<MovedPoint, PointPose> {
  const rest = (bone: Parameters<typeof jointOfBone>[1]) => {
    const at = jointOfBone(skeleton, bone) * 3;
    return [...skeleton.restWorldPositions.subarray(at, at + 3)];
  };
  const hanging = (side: 'left' | 'right'): PointPose => {
    const [shoulder, hand] = [rest(`${side}UpperArm`), rest(`${side}Hand`)];
    const out = side === 'left' ? 1 : -1;
    const length = Math.abs(hand[0] - shoulder[0]) * 0.98;
    // A quarter turn brings the arm of the T-pose down.
    return [
      shoulder[0] + out * 0.08,
      shoulder[1] - length,
      shoulder[2] + 0.05,
      0,
      0,
      -out * Math.SQRT1_2,
      Math.SQRT1_2,
    ];
  };
  const still = (bone: MovedPoint): PointPose => [...rest(bone), 0, 0, 0, 1];
  return {
    head: still('head'),
    leftHand: hanging('left'),
    rightHand: hanging('right'),
    hips: still('hips'),
    leftFoot: still('leftFoot'),
    rightFoot: still('rightFoot'),
  };
}

/** Begins to move points; the others stay. All that moved before stops where it is. */
export function startMoves(
  motion: BodyMotion,
  to: Partial<Record<MovedPoint, PointPose>>,
  seconds: number,
  lift = 0,
): void {
  motion.seconds = 0;
  motion.moves = (Object.keys(to) as MovedPoint[]).map((point) => ({
    point,
    from: motion.poses[point],
    to: to[point] as PointPose,
    seconds,
    lift: point.endsWith('Foot') ? lift : 0,
  }));
}

/** Minimum jerk, as hands move: Flash & Hogan, "The coordination of arm movements", 1985, doi:10.1523/JNEUROSCI.05-07-01688.1985 */
const minimumJerk = (share: number) => share ** 3 * (10 + share * (6 * share - 15));

/** False when all has arrived. */
export function stepMoves(motion: BodyMotion, dtSeconds: number): boolean {
  motion.seconds += dtSeconds;
  for (const { point, from, to, seconds, lift } of motion.moves) {
    const share = seconds > 0 ? Math.min(1, motion.seconds / seconds) : 1;
    const amount = minimumJerk(share);
    const pose = from.map((value, k) => value + (to[k] - value) * amount);
    pose[1] += lift * Math.sin(Math.PI * share) ** 0.5;
    const length = Math.hypot(...pose.slice(3));
    motion.poses[point] = pose.map((value, k) => (k < 3 ? value : value / length));
  }
  return motion.moves.some(({ seconds }) => motion.seconds < seconds);
}

/** What is measured of such a body: its joints themselves. */
export function createSimulatedSource(motion: BodyMotion): TrackedSource {
  let time = 0;
  return {
    label: 'Simulated participant',
    offsets: createTrackerOffsets(),
    timeline: null,
    step(dtSeconds, out: DeviceFrame) {
      time += dtSeconds;
      out.timeSeconds = time;
      for (const point of movedPoints) {
        out.quality[pointNumber[point]] = quality.tracked;
        out.devicePoses.set(motion.poses[point], pointNumber[point] * POSE_SIZE);
      }
      for (const controller of [out.leftController, out.rightController]) {
        controller.trigger = motion.trigger;
        controller.grip = motion.grip;
        controller.thumb = motion.pad;
      }
    },
    dispose() {},
  };
}
