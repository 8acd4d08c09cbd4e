import type { BoneJoints } from '@leib/core';
import { vec3 } from '@leib/core';
import { axisVector, nearestUpAxis, type UpAxis, upAxes } from '../upAxis.js';
import { bodyLength, median, quantile, standingDirection, trunkDirection } from './bodyAxes.js';
import { type BvhSamples, samplePositions } from './bvhSamples.js';

/** Which axis of a file is up, and what says so. */
export interface AssumedUp {
  readonly axis: UpAxis;
  /** "frames": the body stands that way; "floor": it lies on it; "rest": the rest pose stands that way; "convention": nothing said anything. */
  readonly from: 'given' | 'frames' | 'floor' | 'rest' | 'convention';
  /** False where another axis is nearly as likely. */
  readonly isSure: boolean;
}

export interface UpEvidence {
  readonly samples: BvhSamples;
  readonly parents: ArrayLike<number>;
  readonly bones: BoneJoints;
  /** Rest positions of the OFFSETs where they are a person at rest, file axes; else null. */
  readonly restPositions: ArrayLike<number> | null;
}

/** Trunk and legs together, each 1 where it points up in most frames: this much says that the body stands. */
const standsFrom = 1.4;
const standsClearlyFrom = 1.75;
/** A floor is at zero within this part of the body's length. */
const floorWithin = 0.12;
/** Whoever lies is flatter than this part of the body's length. */
const flatWithin = 0.45;

/**
 * Finds up from the way the body points in most frames: hips to head and feet to hips, medians, so that cartwheels and falls do not
 * count. A body that never stands (it lies, it crawls) says nothing about up: then the rest pose does, or the floor that it lies on.
 */
export function findUp(evidence: UpEvidence): AssumedUp {
  const { samples, bones, restPositions } = evidence;
  const restUp = restPositions ? trunkDirection(restPositions, bones) : null;
  const rest = restUp && vec3.length(restUp) > 0 ? nearestUpAxis(restUp) : null;
  const posed = standingScores(samples, bones);
  if (posed === null) return { axis: rest ?? 'y', from: rest ? 'rest' : 'convention', isSure: false };
  const [best, second] = [...posed].sort((a, b) => b.score - a.score);
  if (best.axis === rest) return { axis: rest, from: 'frames', isSure: true };
  const hasFloor = floorAt(evidence, best.axis).isNearZero;
  if (rest) {
    // The rest pose is a body that stands along another axis: the frames count where the body stands clearly, and on a floor of their own.
    const restFloor = floorAt(evidence, rest);
    const isOnFloor = hasFloor && (best.score >= standsClearlyFrom || !restFloor.isNearZero);
    const isInPlace = best.score >= standsClearlyFrom && staysInPlace(evidence);
    const stands = best.score >= standsFrom && (isOnFloor || isInPlace);
    return stands ? { axis: best.axis, from: 'frames', isSure: isOnFloor } : { axis: rest, from: 'rest', isSure: true };
  }
  const lying = (['y', 'z'] as const).find((axis) => {
    const floor = floorAt(evidence, axis);
    return axis !== best.axis && floor.isNearZero && floor.isFlat;
  });
  if (lying && !hasFloor) return { axis: lying, from: 'floor', isSure: false };
  return { axis: best.axis, from: 'frames', isSure: best.score >= standsFrom && best.score - second.score > 0.5 };
}

/** Whether the root hardly moves: the file has no travel in it, and its floor is not at zero. */
function staysInPlace({ samples, parents, bones }: UpEvidence): boolean {
  if (samples.count < 2) return false;
  const start = samplePositions(samples, 0);
  const length = bodyLength(start, parents, bones);
  for (let i = 1; i < samples.count; i++) {
    const at = samplePositions(samples, i);
    if (Math.hypot(at[0] - start[0], at[1] - start[1], at[2] - start[2]) > 0.01 * length) return false;
  }
  return true;
}

interface AxisScore {
  readonly axis: UpAxis;
  /** -2 to 2: how much trunk and legs point that way in the median. */
  readonly score: number;
}

function standingScores(samples: BvhSamples, bones: BoneJoints): AxisScore[] | null {
  const frames = Array.from({ length: samples.count }, (_, i) => samplePositions(samples, i));
  const trunks = frames.map((positions) => trunkDirection(positions, bones)).filter((v) => vec3.length(v) > 0);
  const legs = frames.map((positions) => standingDirection(positions, bones)).filter((v) => vec3.length(v) > 0);
  if (trunks.length === 0 && legs.length === 0) return null;
  return upAxes.map((axis) => {
    const up = axisVector(axis);
    const part = (directions: typeof trunks) =>
      directions.length === 0 ? null : median(directions.map((direction) => vec3.dot(direction, up)));
    const [trunk, leg] = [part(trunks), part(legs)];
    return { axis, score: (trunk ?? leg ?? 0) + (leg ?? trunk ?? 0) };
  });
}

interface Floor {
  /** The lowest joints are near zero, as where a file measures from the floor. */
  readonly isNearZero: boolean;
  /** The body hardly rises above it. */
  readonly isFlat: boolean;
}

function floorAt({ samples, parents, bones }: UpEvidence, axis: UpAxis): Floor {
  const k = 'xyz'.indexOf(axis.slice(-1));
  const sign = axis.startsWith('-') ? -1 : 1;
  const length = bodyLength(samplePositions(samples, 0), parents, bones);
  const lows: number[] = [];
  const extents: number[] = [];
  for (let i = 0; i < samples.count; i++) {
    const positions = samplePositions(samples, i);
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let at = k; at < positions.length; at += 3) {
      low = Math.min(low, sign * positions[at]);
      high = Math.max(high, sign * positions[at]);
    }
    lows.push(low);
    extents.push(high - low);
  }
  return {
    isNearZero: Math.abs(quantile(lows, 0.1)) < floorWithin * length,
    isFlat: median(extents) < flatWithin * length,
  };
}
