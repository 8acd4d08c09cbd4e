import { createQuat } from '@leib/core';
import { angleBetween, randomQuat, seededRandom } from '@leib/core/testing';
import { createFeedPacket, createJointFrame, POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import type { OscArgument } from '../osc/oscReader.js';
import { createOscWriter, flushOscBundle, writeOscMessage } from '../osc/oscWriter.js';
import { damagedVersions, decodeFresh, keysOf, noise, sampleOf } from '../protocol/protocol.testing.js';
import { readUnityEuler, writeUnityEuler } from './unityEuler.js';
import { createVrChatDecoder } from './vrChatDecoder.js';
import { createVrChatEncoder, encodeVrChatFrame, vrChatTrackers } from './vrChatEncoder.js';

function bundleOf(...messages: [string, ...OscArgument[]][]): Uint8Array {
  let bundle = new Uint8Array(0);
  const writer = createOscWriter((bytes) => {
    bundle = bytes.slice();
  });
  for (const [address, ...values] of messages) {
    const types = values.map((value) => (typeof value === 'string' ? 's' : 'f')).join('');
    writeOscMessage(writer, `/tracking/trackers/${address}`, types, values);
  }
  flushOscBundle(writer);
  return bundle;
}

describe('Euler angles', () => {
  test('turn about Z, then X, then Y', () => {
    const pose = new Float64Array(POSE_SIZE);
    readUnityEuler(pose, 90, 90, 0);
    // X first: +Y goes to +Z (as numbers; handedness does not enter); then Y: +Z goes to +X.
    const [x, y, z, w] = pose.slice(3);
    const up = [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)];
    [1, 0, 0].forEach((value, k) => {
      expect(up[k]).toBeCloseTo(value, 12);
    });
  });

  test('there and back is the same rotation, straight up and down too', () => {
    const random = seededRandom(8);
    const pose = new Float64Array(POSE_SIZE);
    const angles = new Float64Array(3);
    const again = new Float64Array(POSE_SIZE);
    for (let i = 0; i < 500; i++) {
      if (i % 5 === 0) readUnityEuler(pose, i % 10 === 0 ? 90 : -90, random() * 360 - 180, random() * 360 - 180);
      else pose.set(randomQuat(random), 3);
      writeUnityEuler(angles, pose);
      readUnityEuler(again, angles[0], angles[1], angles[2]);
      const [a, b] = [pose, again].map((p) => createQuat(p[3], p[4], p[5], p[6]));
      expect(angleBetween(a, b)).toBeLessThan(2e-4);
    }
  });
});

describe('out and in again', () => {
  test('every point that is tracked arrives where it was, what is lost is not sent', () => {
    const random = seededRandom(9);
    const frame = createJointFrame();
    for (let point = 0; point < frame.quality.length; point++) {
      frame.jointPoses.set([random(), random(), random(), ...randomQuat(random)], point * POSE_SIZE);
      frame.quality[point] = quality.tracked;
    }
    frame.quality[pointNumber.leftKnee] = quality.lost;
    const datagrams: Uint8Array[] = [];
    encodeVrChatFrame(
      createVrChatEncoder((bytes) => datagrams.push(bytes.slice())),
      frame,
    );
    const packet = decodeFresh(createVrChatDecoder(), datagrams[0]);
    expect(datagrams).toHaveLength(1);
    expect(keysOf(packet)).toEqual(['head', ...[1, 2, 3, 4, 6, 7, 8].map((n) => `tracker/${n}`)]);
    for (const [i, point] of vrChatTrackers.entries()) {
      if (point === 'leftKnee') continue;
      const { pose } = sampleOf(packet, `tracker/${i + 1}`);
      const at = pointNumber[point] * POSE_SIZE;
      for (let k = 0; k < 3; k++) expect(pose[k]).toBeCloseTo(frame.jointPoses[at + k], 5);
      const [a, b] = [pose.slice(3), frame.jointPoses.slice(at + 3, at + 7)].map((q) =>
        createQuat(q[0], q[1], q[2], q[3]),
      );
      expect(angleBetween(a, b)).toBeLessThan(1e-3);
    }
  });
});

describe('in', () => {
  test('place and turn may come in two datagrams; one sample comes of both', () => {
    const decoder = createVrChatDecoder();
    const packet = createFeedPacket();
    for (let i = 0; i < 3; i++) {
      decoder.decode(bundleOf(['3/position', -i, 1, 2]), packet);
      expect(packet.sampleCount).toBe(0);
      decoder.decode(bundleOf(['3/rotation', 0, 90, 0]), packet);
      expect(keysOf(packet)).toEqual(['tracker/3']);
      expect([...packet.samples[0].pose.slice(0, 3)]).toEqual([i, 1, 2]);
      expect(packet.samples[0].pose[4]).toBeCloseTo(-Math.SQRT1_2, 12);
      expect(packet.samples[0].quality).toBe(quality.tracked);
    }
  });

  test('what VRChat says about headset and wrists is read as well', () => {
    const writer = createOscWriter((bytes) => {
      const packet = decodeFresh(createVrChatDecoder(), bytes);
      expect(keysOf(packet)).toEqual(['system/head', 'system/leftwrist']);
      const head = sampleOf(packet, 'system/head');
      expect(head).toMatchObject({ kind: 'headset', suggestedPoint: 'head', quality: quality.tracked });
      // A quarter to the right in Unity is a quarter to the right here: about -Y, as seen from above clockwise.
      [-1, 1.5, 2, 0, -Math.SQRT1_2, 0, Math.SQRT1_2].forEach((value, k) => {
        expect(head.pose[k]).toBeCloseTo(value, 6);
      });
    });
    writeOscMessage(writer, '/tracking/vrsystem/head/pose', 'ffffff', [1, 1.5, 2, 0, 90, 0]);
    writeOscMessage(writer, '/tracking/vrsystem/leftwrist/pose', 'ffffff', [1, 1, 2, 0, 0, 0]);
    writeOscMessage(writer, '/tracking/vrsystem/rightwrist/pose', 'fff', [1, 1, 2]);
    writeOscMessage(writer, '/tracking/vrsystem/tail/pose', 'ffffff', [1, 1, 2, 0, 0, 0]);
    flushOscBundle(writer);
    expect.assertions(9);
  });

  test('a sender that gives places only is heard, and counts as inferred', () => {
    const decoder = createVrChatDecoder();
    expect(keysOf(decodeFresh(decoder, bundleOf(['1/position', 0, 1, 0])))).toEqual([]);
    const sample = sampleOf(decodeFresh(decoder, bundleOf(['1/position', 0, 2, 0])), 'tracker/1');
    expect(sample.pose[1]).toBe(1);
    expect(sample.quality).toBe(quality.inferred);
  });

  test.each([
    ['9/position', 1, 2, 3],
    ['0/position', 1, 2, 3],
    ['11/position', 1, 2, 3],
    ['tail/position', 1, 2, 3],
    ['1/colour', 1, 2, 3],
    ['1/position', 1, 2],
    ['1/position', 'a', 'b', 'c'],
    ['1/position', Number.NaN, 0, 0],
  ] as [string, ...OscArgument[]][])('%s %s is ignored', (...message) => {
    const decoder = createVrChatDecoder();
    const packet = decodeFresh(
      decoder,
      bundleOf(message, message, [message[0].replace('position', 'rotation'), 0, 0, 0]),
    );
    expect(keysOf(packet)).toEqual([]);
  });

  test('damaged packets and noise never throw', () => {
    const decoder = createVrChatDecoder();
    const random = seededRandom(10);
    const whole = bundleOf(['1/position', 1, 2, 3], ['1/rotation', 1, 2, 3]);
    for (const bytes of [...damagedVersions(whole, random, 1000), ...noise(random, 300, 200)])
      decodeFresh(decoder, bytes);
  });
});
