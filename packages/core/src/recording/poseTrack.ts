import { InputError } from '../check/inputError.js';
import { buildSkeleton, type RawJoint } from '../skeleton/buildSkeleton.js';
import { type HumanoidBone, humanoidBones } from '../skeleton/humanoid.js';
import type { Motion } from '../skeleton/motion.js';
import type { Pose, Skeleton } from '../skeleton/skeleton.js';
import type { MomentValues, TrackSpec } from './recorder.js';
import { createMoment, doublesOf, type Moment, sampleTrack, type Track, trackDuration } from './track.js';

/** A track for the poses of a skeleton, which goes into it whole: fingers, ends of bones, joints between bones. */
export function poseTrackSpec(name: string, skeleton: Skeleton, hz: number): TrackSpec {
  const channels = {
    root: { kind: 'line', count: 3 },
    joints: { kind: 'rotation', count: skeleton.jointCount },
  } as const;
  return { name, kind: 'pose', hz, about: aboutSkeleton(skeleton), channels };
}

/** A skeleton as tracks say it. */
export function aboutSkeleton({ names, parents, restOffsets, jointToBone }: Skeleton): Track['about'] {
  const joints = names.map((name, joint): RawJoint => {
    const bone = humanoidBones[jointToBone[joint]];
    const offset: RawJoint['offset'] = [restOffsets[joint * 3], restOffsets[joint * 3 + 1], restOffsets[joint * 3 + 2]];
    return { name, parent: parents[joint] < 0 ? null : names[parents[joint]], offset, ...(bone && { bone }) };
  });
  return { joints };
}

/** A pose as a moment of such a track. */
export function valuesOfPose({ rootPosition, localRotations }: Pose): MomentValues {
  return { root: rootPosition, joints: localRotations };
}

/** The skeleton of a track of poses. Throws InputError where what is said about it is none. */
export function skeletonOfTrack({ name, about }: Pick<Track, 'name' | 'about'>): Skeleton {
  const { joints } = about;
  if (!Array.isArray(joints)) throw new InputError(`track "${name}", joints`, 'expected a list of joints');
  const raw = joints.map((joint: Partial<RawJoint>, i): RawJoint => {
    const offset = joint?.offset;
    if (typeof joint?.name !== 'string' || !Array.isArray(offset) || offset.length !== 3)
      throw new InputError(`track "${name}", joints[${i}]`, 'expected a name and an offset of three numbers');
    const bone = (joint.bone ?? null) as HumanoidBone | null;
    return { name: joint.name, parent: joint.parent ?? null, offset: [offset[0], offset[1], offset[2]], bone };
  });
  return buildSkeleton(raw);
}

/** A motion as a track from second 0; the numbers are shared, not copied. */
export function trackOfMotion(motion: Motion, name = 'body'): Track {
  const { hz, frameCount, rootPositions, localRotations, skeleton } = motion;
  return {
    ...poseTrackSpec(name, skeleton, hz),
    about: { ...aboutSkeleton(skeleton), title: motion.name },
    momentCount: frameCount,
    times: Float64Array.from({ length: frameCount }, (_, frame) => frame / hz),
    channels: {
      root: { kind: 'line', count: 3, values: rootPositions },
      joints: { kind: 'rotation', count: skeleton.jointCount, values: localRotations },
    },
  };
}

/** Name of the motion that a track was. */
function titleOf({ name, about: { title } }: Track): string {
  return typeof title === 'string' ? title : name;
}

/** A track of poses as a motion, which begins with its first moment. Moments that are not even are sampled so. */
export function motionOfTrack(track: Track, name = titleOf(track), skeleton = skeletonOfTrack(track)): Motion {
  const { hz, momentCount, times } = track;
  const root = doublesOf(track, 'root', 3);
  const joints = doublesOf(track, 'joints', skeleton.jointCount * 4);
  const isEven = times.every((time, i) => Math.abs(time - times[0] - i / hz) < 1e-4);
  if (isEven) return { name, skeleton, hz, frameCount: momentCount, rootPositions: root, localRotations: joints };
  // Times are rounded: half a frame more or less is the same frame.
  const frameCount = Math.floor(trackDuration(track) * hz + 0.5) + 1;
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * skeleton.jointCount * 4);
  const moment: Moment = createMoment(track);
  for (let frame = 0; frame < frameCount; frame++) {
    sampleTrack(track, times[0] + frame / hz, moment);
    rootPositions.set(moment.values.root, frame * 3);
    localRotations.set(moment.values.joints, frame * skeleton.jointCount * 4);
  }
  return { name, skeleton, hz, frameCount, rootPositions, localRotations };
}
