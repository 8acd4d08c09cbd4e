import { readSmplJoints, type Skeleton, smplToJoint } from '@leib/core';
import { createJointsFrame, createMemorySink, openSessionWriter } from '@leib/formats';
import type { TrackFrame } from '@leib/reembody/measure';
import { readVersion } from '../version.js';

/** Both poses of every frame of a clip that is played to a body, as an MCAP file in the making. */
export interface TrackedPoses {
  append(frame: TrackFrame): void;
  /** Ends the file. @param settings with which the body was simulated */
  finish(settings: unknown): Promise<Uint8Array>;
}

export async function createTrackedPoses(skeleton: Skeleton, hz: number): Promise<TrackedPoses> {
  const sink = createMemorySink();
  const writer = await openSessionWriter(sink, { jointsHz: hz, remoteHz: hz, versions: { leib: readVersion() } });
  const smplJoints = smplToJoint(skeleton);
  const joints = createJointsFrame();
  let lastSeconds = 0;
  return {
    append({ timeSeconds, wished, reached, delaySeconds }) {
      lastSeconds = timeSeconds;
      joints.timeSeconds = timeSeconds;
      readSmplJoints(smplJoints, wished, joints.positions, joints.rotations);
      writer.appendJoints(joints);
      readSmplJoints(smplJoints, reached, joints.positions, joints.rotations);
      writer.appendRemote(joints, delaySeconds);
    },
    async finish(settings) {
      writer.appendSettings(lastSeconds, settings);
      await writer.dispose();
      return sink.bytes();
    },
  };
}
