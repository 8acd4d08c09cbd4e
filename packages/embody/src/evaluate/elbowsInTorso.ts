import { type JointClip, SMPL_JOINT_COUNT } from '@leib/core';

/**
 * The trunk as metrics see it: a stack of ellipses along the line from the middle of the hip joints to the middle of
 * the shoulder joints, its axes turning with the line from hip to hip below and from shoulder to shoulder above.
 */
export interface TorsoHullShape {
  /** Half the width, as a part of half the distance between the shoulder joints. */
  readonly widthPart: number;
  /** Half the depth, the same way. */
  readonly depthPart: number;
  /** Where on the line from hips (0) to shoulders (1) the hull begins and ends. */
  readonly from: number;
  readonly to: number;
}

/**
 * For a person of 1.70 m: 29 cm wide and 18 cm deep, less than the skin's. Of the 89 000 true elbows in 75 clips of CMU's
 * 101 lie in it, all in a sword fight, a golf swing and two throws whose own skeletons cut corners.
 */
export const defaultTorsoHullShape: TorsoHullShape = { widthPart: 0.8, depthPart: 0.5, from: 0, to: 0.9 };

/** SMPL joints, left and right. */
const hips = [1, 2];
const shoulders = [16, 17];
const elbows = [18, 19];

/** Elbows that lie inside the clip's own torso: how many, over all frames and both arms. */
export function countElbowsInTorso(clip: JointClip, hull: TorsoHullShape = defaultTorsoHullShape): number {
  let count = 0;
  for (let frame = 0; frame < clip.frameCount; frame++) {
    for (const elbow of elbows) if (isInTorso(clip, frame, elbow, hull)) count++;
  }
  return count;
}

function isInTorso({ positions }: JointClip, frame: number, joint: number, hull: TorsoHullShape): boolean {
  const point = (smpl: number) => {
    const at = (frame * SMPL_JOINT_COUNT + smpl) * 3;
    return [positions[at], positions[at + 1], positions[at + 2]];
  };
  const [leftHip, rightHip] = hips.map(point);
  const [leftShoulder, rightShoulder] = shoulders.map(point);
  const low = mix(leftHip, rightHip, 0.5);
  const high = mix(leftShoulder, rightShoulder, 0.5);
  const up = minus(high, low);
  const from = minus(point(joint), low);
  const along = dot(from, up) / dot(up, up);
  if (!(along >= hull.from && along <= hull.to)) return false;
  const halfShoulders = length(minus(leftShoulder, rightShoulder)) / 2;
  const across = unitAcross(
    mix(unit(minus(leftHip, rightHip)), unit(minus(leftShoulder, rightShoulder)), along),
    unit(up),
  );
  const off = minus(
    from,
    up.map((value) => value * along),
  );
  const sideways = dot(off, across);
  const aheadSq = Math.max(0, dot(off, off) - sideways * sideways);
  return (sideways / hull.widthPart) ** 2 + aheadSq / hull.depthPart ** 2 < halfShoulders * halfShoulders;
}

type Triple = readonly number[];

function minus(a: Triple, b: Triple): Triple {
  return a.map((value, k) => value - b[k]);
}

function mix(a: Triple, b: Triple, amount: number): Triple {
  return a.map((value, k) => value + (b[k] - value) * amount);
}

function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function length(a: Triple): number {
  return Math.sqrt(dot(a, a));
}

function unit(a: Triple): Triple {
  const size = length(a) || 1;
  return a.map((value) => value / size);
}

/** The part of a direction that lies across a unit axis, as a unit. */
function unitAcross(direction: Triple, axis: Triple): Triple {
  const along = dot(direction, axis);
  return unit(direction.map((value, k) => value - along * axis[k]));
}
