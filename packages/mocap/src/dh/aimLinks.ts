import { clamp, type ReadonlyVec3, wrapAngle } from '@leib/core';
import { nearestTurn } from '@leib/core/pack';
import { createDhFrames, type DhFrames, type DhLink, frameAt, updateDhFrame, updateDhFrames } from './dhSkeleton.js';

/** Aiming single links: the angle about z that brings a vector of the body to a direction of the world. */

type Vector = ArrayLike<number>;

/** What of a body is turned by angles: the links, their frames now, and the angles by dof. */
export interface LinkPose {
  readonly links: readonly DhLink[];
  readonly now: DhFrames;
  readonly rest: DhFrames;
  readonly angles: Float64Array;
  /** Most that each angle may change in this frame, radians, by dof; infinite before the first frame. */
  readonly mostChange: Float64Array;
}

/** `angles` are the actor's: they are read as those of the frame before, and written. */
export function createLinkPose(links: readonly DhLink[], angles: Float64Array): LinkPose {
  const rest = createDhFrames(links);
  updateDhFrames(rest, links, [0, 0, 0], new Float64Array(angles.length));
  const mostChange = new Float64Array(angles.length).fill(Number.POSITIVE_INFINITY);
  return { links, now: createDhFrames(links), rest, angles, mostChange };
}

/** Turns a link towards an angle, as far as it may in this frame, and updates its frame. */
export function turnLink({ links, now, angles, mostChange }: LinkPose, link: number, angle: number): void {
  const { dof } = links[link];
  const most = mostChange[dof];
  angles[dof] += clamp(angle - angles[dof], -most, most);
  updateDhFrame(now, links, link, angles[dof]);
}

/** Brings the fixed links between a link and the last one that turns up to date. */
export function updateFixedBefore(pose: LinkPose, link: number): void {
  const { parent } = pose.links[link];
  if (parent < 0 || pose.links[parent].dof >= 0) return;
  updateFixedBefore(pose, parent);
  updateDhFrame(pose.now, pose.links, parent, 0);
}

const along = (frames: Float64Array, at: number, axis: number, v: Vector) =>
  frames[at + axis * 3] * v[0] + frames[at + axis * 3 + 1] * v[1] + frames[at + axis * 3 + 2] * v[2];

/** A link that is to bring a vector of the body to directions of the world. */
export interface LinkAim {
  readonly link: number;
  /** Of the vector at rest in the frame that the link turns in: what the link's angle is counted from. */
  readonly azimuth: number;
}

/** What of a link's aim is the same in every frame. `rest`: frames of all links at rest. */
export function buildLinkAim(links: readonly DhLink[], rest: DhFrames, link: number, atRest: Vector): LinkAim {
  const at = frameAt(rest, links[link].parent);
  return { link, azimuth: Math.atan2(along(rest.frames, at, 1, atRest), along(rest.frames, at, 0, atRest)) };
}

/** Angle of a link that brings its vector to a direction of the world: theta = atan2(y, x). */
export function angleToDirection({ links, now }: LinkPose, { link, azimuth }: LinkAim, world: Vector): number {
  const at = frameAt(now, links[link].parent);
  return Math.atan2(along(now.frames, at, 1, world), along(now.frames, at, 0, world)) - azimuth;
}

/** How far a direction is from a link's axis: sine of the angle between them. */
export function sineToAxis({ links, now }: LinkPose, link: number, world: Vector): number {
  const at = frameAt(now, links[link].parent);
  const x = along(now.frames, at, 0, world);
  const y = along(now.frames, at, 1, world);
  const z = along(now.frames, at, 2, world);
  return Math.sqrt((x * x + y * y) / Math.max(x * x + y * y + z * z, 1e-18));
}

/** Turns one link so that it brings its vector to a direction; by the turn nearest to its former angle. */
export function aimLink(pose: LinkPose, aim: LinkAim, world: Vector): void {
  const { link } = aim;
  updateFixedBefore(pose, link);
  const before = pose.angles[pose.links[link].dof];
  turnLink(pose, link, nearestTurn(angleToDirection(pose, aim, world), before));
}

/**
 * Sine of the angle to the first axis at which the first of two angles follows its goal by half in a frame of 1/60 s: nearer,
 * a little noise would turn it by any amount.
 */
const POLE_SINE = 0.06;

/** Share of the way to its goal that an angle goes in a frame, by the sine of the direction's angle to its axis. */
function shareNearPole(sine: number, dtSeconds: number): number {
  const keeps = (POLE_SINE * POLE_SINE) / (sine * sine + POLE_SINE * POLE_SINE);
  return 1 - keeps ** (dtSeconds * 60);
}

/** Two links that are to bring a vector of the body to directions of the world. */
export interface PairAim {
  /** The two links, whose axes are square to each other. */
  readonly first: number;
  readonly second: number;
  /** Vector of the body at rest, unit. */
  readonly atRest: ReadonlyVec3;
  /** Azimuth of the second axis in the frame that the first link turns in, at rest. */
  readonly axisAzimuth: number;
  /** The vector in that frame: along the second axis, across both, and its angle from the first axis. */
  readonly onAxis: number;
  readonly radius: number;
  readonly start: number;
  readonly secondAim: LinkAim;
}

/** What of a pair's aim is the same in every frame. `rest`: frames of all links at rest. */
export function buildPairAim(
  links: readonly DhLink[],
  rest: DhFrames,
  { first, second, atRest }: Pick<PairAim, 'first' | 'second' | 'atRest'>,
): PairAim {
  const { frames } = rest;
  const at = frameAt(rest, links[first].parent);
  const secondAxis = frames.subarray(frameAt(rest, links[second].parent) + 6);
  const axisAzimuth = Math.atan2(along(frames, at, 1, secondAxis), along(frames, at, 0, secondAxis));
  // The second axis at rest in the frame of the first: z and a vector beside it span the plane in which it turns.
  const cos = Math.cos(axisAzimuth);
  const sin = Math.sin(axisAzimuth);
  const x = along(frames, at, 0, atRest);
  const y = along(frames, at, 1, atRest);
  const z = along(frames, at, 2, atRest);
  const beside = x * sin - y * cos;
  const onAxis = x * cos + y * sin;
  return {
    first,
    second,
    atRest,
    axisAzimuth,
    onAxis,
    radius: Math.sqrt(z * z + beside * beside),
    start: Math.atan2(beside, z),
    secondAim: buildLinkAim(links, rest, second, atRest),
  };
}

/**
 * Angles of two links that bring a vector to a direction (unit). There are two ways, which differ in the side on which they
 * pass the first axis; the one nearer to the former angles is taken, so that a movement over the pole goes on smoothly.
 */
export function aimPair(pose: LinkPose, pair: PairAim, world: Vector, dtSeconds: number): void {
  const { links, now, angles } = pose;
  const { first, second, onAxis, radius, start } = pair;
  updateFixedBefore(pose, first);
  const at = frameAt(now, links[first].parent);
  const worldX = along(now.frames, at, 0, world);
  const worldY = along(now.frames, at, 1, world);
  const opening = Math.acos(Math.min(1, Math.max(-1, along(now.frames, at, 2, world) / Math.max(radius, 1e-9))));
  const goal = Math.atan2(worldY, worldX) - pair.axisAzimuth + Math.PI / 2;
  const before = angles[links[first].dof];
  const beforeSecond = angles[links[second].dof];
  const out = radius * Math.sin(opening);
  const one = nearestTurn(goal - Math.atan2(onAxis, out), before);
  const other = nearestTurn(goal - Math.atan2(onAxis, -out), before);
  const oneAway = Math.abs(one - before) + Math.abs(wrapAngle(opening - start - beforeSecond));
  const otherAway = Math.abs(other - before) + Math.abs(wrapAngle(-opening - start - beforeSecond));
  const wanted = oneAway <= otherAway ? one : other;
  const share = shareNearPole(Math.sqrt(worldX * worldX + worldY * worldY), dtSeconds);
  turnLink(pose, first, before + (wanted - before) * share);
  aimLink(pose, pair.secondAim, world);
}
