import { randomQuat, seededRandom } from '@leib/core/testing';
import { createFeedPacket, quality } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { damagedVersions, decodeFresh, isSane, keysOf, noise, sampleOf } from '../protocol/protocol.testing.js';
import { createNatNetDecoder } from './natNetDecoder.js';
import { encodeNatNetRequest } from './natNetMessages.js';
import { message, natNetFrame, natNetModelDef, natNetServerInfo } from './testing.js';

const versions = [200, 201, 203, 206, 207, 209, 211, 300, 301, 400, 401, 402];
const random = seededRandom(11);
const bodies = [7, 3, 12].map((id) => ({
  id,
  pose: [random() * 4 - 2, random() * 2, random() * 4 - 2, ...randomQuat(random)],
}));

describe.each(versions)('version %i', (version) => {
  test.each([false, true])('bodies arrive, whether or not the server was asked (other sections: %s)', (isCrowded) => {
    const asked = createNatNetDecoder();
    expect(asked.decode(natNetServerInfo(Math.floor(version / 100), version % 100), createFeedPacket())).toBe(true);
    const unasked = createNatNetDecoder();
    for (const decoder of [asked, unasked]) {
      const packet = decodeFresh(
        decoder,
        natNetFrame({ version, bodies, isCrowded, frameNumber: 77, timestampSeconds: 2.5 }),
      );
      expect(keysOf(packet)).toEqual(['body/7', 'body/3', 'body/12']);
      expect(packet).toMatchObject({ frameNumber: 77, isComplete: true, senderSeconds: 2.5 });
      for (const { id, pose } of bodies) {
        const sample = sampleOf(packet, `body/${id}`);
        expect(sample.quality).toBe(quality.tracked);
        pose.forEach((value, k) => {
          expect(sample.pose[k]).toBeCloseTo(value, 5);
        });
      }
    }
  });

  test('a body that is not seen is lost', () => {
    const lost = { id: 3, pose: [0, 0, 0, 0, 0, 0, 1], isTracked: false };
    const packet = decodeFresh(createNatNetDecoder(), natNetFrame({ version, bodies: [bodies[0], lost] }));
    expect(sampleOf(packet, 'body/3').quality).toBe(quality.lost);
    expect(sampleOf(packet, 'body/7').quality).toBe(quality.tracked);
  });

  test('names come with the descriptions', () => {
    const decoder = createNatNetDecoder();
    decodeFresh(decoder, natNetServerInfo(Math.floor(version / 100), version % 100));
    decodeFresh(
      decoder,
      natNetModelDef(version, [
        [3, 'Left foot'],
        [7, 'Hüfte'],
      ]),
    );
    const packet = decodeFresh(decoder, natNetFrame({ version, bodies }));
    expect(sampleOf(packet, 'body/3').name).toBe('Left foot');
    expect(sampleOf(packet, 'body/7').name).toBe('Hüfte');
    expect(sampleOf(packet, 'body/12').name).toBe('body/12');
  });

  test('cut off and changed messages never throw', () => {
    const decoder = createNatNetDecoder();
    decodeFresh(decoder, natNetServerInfo(Math.floor(version / 100), version % 100));
    const seeded = seededRandom(version);
    const whole = natNetFrame({ version, bodies, isCrowded: true });
    for (const bytes of damagedVersions(whole, seeded, 200)) {
      const packet = decodeFresh(decoder, bytes);
      if (packet !== null) expect(isSane(packet)).toBe(true);
    }
    for (const bytes of damagedVersions(natNetModelDef(version, [[1, 'a']]), seeded, 100)) decodeFresh(decoder, bytes);
  });
});

test('the exposure is as old as the ticks say, when the clock’s rate is known', () => {
  const decoder = createNatNetDecoder();
  const frame = natNetFrame({ version: 301, bodies, midExposureTicks: 5_000_000_000, transmitTicks: 5_000_050_000 });
  expect(decodeFresh(decoder, frame)?.senderLatencySeconds).toBeNaN();
  decodeFresh(decoder, natNetServerInfo(3, 1, 10_000_000));
  expect(decodeFresh(decoder, frame)?.senderLatencySeconds).toBeCloseTo(0.005, 12);
});

test('with Z up a body above the floor is above the floor', () => {
  const packet = decodeFresh(
    createNatNetDecoder({ up: 'z' }),
    natNetFrame({ version: 401, bodies: [{ id: 1, pose: [1, 2, 3, 0, 0, 0, 1] }] }),
  );
  expect([...sampleOf(packet, 'body/1').pose.slice(0, 3)]).toEqual([1, 3, -2]);
});

test('other messages are no damage; noise and impossible versions are', () => {
  const decoder = createNatNetDecoder();
  expect(decodeFresh(decoder, message(8, [65, 0]))?.sampleCount).toBe(0);
  expect(decodeFresh(decoder, natNetServerInfo(9, 9))).toBeNull();
  expect(decodeFresh(decoder, message(7, []))).toBeNull();
  expect(decodeFresh(decoder, Uint8Array.from([7, 0, 255, 255]))).toBeNull();
  const seeded = seededRandom(12);
  for (const bytes of noise(seeded, 2000, 300)) decodeFresh(decoder, bytes);
});

test('requests are as Motive expects them', () => {
  expect([...encodeNatNetRequest('connect')]).toEqual([0, 0, 5, 0, 80, 105, 110, 103, 0]);
  expect([...encodeNatNetRequest('requestModelDef')]).toEqual([4, 0, 1, 0, 0]);
  expect([...encodeNatNetRequest('keepAlive')]).toEqual([10, 0, 1, 0, 0]);
});
