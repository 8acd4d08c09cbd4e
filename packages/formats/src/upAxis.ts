import { createQuat, createVec3, type Quat, rotationBetween, type Vec3 } from '@leib/core';

/** Axis of a file that points up. */
export const upAxes = ['x', 'y', 'z', '-x', '-y', '-z'] as const;
export type UpAxis = (typeof upAxes)[number];

export function axisVector(axis: UpAxis): Vec3 {
  const vector = createVec3();
  vector['xyz'.indexOf(axis.slice(-1))] = axis.startsWith('-') ? -1 : 1;
  return vector;
}

/** The axis nearest to a direction. */
export function nearestUpAxis(direction: ArrayLike<number>): UpAxis {
  const strongest = [0, 1, 2].reduce((a, b) => (Math.abs(direction[b]) > Math.abs(direction[a]) ? b : a));
  return upAxes[strongest + (direction[strongest] < 0 ? 3 : 0)];
}

/** The shortest turn that takes an axis of a file to +Y. */
export function turnToY(axis: UpAxis): Quat {
  return rotationBetween(createQuat(), axisVector(axis), [0, 1, 0]);
}

/** An axis as people write it: "+Y", "-Z". */
export function axisName(axis: UpAxis): string {
  return axis.startsWith('-') ? axis.toUpperCase() : `+${axis.toUpperCase()}`;
}
