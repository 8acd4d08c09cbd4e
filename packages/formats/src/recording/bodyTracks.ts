import { aboutSkeleton, type Pose, poseTrackSpec, type Skeleton, valuesOfPose } from '@leib/core';
import type { RecordingWriter } from '../mcap/writeRecording.js';

/** Whose pose is recorded: an actor of a stage. */
interface RecordedBody {
  readonly id: string;
  readonly skeleton: Skeleton;
  readonly pose: Pose;
}

/** Writes the pose of an actor into a track of its name; joints that are others begin a track of their own. */
export function createBodyTracks(writer: RecordingWriter, hz: number) {
  const tracks = new Map<string, { readonly writer: ReturnType<RecordingWriter['track']>; skeleton: Skeleton }>();
  let count = 0;
  return ({ id, skeleton, pose }: RecordedBody, seconds: number, called = id) => {
    let track = tracks.get(id);
    if (track === undefined || track.skeleton.jointCount !== skeleton.jointCount) {
      const name = track === undefined ? called : `${called} ${++count + 1}`;
      // Names may be those of several; ids are not.
      const spec = { ...poseTrackSpec(name, skeleton, hz), about: { ...aboutSkeleton(skeleton), actor: id } };
      track = { writer: writer.track(spec), skeleton };
      tracks.set(id, track);
    } else if (track.skeleton !== skeleton) {
      track.writer.describe({ ...aboutSkeleton(skeleton), actor: id });
      track.skeleton = skeleton;
    }
    track.writer.append(seconds, valuesOfPose(pose));
  };
}
