import { Vector3 } from 'three';
import type { StageBody } from './stageBody.js';

/** What the camera looks at, the world's metres. */
export interface Subject {
  readonly centre: Vector3;
  /** Half of its sizes. */
  readonly half: Vector3;
}

/** Flesh around the joints, share of the body's height. */
const FLESH = 0.06;

/** The space that a body takes up in its pose, from its joints: quick enough for every frame. */
export function boundsOfBody({ avatar, pose, headJoint }: StageBody, scale: number): Subject {
  const { statureMetres } = avatar.report;
  const { worldPositions: at } = pose;
  const low = new Vector3(Infinity, Infinity, Infinity);
  const high = new Vector3(-Infinity, -Infinity, -Infinity);
  for (let i = 0; i < at.length; i += 3) {
    low.set(Math.min(low.x, at[i]), Math.min(low.y, at[i + 1]), Math.min(low.z, at[i + 2]));
    high.set(Math.max(high.x, at[i]), Math.max(high.y, at[i + 1]), Math.max(high.z, at[i + 2]));
  }
  const flesh = FLESH * statureMetres;
  const skull = statureMetres - avatar.ownSkeleton.restWorldPositions[headJoint * 3 + 1];
  low.x -= flesh;
  low.z -= flesh;
  low.y -= flesh / 2;
  high.x += flesh;
  high.z += flesh;
  high.y = Math.max(high.y + flesh / 2, at[headJoint * 3 + 1] + skull);
  return {
    centre: low
      .clone()
      .add(high)
      .multiplyScalar(scale / 2),
    half: high.sub(low).multiplyScalar(scale / 2),
  };
}
