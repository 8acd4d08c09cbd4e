import { defaultSkeleton } from '@leib/body';
import { createPose, jointOfBone, updateWorldPose } from '@leib/core';
import {
  createVmcEncoder,
  createVrChatEncoder,
  encodeDTrackFrame,
  encodeVmcFrame,
  encodeVrChatFrame,
  vrChatTrackers,
} from '@leib/feeds';
import { createJointFrame, POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { movingTracker } from './movingTrackers.js';
import type { SendableProtocol } from './sendableProtocols.js';

/** Sends the datagrams of one frame. */
export type FeedSender = (frameNumber: number, timeSeconds: number) => void;

export function createFeedSender(
  protocol: SendableProtocol,
  trackerCount: number,
  send: (datagram: Uint8Array) => void,
): FeedSender {
  switch (protocol) {
    case 'dtrack':
      return (frameNumber, time) => {
        const bodies = Array.from({ length: trackerCount }, (_, id) => ({ id, pose: zUp(movingTracker(id, time)) }));
        send(encodeDTrackFrame({ frameNumber, epochSeconds: Date.now() / 1000, bodies }));
      };
    case 'json':
      return (n, t) => {
        const devices = Array.from({ length: trackerCount }, (_, i) => ({
          id: `t${i + 1}`,
          pose: movingTracker(i, t),
        }));
        send(new TextEncoder().encode(JSON.stringify({ format: 'leib-feed/1', n, t, complete: true, devices })));
      };
    case 'vrchat':
      return createVrChatSender(trackerCount, send);
    case 'vmc':
      return createVmcSender(send);
  }
}

function createVrChatSender(trackerCount: number, send: (datagram: Uint8Array) => void): FeedSender {
  const encoder = createVrChatEncoder(send);
  const frame = createJointFrame();
  return (_frameNumber, time) => {
    for (let i = 0; i < Math.min(trackerCount, vrChatTrackers.length); i++) {
      const point = pointNumber[vrChatTrackers[i]];
      frame.jointPoses.set(movingTracker(i, time), point * POSE_SIZE);
      frame.quality[point] = quality.tracked;
    }
    encodeVrChatFrame(encoder, frame);
  };
}

/** Sends the default person, waving. */
function createVmcSender(send: (datagram: Uint8Array) => void): FeedSender {
  const encoder = createVmcEncoder(defaultSkeleton, send);
  const pose = createPose(defaultSkeleton);
  const arm = jointOfBone(defaultSkeleton, 'leftUpperArm');
  return (_frameNumber, time) => {
    const half = (-0.6 + 0.6 * Math.sin(2 * time)) / 2;
    pose.localRotations.set([0, 0, Math.sin(half), Math.cos(half)], arm * 4);
    updateWorldPose(defaultSkeleton, pose);
    encodeVmcFrame(encoder, pose, time);
  };
}

/** Converts Y up to Z up, DTrack's default. */
function zUp([px, py, pz, qx, qy, qz, qw]: number[]): number[] {
  return [px, -pz, py, qx, -qz, qy, qw];
}
