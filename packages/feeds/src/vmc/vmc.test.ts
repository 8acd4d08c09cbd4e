import {
  buildSkeleton,
  createPose,
  createQuat,
  humanoidBones,
  jointOfBone,
  type Pose,
  quat,
  updateWorldPose,
} from '@leib/core';
import { angleBetween, randomQuat, seededRandom, seeds } from '@leib/core/testing';
import { createFeedPacket, quality } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { createOscMessage, type OscArgument, readOscPacket } from '../osc/oscReader.js';
import { createOscWriter, flushOscBundle, writeOscMessage } from '../osc/oscWriter.js';
import { damagedVersions, decodeFresh, isSane, keysOf, noise, sampleOf } from '../protocol/protocol.testing.js';
import { unityBoneName } from '../vrchat/unityEuler.js';
import { createVmcDecoder } from './vmcDecoder.js';
import { createVmcEncoder, encodeVmcFrame, encodeVmcTracker, flushVmcTrackers } from './vmcEncoder.js';

/** A small person: T-pose facing +Z, with a joint between shoulder and arm that is no humanoid bone. */
const skeleton = buildSkeleton([
  { name: 'hips', bone: 'hips', offset: [0, 1, 0] },
  { name: 'spine', bone: 'spine', parent: 'hips', offset: [0, 0.1, 0] },
  { name: 'chest', bone: 'chest', parent: 'spine', offset: [0, 0.15, 0] },
  { name: 'neck', bone: 'neck', parent: 'chest', offset: [0, 0.25, 0] },
  { name: 'head', bone: 'head', parent: 'neck', offset: [0, 0.1, 0.02] },
  { name: 'twist', parent: 'chest', offset: [0.1, 0.2, 0] },
  { name: 'leftUpperArm', bone: 'leftUpperArm', parent: 'twist', offset: [0.08, 0, 0] },
  { name: 'leftLowerArm', bone: 'leftLowerArm', parent: 'leftUpperArm', offset: [0.28, 0, 0] },
  { name: 'leftHand', bone: 'leftHand', parent: 'leftLowerArm', offset: [0.25, 0, 0] },
  { name: 'rightUpperLeg', bone: 'rightUpperLeg', parent: 'hips', offset: [-0.09, -0.05, 0] },
  { name: 'rightLowerLeg', bone: 'rightLowerLeg', parent: 'rightUpperLeg', offset: [0, -0.43, 0] },
  { name: 'rightFoot', bone: 'rightFoot', parent: 'rightLowerLeg', offset: [0, -0.42, 0] },
]);

function datagramsOf(pose: Pose, options = {}): Uint8Array[] {
  const datagrams: Uint8Array[] = [];
  const encoder = createVmcEncoder(skeleton, (bytes) => datagrams.push(bytes.slice()));
  encodeVmcFrame(encoder, pose, 12.5, options);
  return datagrams;
}

function messagesOf(datagrams: readonly Uint8Array[]): [string, ...OscArgument[]][] {
  const messages: [string, ...OscArgument[]][] = [];
  for (const datagram of datagrams) {
    readOscPacket(datagram, createOscMessage(), ({ address, values, argumentCount }) => {
      messages.push([address, ...values.slice(0, argumentCount)]);
    });
  }
  return messages;
}

function bundleOf(...messages: [string, string, ...OscArgument[]][]): Uint8Array {
  let bundle = new Uint8Array(0);
  const writer = createOscWriter((bytes) => {
    bundle = bytes.slice();
  });
  for (const [address, types, ...values] of messages) writeOscMessage(writer, address, types, values);
  flushOscBundle(writer);
  return bundle;
}

function randomPoseOf(seed: number): Pose {
  const random = seededRandom(seed);
  const pose = createPose(skeleton);
  pose.rootPosition.set([random(), 0.8 + 0.3 * random(), random()]);
  for (let i = 0; i < skeleton.jointCount; i++) pose.localRotations.set(randomQuat(random), i * 4);
  updateWorldPose(skeleton, pose);
  return pose;
}

const boneToPoint = {
  head: 'head',
  leftHand: 'leftHand',
  leftLowerArm: 'leftElbow',
  rightFoot: 'rightFoot',
  hips: 'hips',
};

describe('out and in again', () => {
  test.each(seeds(20))('every point is where the joint is, to single precision (seed %i)', (seed) => {
    const pose = randomPoseOf(seed);
    const decoder = createVmcDecoder();
    const packet = createFeedPacket();
    const found = new Map<string, { pose: Float64Array; point: string | null }>();
    for (const datagram of datagramsOf(pose)) {
      expect(decoder.decode(datagram, packet)).toBe(true);
      for (const sample of packet.samples.slice(0, packet.sampleCount)) {
        found.set(sample.key, { pose: sample.pose.slice(), point: sample.suggestedPoint });
      }
    }
    for (const [bone, point] of Object.entries(boneToPoint)) {
      const joint = jointOfBone(skeleton, bone as 'head');
      const sample = found.get(`bone/${bone}`);
      expect(sample?.point).toBe(point);
      for (let k = 0; k < 3; k++) expect(sample?.pose[k]).toBeCloseTo(pose.worldPositions[joint * 3 + k], 5);
      const turn = createQuat(
        ...([...pose.worldRotations.slice(joint * 4, joint * 4 + 4)] as [number, number, number, number]),
      );
      const read = createQuat(...([...(sample?.pose.slice(3) ?? [])] as [number, number, number, number]));
      expect(angleBetween(quat.normalize(read, read), turn)).toBeLessThan(1e-5);
    }
  });

  test('no datagram is larger than one packet on the wire, and all bones, OK and T are in them', () => {
    const datagrams = datagramsOf(randomPoseOf(1), { expressions: { aa: 0.5 } });
    expect(Math.max(...datagrams.map(({ length }) => length))).toBeLessThanOrEqual(1472);
    const messages = messagesOf(datagrams);
    expect(messages.filter(([address]) => address === '/VMC/Ext/Bone/Pos')).toHaveLength(11);
    expect(messages.find(([address]) => address === '/VMC/Ext/OK')).toEqual(['/VMC/Ext/OK', 1, 3, 0, 1]);
    expect(messages.find(([address]) => address === '/VMC/Ext/T')).toEqual(['/VMC/Ext/T', 12.5]);
    const addresses = messages.map(([address]) => address);
    expect(messages).toContainEqual(['/VMC/Ext/Blend/Val', 'aa', 0.5]);
    expect(addresses.indexOf('/VMC/Ext/Blend/Apply')).toBeGreaterThan(addresses.indexOf('/VMC/Ext/Blend/Val'));
  });

  test('our trackers leave as virtual devices and come back as trackers', () => {
    const datagrams: Uint8Array[] = [];
    const encoder = createVmcEncoder(skeleton, (bytes) => datagrams.push(bytes.slice()));
    encodeVmcTracker(encoder, 'LHR-1234', Float64Array.of(1, 2, 3, 0, 0.6, 0, 0.8));
    flushVmcTrackers(encoder);
    expect(messagesOf(datagrams)[0].slice(0, 5)).toEqual(['/VMC/Ext/Tra/Pos', 'LHR-1234', -1, 2, 3]);
    const sample = sampleOf(decodeFresh(createVmcDecoder(), datagrams[0]), 'tracker/LHR-1234');
    [1, 2, 3, 0, 0.6, 0, 0.8].forEach((value, k) => {
      expect(sample.pose[k]).toBeCloseTo(value, 6);
    });
  });
});

describe('Unity', () => {
  test('at rest the left hand is at -X there and at +X here, without a rotation', () => {
    const messages = messagesOf(datagramsOf(createPose(skeleton)));
    const left = messages.find(([, name]) => name === 'LeftLowerArm');
    expect(left?.slice(2).map((value) => Math.round(Number(value) * 1e6) / 1e6 + 0)).toEqual([-0.28, 0, 0, 0, 0, 0, 1]);
  });

  test('a head that is turned to its left has a negative angle about Y there: clockwise seen from above', () => {
    const pose = createPose(skeleton);
    const head = jointOfBone(skeleton, 'head');
    pose.localRotations.set([0, Math.sin(0.25), 0, Math.cos(0.25)], head * 4);
    updateWorldPose(skeleton, pose);
    const message = messagesOf(datagramsOf(pose)).find(([, name]) => name === 'Head');
    expect(Number(message?.[6])).toBeCloseTo(-Math.sin(0.25), 6);
  });

  test('thumbs are counted from another joint there', () => {
    expect(unityBoneName('leftThumbMetacarpal')).toBe('LeftThumbProximal');
    expect(unityBoneName('leftThumbProximal')).toBe('LeftThumbIntermediate');
    expect(unityBoneName('rightThumbDistal')).toBe('RightThumbDistal');
    expect(unityBoneName('upperChest')).toBe('UpperChest');
    expect(new Set(humanoidBones.map(unityBoneName)).size).toBe(55);
  });
});

describe('in', () => {
  const t7: OscArgument[] = [0, 1, 0, 0, 0, 0, 1];
  const bone = (name: string, ...values: OscArgument[]): [string, string, ...OscArgument[]] => [
    '/VMC/Ext/Bone/Pos',
    'sfffffff',
    name,
    ...values,
  ];

  test('the root moves everybody, bones that a sender lacks are left out, an upper chest is the chest', () => {
    const decoder = createVmcDecoder();
    const root: [string, string, ...OscArgument[]] = [
      '/VMC/Ext/Root/Pos',
      'sffffffffff',
      'root',
      -2,
      0,
      0,
      0,
      0,
      0,
      1,
      1,
      1,
      1,
    ];
    const packet = decodeFresh(
      decoder,
      bundleOf(root, bone('Hips', ...t7), bone('Head', ...t7), bone('LastBone', ...t7)),
    );
    expect(keysOf(packet)).toEqual(['bone/hips', 'bone/head']);
    expect([...sampleOf(packet, 'bone/head').pose.slice(0, 3)]).toEqual([2, 2, 0]);
    const chests = decodeFresh(decoder, bundleOf(bone('Chest', ...t7), bone('UpperChest', ...t7)));
    expect(keysOf(chests)).toEqual(['bone/upperChest']);
  });

  test('the status of the sender is the quality', () => {
    const decoder = createVmcDecoder();
    const qualityAfter = (...values: number[]) =>
      sampleOf(
        decodeFresh(decoder, bundleOf(['/VMC/Ext/OK', 'i'.repeat(values.length), ...values], bone('Hips', ...t7))),
        'bone/hips',
      ).quality;
    expect(qualityAfter(1)).toBe(quality.tracked);
    expect(qualityAfter(0)).toBe(quality.lost);
    expect(qualityAfter(1, 3, 0, 0)).toBe(quality.inferred);
    expect(qualityAfter(1, 3, 0, 1)).toBe(quality.tracked);
  });

  test('raw poses of a device are preferred to those at the avatar’s scale', () => {
    const decoder = createVmcDecoder();
    const device = (local: string, y: number): [string, string, ...OscArgument[]] => [
      `/VMC/Ext/Hmd/Pos${local}`,
      'sfffffff',
      'HMD',
      0,
      y,
      0,
      0,
      0,
      0,
      1,
    ];
    expect(sampleOf(decodeFresh(decoder, bundleOf(device('', 1))), 'hmd/HMD')).toMatchObject({
      kind: 'headset',
      suggestedPoint: 'head',
    });
    expect(sampleOf(decodeFresh(decoder, bundleOf(device('/Local', 2))), 'hmd/HMD').pose[1]).toBe(2);
    expect(keysOf(decodeFresh(decoder, bundleOf(device('', 1))))).toEqual([]);
  });

  test.each([
    ['too few arguments', '/VMC/Ext/Bone/Pos', 'sfff', 'Hips', 1, 2, 3],
    ['a number for a name', '/VMC/Ext/Bone/Pos', 'ifffffff', 1, ...t7],
    ['text for a number', '/VMC/Ext/Bone/Pos', 'ssffffff', 'Hips', 'x', 1, 0, 0, 0, 0, 1],
    ['a quaternion of zeros', '/VMC/Ext/Bone/Pos', 'sfffffff', 'Hips', 0, 0, 0, 0, 0, 0, 0],
    ['an unknown bone', '/VMC/Ext/Bone/Pos', 'sfffffff', 'Tail', ...t7],
    ['an unknown address', '/VMC/Ext/Tea', 'sfffffff', 'Hips', ...t7],
  ] as [string, string, string, ...OscArgument[]][])('%s is ignored', (_what, address, types, ...values) => {
    const packet = decodeFresh(createVmcDecoder(), bundleOf([address, types, ...values]));
    expect(keysOf(packet)).toEqual([]);
  });

  test('damaged packets and noise never throw', () => {
    const decoder = createVmcDecoder();
    const random = seededRandom(7);
    const [whole] = datagramsOf(randomPoseOf(2));
    for (const bytes of [...damagedVersions(whole, random, 1000), ...noise(random, 300, 200)]) {
      const packet = decodeFresh(decoder, bytes);
      if (packet !== null) expect(isSane(packet)).toBe(true);
    }
  });
});
