import { buildSkeleton, createPose, type Pose, type Skeleton, updateWorldPose } from '@leib/core';
import {
  createVmcEncoder,
  createVrChatEncoder,
  encodeDTrackFrame,
  encodeVmcFrame,
  encodeVmcTracker,
  encodeVrChatFrame,
  type FeedProtocol,
  flushVmcTrackers,
} from '@leib/feeds';
import { createJointFrame, POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import type { MutationKind } from '../../../../packages/core/dist/check/testing.js';
import { natNetFrame, natNetModelDef, natNetServerInfo } from '../../../../packages/feeds/dist/natnet/testing.js';

/** A feed with an honest sender, and packets that a stranger forges for it. */
export interface FeedUnderAttack {
  readonly protocol: FeedProtocol;
  /** How its packets are damaged. */
  readonly kind: MutationKind;
  /** All packets of a frame of the honest sender. */
  honest(frame: number): readonly Uint8Array[];
  /** Whole packets with other content: other places, versions, bones, a list of devices that is too long. */
  readonly forged: readonly Uint8Array[];
}

const sway = (frame: number) => 0.2 + 0.1 * Math.sin(frame / 20);
const FAR = 40;
const utf8 = (value: string) => new TextEncoder().encode(value);

export const feedsUnderAttack: readonly FeedUnderAttack[] = [
  dtrackFeed(),
  vmcFeed(),
  vrChatFeed(),
  natNetFeed(),
  jsonFeed(),
];

function dtrackFeed(): FeedUnderAttack {
  const packet = (frameNumber: number, x: number, ids = [0, 3]) => {
    const bodies = ids.map((id) => ({ id, pose: [x, 1, id / 10, 0, 0, 0, 1] }));
    return encodeDTrackFrame({ frameNumber, epochSeconds: frameNumber / 60, latencySeconds: 0.004, bodies });
  };
  return {
    protocol: 'dtrack',
    kind: 'text',
    honest: (frame) => [packet(frame, sway(frame))],
    forged: [
      packet(1e9, FAR),
      packet(0, FAR, []),
      packet(
        7,
        FAR,
        Array.from({ length: 600 }, (_, i) => i * 7),
      ),
      utf8('fr 5\r\n6d 1 [0 1.0][nan nan nan 0 0 0][nan 0 0 0 1 0 0 0 1]\r\n'),
    ],
  };
}

function vmcFeed(): FeedUnderAttack {
  const person = (trunk: readonly (readonly ['spine' | 'chest' | 'upperChest' | 'head', number])[]): Skeleton =>
    buildSkeleton([
      { name: 'hips', bone: 'hips', offset: [0, 1, 0] },
      ...trunk.map(([bone, y], i) => ({
        name: bone,
        bone,
        parent: i === 0 ? 'hips' : trunk[i - 1][0],
        offset: [0, y, 0] as const,
      })),
    ]);
  const packets = (skeleton: Skeleton, pose: Pose, seconds: number, isTracked = true) => {
    const sent: Uint8Array[] = [];
    const encoder = createVmcEncoder(skeleton, (bytes) => sent.push(bytes.slice()));
    encodeVmcTracker(encoder, 'waist', Float64Array.of(0.1, 1, seconds % 1, 0, 0, 0, 1));
    flushVmcTrackers(encoder);
    encodeVmcFrame(encoder, pose, seconds, { isTracked });
    return sent;
  };
  const honestPerson = person([
    ['spine', 0.1],
    ['chest', 0.2],
    ['head', 0.3],
  ]);
  const other = person([
    ['spine', 0.1],
    ['chest', 0.2],
    ['upperChest', FAR],
    ['head', 0.3],
  ]);
  const poseAt = (skeleton: Skeleton, x: number) => {
    const pose = createPose(skeleton);
    pose.rootPosition.set([x, 1, 0]);
    updateWorldPose(skeleton, pose);
    return pose;
  };
  return {
    protocol: 'vmc',
    kind: 'bytes',
    honest: (frame) => packets(honestPerson, poseAt(honestPerson, sway(frame)), frame / 60),
    forged: [
      ...packets(other, poseAt(other, FAR), 1),
      ...packets(other, poseAt(other, 0), 2, false),
      ...packets(honestPerson, poseAt(honestPerson, FAR), 3),
    ],
  };
}

function vrChatFeed(): FeedUnderAttack {
  const packets = (x: number) => {
    const sent: Uint8Array[] = [];
    const joints = createJointFrame();
    for (const point of ['hips', 'leftFoot', 'rightFoot'] as const) {
      joints.quality[pointNumber[point]] = quality.tracked;
      joints.jointPoses.set([x, 1, 0, 0, 0, 0, 1], pointNumber[point] * POSE_SIZE);
    }
    encodeVrChatFrame(
      createVrChatEncoder((bytes) => sent.push(bytes.slice())),
      joints,
    );
    return sent;
  };
  return { protocol: 'vrchat', kind: 'bytes', honest: (frame) => packets(sway(frame)), forged: packets(FAR) };
}

function natNetFeed(): FeedUnderAttack {
  const frame = (version: number, frameNumber: number, x: number) =>
    natNetFrame({ version, frameNumber, bodies: [{ id: 7, pose: [x, 1, 0, 0, 0, 0, 1] }], isCrowded: true });
  return {
    protocol: 'natnet',
    kind: 'bytes',
    honest: (number) => [frame(401, number, sway(number))],
    forged: [
      ...[200, 206, 300, 499].map((version) => natNetServerInfo(Math.floor(version / 100), version % 100, 1)),
      ...[200, 211, 402].map((version) => frame(version, 1e9, FAR)),
      natNetModelDef(
        300,
        Array.from({ length: 200 }, (_, i) => [i, `forged ${i}`]),
      ),
    ],
  };
}

function jsonFeed(): FeedUnderAttack {
  const packet = (value: object) => utf8(JSON.stringify({ format: 'leib-feed/1', ...value }));
  const device = (id: string, x: number) => ({ id, point: 'hips', pose: [x, 1, 0, 0, 0, 0, 1] });
  const crowd = (prefix: string) => Array.from({ length: 512 }, (_, i) => device(`${prefix}${i}`, FAR));
  return {
    protocol: 'json',
    kind: 'json',
    honest: (n) => [packet({ n, complete: true, devices: [device('waist', sway(n))] })],
    forged: [
      packet({ n: 2 ** 53 - 1, complete: true, devices: [] }),
      packet({ n: 3, devices: [device('waist', FAR), device('__proto__', FAR)] }),
      packet({ complete: true, devices: crowd('a') }),
      packet({ devices: crowd('b') }),
    ],
  };
}
