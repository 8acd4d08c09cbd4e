import { createQuat, createVec3, fromRotationVector, type Pose, type Skeleton, type Vec3, vec3 } from '@leib/core';
import type { ControlModel, FingerTurn, HandControl } from './handControl.js';
import { type SpreadTurn, updateSpreadShares } from './spreadTurns.js';
import type { ControlState } from './stepHandControl.js';

/** A finger of a virtual hand as a line, for drawing. */
export interface FingerCurve {
  /** Number of the hand in the file, and of its finger, thumb first. */
  readonly hand: number;
  readonly finger: number;
  /** From the rotation point to where the finger touches its part or holds its effector, world. FINGER_POINTS x 3. */
  readonly points: Float64Array;
}

export const FINGER_POINTS = 12;

/** What fingerCurves() reads of a puppet. */
interface PlayedHands {
  readonly pose: Pose;
  readonly hands: ControlState;
}

/**
 * The virtual hands: one line per connection that leaves the wrist as the straight finger would and ends where the
 * finger has taken its part (a parabola: Bezier's curve with one handle).
 */
export function fingerCurves(
  { skeleton, hands: model }: { readonly skeleton: Skeleton; readonly hands: ControlModel },
  state: PlayedHands,
): FingerCurve[] {
  return model.hands.flatMap((control, hand) => [
    ...control.turns.map((turn) => {
      const touchWorld = touchPoint(model, skeleton, state, turn);
      return { hand, finger: turn.finger, points: bow(control, state.pose, turn.point, touchWorld) };
    }),
    ...control.drags.map(({ finger, effector }) => {
      const rest = control.effectors.find((target) => target.effector === effector)?.rest ?? control.hand.rotationPoint;
      const drag = state.hands.drags.find((goal) => goal.effector === effector && goal.isActive);
      const heldWorld = drag ? drag.positionWorld : toWorld(state.pose, rest);
      return { hand, finger, points: bow(control, state.pose, rest, heldWorld) };
    }),
  ]);
}

/** Where the finger touches its part now, world. */
function touchPoint(model: ControlModel, skeleton: Skeleton, { pose, hands }: PlayedHands, turn: FingerTurn): Vec3 {
  const point = createVec3(...turn.point);
  if (turn.spreadIndex >= 0) turnWithinPart(model.spreadTurns, turn.part, hands.spread.vectors, point);
  const joint = turn.part + 1;
  for (let k = 0; k < 3; k++) point[k] -= skeleton.restWorldPositions[joint * 3 + k];
  vec3.transformQuat(point, point, pose.worldRotations.subarray(joint * 4, joint * 4 + 4));
  return vec3.add(point, point, pose.worldPositions.subarray(joint * 3, joint * 3 + 3));
}

/** What the fingers of a part add at one of its places to the turn of the whole part. */
function turnWithinPart(turns: readonly SpreadTurn[], part: number, vectors: Float64Array, point: Vec3): void {
  const shares = new Float64Array(turns.length);
  updateSpreadShares(turns, part, point, 0, shares);
  const vector = createVec3();
  turns.forEach(({ part: turned, meanShare }, i) => {
    if (turned !== part) return;
    for (let k = 0; k < 3; k++) vector[k] += vectors[i * 3 + k] * (shares[i] - meanShare);
  });
  const centre = turns.find((turn) => turn.part === part)?.centre ?? point;
  const arm = createVec3(point[0] - centre[0], point[1] - centre[1], point[2] - centre[2]);
  vec3.transformQuat(arm, arm, fromRotationVector(createQuat(), vector));
  for (let k = 0; k < 3; k++) point[k] = centre[k] + arm[k];
}

function bow(
  { hand }: HandControl,
  pose: Pose,
  straight: ArrayLike<number>,
  endWorld: ArrayLike<number>,
): Float64Array {
  const wrist = toWorld(pose, hand.rotationPoint);
  const handle = vec3.lerp(createVec3(), wrist, toWorld(pose, straight), 0.5);
  const points = new Float64Array(FINGER_POINTS * 3);
  for (let i = 0; i < FINGER_POINTS; i++) {
    const t = i / (FINGER_POINTS - 1);
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
    for (let k = 0; k < 3; k++) points[i * 3 + k] = a * wrist[k] + b * handle[k] + c * endWorld[k];
  }
  return points;
}

/** A point of the model, carried by the whole puppet. */
function toWorld(pose: Pose, point: ArrayLike<number>): Vec3 {
  const world = createVec3(point[0], point[1], point[2]);
  vec3.transformQuat(world, world, pose.worldRotations.subarray(0, 4));
  return vec3.add(world, world, pose.worldPositions.subarray(0, 3));
}
