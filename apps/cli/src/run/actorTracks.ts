import { aboutSkeleton, type PackedActor, poseTrackSpec, type Skeleton, valuesOfPose } from '@leib/core';
import { FACE_STEP, faceTrackSpec } from '@leib/core/pack';
import type { RecordingWriter } from '@leib/formats';
import type { Actor } from '@leib/stage';

/** Writes the pose of an actor into a track of its name; joints that are others begin a track of their own. */
export function createBodyTracks(writer: RecordingWriter, hz: number) {
  const tracks = new Map<string, { readonly writer: ReturnType<RecordingWriter['track']>; skeleton: Skeleton }>();
  let count = 0;
  return ({ id, skeleton, pose }: Pick<Actor, 'id' | 'skeleton' | 'pose'>, seconds: number, called = id) => {
    let track = tracks.get(id);
    if (track === undefined || track.skeleton.jointCount !== skeleton.jointCount) {
      const name = track === undefined ? called : `${called} ${++count + 1}`;
      track = { writer: writer.track(poseTrackSpec(name, skeleton, hz)), skeleton };
      tracks.set(id, track);
    } else if (track.skeleton !== skeleton) {
      track.writer.describe(aboutSkeleton(skeleton));
      track.skeleton = skeleton;
    }
    track.writer.append(seconds, valuesOfPose(pose));
  };
}

/** Writes the face of an actor, where it has one, into a track of its name. */
export function createFaceTracks(writer: RecordingWriter, hz: number) {
  const tracks = new Map<string, ReturnType<RecordingWriter['track']>>();
  return ({ id, face }: Pick<PackedActor, 'id' | 'face'>, seconds: number, called = id) => {
    if (face === null) return;
    const track = tracks.get(id) ?? writer.track(faceTrackSpec(`${called} face`, hz));
    tracks.set(id, track);
    track.append(seconds, { weights: Float64Array.from(face, (step) => step * FACE_STEP) });
  };
}
