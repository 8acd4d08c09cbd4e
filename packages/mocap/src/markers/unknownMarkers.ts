import { createQuat, createVec3, quat, vec3 } from '@leib/core';
import { createDofFrame, updateDofFrame } from '../leastSquares/dofModel.js';
import type { BodyMarker } from './assignMarkers.js';
import type { MarkerBody } from './markerBody.js';
import type { TrackedFrame } from './trackFrames.js';
import type { WorldMarkers } from './worldMarkers.js';

/** A marker keeps its place on the bone that carries it to this much, metres (standard deviation, root of the sum of squares). */
const MOST_SPREAD = 0.02;
/** ...and this share of how much it moves in the room; otherwise nothing tells it from one that stands beside the person. */
const MOST_SHARE = 0.3;
/** Farthest from its bone's joint, metres. */
const FARTHEST = 0.45;
/** Frames that it must be seen in. */
const LEAST_FRAMES = 8;

/** Columns without a known label that move with a bone which has markers already; each sits on the bone it keeps its place on best. */
export function findUnknownMarkers(
  world: WorldMarkers,
  labels: readonly string[],
  unknown: readonly number[],
  body: MarkerBody,
  tracked: readonly TrackedFrame[],
): BodyMarker[] {
  const joints = [...new Set(body.joints)];
  const frame = createDofFrame(body.model);
  const places = new Map<string, number[][]>();
  for (const { frame: number, angles } of tracked) {
    updateDofFrame(body.model, angles, frame);
    for (const column of unknown) {
      const at = (number * world.columnCount + column) * 3;
      const point = world.positions.subarray(at, at + 3);
      if (!Number.isFinite(point[0])) continue;
      put(places, `${column}`, Array.from(point));
      for (const joint of joints) put(places, `${column} ${joint}`, localPoint(frame.pose, joint, point));
    }
  }
  return unknown.flatMap((column) => {
    const inRoom = spreadOf(places.get(`${column}`) ?? []);
    const onJoints = joints.map((joint) => ({ joint, ...spreadOf(places.get(`${column} ${joint}`) ?? []) }));
    const best = onJoints.reduce((a, b) => (b.spread < a.spread ? b : a));
    const isCarried =
      inRoom.count >= LEAST_FRAMES &&
      best.spread < Math.min(MOST_SPREAD, MOST_SHARE * inRoom.spread) &&
      Math.hypot(...best.mean) < FARTHEST;
    if (!isCarried) return [];
    const { joint, mean } = best;
    const expected = [mean[0], mean[1], mean[2]] as const;
    return [
      { label: labels[column], column, joint, expected, spread: MOST_SPREAD, nearJoint: -1, by: 'motion' as const },
    ];
  });
}

function put(places: Map<string, number[][]>, key: string, point: number[]): void {
  const list = places.get(key);
  if (list) list.push(point);
  else places.set(key, [point]);
}

function localPoint(
  { worldPositions: p, worldRotations: q }: { worldPositions: Float64Array; worldRotations: Float64Array },
  joint: number,
  point: Float64Array,
): number[] {
  const back = quat.conjugate(createQuat(), q.subarray(joint * 4, joint * 4 + 4) as unknown as quat);
  const from = vec3.subtract(
    createVec3(),
    point as unknown as vec3,
    p.subarray(joint * 3, joint * 3 + 3) as unknown as vec3,
  );
  return Array.from(vec3.transformQuat(from, from, back));
}

function spreadOf(points: readonly number[][]): { mean: number[]; spread: number; count: number } {
  const mean = [0, 1, 2].map((k) => points.reduce((sum, point) => sum + point[k], 0) / Math.max(1, points.length));
  const sum = points.reduce((all, point) => all + point.reduce((s, value, k) => s + (value - mean[k]) ** 2, 0), 0);
  return {
    mean,
    spread: points.length === 0 ? Number.POSITIVE_INFINITY : Math.sqrt(sum / points.length),
    count: points.length,
  };
}
