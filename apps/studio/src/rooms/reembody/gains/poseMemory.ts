import { createQuat, type Motion, type Pose, quat, type Skeleton } from '@leib/core';

/** Poses that are remembered: twenty seconds at 90 a second. */
const CAPACITY = 1800;
/** Shortest memory that can be used as a clip, seconds. */
const SHORTEST = 1;

/** What a body did last, frame by frame, in a ring. Allocated once. */
export interface PoseMemory {
  readonly skeleton: Skeleton;
  /** Time since the frame before, seconds; root positions and local rotations, CAPACITY of each. */
  readonly steps: Float64Array;
  readonly roots: Float64Array;
  readonly rotations: Float64Array;
  count: number;
  newest: number;
}

export function createPoseMemory(skeleton: Skeleton): PoseMemory {
  return {
    skeleton,
    steps: new Float64Array(CAPACITY),
    roots: new Float64Array(CAPACITY * 3),
    rotations: new Float64Array(CAPACITY * skeleton.jointCount * 4),
    count: 0,
    newest: -1,
  };
}

export function rememberPose(memory: PoseMemory, { rootPosition, localRotations }: Pose, dtSeconds: number): void {
  if (!(dtSeconds > 0)) return;
  memory.newest = (memory.newest + 1) % CAPACITY;
  memory.count = Math.min(CAPACITY, memory.count + 1);
  memory.steps[memory.newest] = dtSeconds;
  memory.roots.set(rootPosition, memory.newest * 3);
  memory.rotations.set(localRotations, memory.newest * localRotations.length);
}

/** The remembered movement at an even rate, frames between the remembered ones; null where it is too short. */
export function motionOfMemory(memory: PoseMemory, name: string, hz: number): Motion | null {
  const { skeleton, steps, roots, rotations, count, newest } = memory;
  const places = Array.from({ length: count }, (_, i) => (newest - count + 1 + i + CAPACITY) % CAPACITY);
  let time = 0;
  const times = places.map((place, i) => {
    time += i === 0 ? 0 : steps[place];
    return time;
  });
  if (time < SHORTEST) return null;
  const frameCount = Math.floor(time * hz) + 1;
  const size = skeleton.jointCount * 4;
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * size);
  const [a, b] = [createQuat(), createQuat()];
  let later = 1;
  for (let frame = 0; frame < frameCount; frame++) {
    while (later < count - 1 && times[later] < frame / hz) later++;
    const [from, to] = [places[later - 1], places[later]];
    const amount = Math.min(1, (frame / hz - times[later - 1]) / (times[later] - times[later - 1]));
    for (let k = 0; k < 3; k++) {
      rootPositions[frame * 3 + k] = roots[from * 3 + k] + (roots[to * 3 + k] - roots[from * 3 + k]) * amount;
    }
    for (let at = 0; at < size; at += 4) {
      for (let k = 0; k < 4; k++) {
        a[k] = rotations[from * size + at + k];
        b[k] = rotations[to * size + at + k];
      }
      quat.slerp(a, a, b, amount);
      localRotations.set(a, frame * size + at);
    }
  }
  return { name, skeleton, hz, frameCount, rootPositions, localRotations };
}
