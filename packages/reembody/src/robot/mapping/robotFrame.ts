import type { HumanoidBone } from '@leib/core';
import type { RobotTree } from './robotTree.js';
import { across, cross, dot, meanOf, minus, type Triple, unit } from './triple.js';

/** How a robot stands in its file: unit vectors to its left, up and ahead, as the axes x, y, z of a person who faces +z. */
export interface RobotFrame {
  readonly left: Triple;
  readonly up: Triple;
  readonly ahead: Triple;
}

/** A frame that the file has is taken when what the limbs say is no farther from it, radians. */
const NEAR_ANGLE = 0.55;
/** The world's axes win over the base's unless those are nearer by this, radians. */
const WORLD_BONUS = 0.05;

/**
 * Left, up and ahead of a robot: from where its limbs lie, then the nearest axes of the file's world or of the robot's
 * base, since shoulders lie ahead of hips and feet behind them on many.
 */
export function findRobotFrame(tree: RobotTree, bones: readonly (HumanoidBone | null)[]): RobotFrame {
  const raw = rawFrame(tree, bones);
  const world: readonly [Triple, Triple, Triple] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const candidates = [
    { frame: nearestAxes(raw, world), bonus: WORLD_BONUS },
    { frame: nearestAxes(raw, tree.rootAxes), bonus: 0 },
  ].map(({ frame, bonus }) => ({ frame, angle: angleTo(raw, frame), rank: angleTo(raw, frame) - bonus }));
  candidates.sort((a, b) => a.rank - b.rank);
  return candidates[0].angle < NEAR_ANGLE ? candidates[0].frame : raw;
}

function rawFrame(tree: RobotTree, bones: readonly (HumanoidBone | null)[]): RobotFrame {
  const anchorsOf = (pattern: RegExp) =>
    bones.flatMap((bone, i) => (bone !== null && pattern.test(bone) ? [tree.hinges[i].anchor] : []));
  const middle = (pattern: RegExp) => {
    const points = anchorsOf(pattern);
    return points.length === 0 ? null : meanOf(points);
  };
  const hips = middle(/UpperLeg$/);
  const shoulders = middle(/UpperArm$/) ?? middle(/^(neck|head)$/);
  const feet = middle(/Foot$/) ?? middle(/LowerLeg$/);
  const upright = hips && shoulders ? minus(shoulders, hips) : hips && feet ? minus(hips, feet) : null;
  const up = (upright && unit(upright)) ?? [0, 0, 1];
  const pairs = (['Leg', 'Arm'] as const).flatMap((limb): Triple[] => {
    const left = middle(new RegExp(`^leftUpper${limb}$`));
    const right = middle(new RegExp(`^rightUpper${limb}$`));
    return left && right ? [minus(left, right)] : [];
  });
  const wide = pairs.length > 0 ? unit(meanOf(pairs)) : null;
  const left = (wide && across(wide, up)) ?? across(sideOfOne(tree, bones), up) ?? across([1, 0, 0], up) ?? [0, 1, 0];
  return { left, up, ahead: cross(left, up) };
}

/** A robot with one arm only looks along x, so its left is y. */
function sideOfOne({ rootAxes }: RobotTree, bones: readonly (HumanoidBone | null)[]): Triple {
  return bones.some((bone) => bone !== null) ? [0, 1, 0] : rootAxes[1];
}

/** Of the 24 ways to name the axes of a frame left, up and ahead, the nearest. */
function nearestAxes(raw: RobotFrame, axes: readonly [Triple, Triple, Triple]): RobotFrame {
  const signed = axes.flatMap((axis): Triple[] => [axis, [-axis[0], -axis[1], -axis[2]]]);
  const nearest = (to: Triple, given: readonly Triple[]) => given.reduce((a, b) => (dot(b, to) > dot(a, to) ? b : a));
  const up = nearest(raw.up, signed);
  const left = nearest(
    raw.left,
    signed.filter((axis) => Math.abs(dot(axis, up)) < 0.5),
  );
  return { left, up, ahead: cross(left, up) };
}

/** Angle of the turn from one frame to another. */
function angleTo(a: RobotFrame, b: RobotFrame): number {
  const trace = dot(a.left, b.left) + dot(a.up, b.up) + dot(a.ahead, b.ahead);
  return Math.acos(Math.min(1, Math.max(-1, (trace - 1) / 2)));
}
