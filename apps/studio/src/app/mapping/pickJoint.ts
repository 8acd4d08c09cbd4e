import type { DrawnJoint } from './rigPicture.js';

/** The nearest of these joints within reach of a point, pixels; -1 where none is. */
export function pickJoint(
  joints: readonly DrawnJoint[],
  isShown: (joint: number) => boolean,
  at: { readonly x: number; readonly y: number },
  reach: number,
): number {
  let nearest = -1;
  let best = reach;
  joints.forEach(({ x, y }, joint) => {
    const distance = Math.hypot(x - at.x, y - at.y);
    if (!isShown(joint) || !(distance <= best)) return;
    nearest = joint;
    best = distance;
  });
  return nearest;
}
