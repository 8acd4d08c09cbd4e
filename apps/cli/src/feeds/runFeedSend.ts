import { createSocket } from 'node:dgram';
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
import { type CommandRun, UsageError } from '../command.js';
import type { feedSendOptions } from '../commands/feed.js';
import { readInput } from '../files.js';
import { readPositiveOption, readRateOption } from '../options.js';
import { type SendableProtocol, sendableProtocols } from '../words.js';
import { readEndpoint } from './readFeedOptions.js';

export const runFeedSend: CommandRun<typeof feedSendOptions> = async ([protocol], options, output) => {
  if (options.file === undefined && !isSendable(protocol)) {
    throw new UsageError(
      '<protocol>',
      `expected ${sendableProtocols.join(', ')}, got "${protocol}"; send others with --file`,
    );
  }
  if (options.to === undefined)
    throw new UsageError('--to', 'expected a value, got nothing; give a port or ADDRESS:PORT');
  const { address, port } = readEndpoint('to', options.to);
  const hz = readRateOption('hz', options.hz) ?? 60;
  const seconds = readPositiveOption('seconds', options.seconds) ?? 10;
  const trackerCount = Math.round(readPositiveOption('trackers', options.trackers) ?? 10);
  const packet = options.file === undefined ? null : await readInput(options.file);

  const socket = createSocket('udp4');
  let packets = 0;
  let bytes = 0;
  const send = (datagram: Uint8Array) => {
    packets++;
    bytes += datagram.length;
    // Copy: the socket sends later, and encoders reuse their buffers.
    socket.send(datagram.slice(), port, address, () => {});
  };
  const sendFrame =
    packet === null ? createFeedSender(protocol as SendableProtocol, trackerCount, send) : () => send(packet);
  const frames = Math.max(1, Math.round(hz * seconds));
  await paced(hz, frames, sendFrame, (sent) => output.progress(`${sent} of ${frames} frames`));
  await new Promise<void>((resolve) => socket.close(resolve));
  const summary = { protocol, to: `${address}:${port}`, frames, packets, bytes, hz };
  output.print(
    options.json
      ? JSON.stringify(summary)
      : `${frames} frames in ${packets} packets, ${bytes} bytes, sent to ${summary.to}`,
  );
};

function isSendable(name: string): name is SendableProtocol {
  return (sendableProtocols as readonly string[]).includes(name);
}

/** Sends the frames that are due at each timer tick, so that late timers do not lower the rate. */
function paced(
  hz: number,
  frames: number,
  sendFrame: (frameNumber: number, timeSeconds: number) => void,
  onProgress: (sent: number) => void,
): Promise<void> {
  const startMs = performance.now();
  let sent = 0;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(frames, Math.floor(((performance.now() - startMs) / 1000) * hz) + 1);
      while (sent < due) {
        sendFrame(sent, sent / hz);
        sent++;
      }
      onProgress(sent);
      if (sent < frames) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
}

/** Sends the datagrams of one frame. */
type FeedSender = (frameNumber: number, timeSeconds: number) => void;

function createFeedSender(
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

/** World pose of a test tracker at a time: it sways and turns a little, at the height of one of five body parts. */
function movingTracker(index: number, timeSeconds: number): number[] {
  const phase = 2 * Math.PI * (0.3 * timeSeconds + index / 10);
  const half = (0.5 * Math.sin(phase)) / 2;
  const height = 0.15 + (index % 5) * 0.35;
  return [
    (index % 2 === 0 ? 0.2 : -0.2) + 0.05 * Math.sin(phase),
    height + 0.02 * Math.cos(phase),
    0.05 * Math.cos(0.7 * phase),
    0,
    Math.sin(half),
    0,
    Math.cos(half),
  ];
}
