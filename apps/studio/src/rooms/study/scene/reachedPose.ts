import {
  copyPose,
  createPose,
  humanoidBones,
  isRecord,
  jointOfBone,
  type Pose,
  type Skeleton,
  updateWorldPose,
} from '@leib/core';
import type { JsonObject } from '@leib/stage';

/** Steps of a part of a rotation on the wire. */
const STEPS = 32767;

/** The pose that a participant sees of their body, for operators: rotations of all bones, and how far its hips are from the tracked ones. */
export function packReached(skeleton: Skeleton, reached: Pose, tracked: Pose): JsonObject {
  const turns = new Int16Array(humanoidBones.length * 4);
  for (const [at, bone] of humanoidBones.entries()) {
    const joint = jointOfBone(skeleton, bone);
    for (let k = 0; k < 4; k++)
      turns[at * 4 + k] = joint < 0 ? (k === 3 ? STEPS : 0) : Math.round(STEPS * reached.localRotations[joint * 4 + k]);
  }
  const moved = [0, 1, 2].map((k) => Math.round(1e4 * (reached.rootPosition[k] - tracked.rootPosition[k])) / 1e4);
  return { turns: btoa(String.fromCharCode(...new Uint8Array(turns.buffer))), moved };
}

/** The same on another body: its own lengths, at the place of its tracked pose. False where the message is none. */
export function unpackReached(message: unknown, skeleton: Skeleton, tracked: Pose, out: Pose): boolean {
  if (!isRecord(message) || typeof message.turns !== 'string' || !Array.isArray(message.moved)) return false;
  const bytes = Uint8Array.from(atob(message.turns), (letter) => letter.charCodeAt(0));
  if (bytes.length !== humanoidBones.length * 8) return false;
  const turns = new Int16Array(bytes.buffer);
  copyPose(out, tracked);
  for (const [at, bone] of humanoidBones.entries()) {
    const joint = jointOfBone(skeleton, bone);
    const turn = turns.subarray(at * 4, at * 4 + 4);
    const length = Math.hypot(...turn);
    if (joint < 0 || length === 0) continue;
    for (let k = 0; k < 4; k++) out.localRotations[joint * 4 + k] = turn[k] / length;
  }
  for (let k = 0; k < 3; k++) out.rootPosition[k] += Number(message.moved[k]) || 0;
  updateWorldPose(skeleton, out);
  return true;
}

/** Poses that stations say, on the bodies that this page draws of them. */
export class ReachedPoses {
  readonly #poses = new Map<string, { readonly skeleton: Skeleton; readonly pose: Pose }>();

  /** Null where a station says none: then the tracked one is what its participant sees. */
  of(
    id: string,
    message: unknown,
    { skeleton, pose }: { readonly skeleton: Skeleton; readonly pose: Pose },
  ): Pose | null {
    const known = this.#poses.get(id);
    const mine = known?.skeleton === skeleton ? known : { skeleton, pose: createPose(skeleton) };
    this.#poses.set(id, mine);
    return unpackReached(message, skeleton, pose, mine.pose) ? mine.pose : null;
  }
}
