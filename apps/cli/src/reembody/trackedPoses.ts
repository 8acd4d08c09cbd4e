import { poseTrackSpec, readSmplJoints, type Skeleton, smplToJoint, valuesOfPose } from '@leib/core';
import {
  createJointsFrame,
  createMemorySink,
  jointsTrackSpec,
  openRecordingWriter,
  valuesOfJoints,
} from '@leib/formats';
import type { TrackFrame } from '@leib/reembody/measure';
import { readVersion } from '../process.js';

/** Both poses of every frame of a clip that is played to a body, as an MCAP file in the making. */
export interface TrackedPoses {
  append(frame: TrackFrame): void;
  /** Ends the file. @param settings with which the body was simulated */
  finish(settings: unknown): Promise<Uint8Array>;
}

export async function createTrackedPoses(skeleton: Skeleton, hz: number): Promise<TrackedPoses> {
  const sink = createMemorySink();
  const writer = await openRecordingWriter(sink, { versions: { leib: readVersion() } });
  const joints = writer.track(jointsTrackSpec('joints', hz));
  const remote = writer.track(jointsTrackSpec('reached', hz));
  // The whole body, too: fingers and the bones that SMPL's joints do not have.
  const body = writer.track(poseTrackSpec('body', skeleton, hz));
  const smplJoints = smplToJoint(skeleton);
  const frame = createJointsFrame();
  let lastSeconds = 0;
  return {
    append({ timeSeconds, wished, reached, delaySeconds }) {
      lastSeconds = timeSeconds;
      readSmplJoints(smplJoints, wished, frame.positions, frame.rotations);
      joints.append(timeSeconds, valuesOfJoints(frame));
      body.append(timeSeconds, valuesOfPose(wished));
      readSmplJoints(smplJoints, reached, frame.positions, frame.rotations);
      remote.append(timeSeconds, valuesOfJoints(frame, delaySeconds));
    },
    async finish(settings) {
      writer.document(lastSeconds, settings);
      await writer.dispose();
      return sink.bytes();
    },
  };
}
