import { seededRandom } from '@leib/core/testing';
import { FakeSocket } from '@leib/net/testing';
import { createDeviceFrame, createFeedPacket, createJointFrame, quality } from '@leib/tracking';
import { axisOf, bareJoints, rotationOf } from '@leib/tracking/testing';
import { describe, expect, test } from 'vitest';
import { damagedVersions, isSane, keysOf, noise, sampleOf } from '../protocol/protocol.testing.js';
import { dataFeedUpdate } from '../testing.js';
import { createFlatBuffer, flatChild, flatField, flatItem, flatLength, flatRoot, flatUint8 } from './flatReader.js';
import {
  createFlatWriter,
  encodeStartDataFeed,
  finishFlat,
  hasFlatIdentifier,
  pointTo,
  writeFlatTable,
  writeFlatVector,
} from './flatWriter.testing.js';
import { readSolarXr, SOLARXR_IDENTIFIER, solarXr } from './readSolarXr.js';
import { createSlimeVrSource, startDataFeedRequest } from './slimeVrSource.js';

const fixture = dataFeedUpdate();

describe('an update of the server', () => {
  const packet = createFeedPacket();
  readSolarXr(fixture, packet);

  test('the headset and the solved waist have places; an IMU has none of its own', () => {
    expect(keysOf(packet)).toEqual(['tracker/1/0', 'computed/4', 'bone/5', 'bone/8', 'bone/9']);
    const head = sampleOf(packet, 'tracker/1/0');
    expect(head).toMatchObject({ name: 'HMD', kind: 'headset', suggestedPoint: 'head', quality: quality.tracked });
    expect([...head.pose]).toEqual([0.5, 1.625, -0.25, 0, 0, 0, 1]);
    expect(sampleOf(packet, 'computed/4')).toMatchObject({ name: 'hip', suggestedPoint: null });
  });

  test('bones are points: the hips at a tail, the knee at a head', () => {
    const hips = sampleOf(packet, 'bone/5');
    expect(hips).toMatchObject({ kind: 'bone', suggestedPoint: 'hips', quality: quality.inferred });
    expect([...hips.pose.slice(0, 3)]).toEqual([0.5, 0.9375, -0.25]);
    const knee = sampleOf(packet, 'bone/8');
    expect(knee).toMatchObject({ suggestedPoint: 'leftKnee', quality: quality.tracked });
    expect([...knee.pose.slice(0, 3)]).toEqual([0.625, 0.5, -0.25]);
    expect(knee.pose[3]).toBeCloseTo(0.6, 6);
  });

  test('a bone whose tracker is switched off is inferred', () => {
    expect(sampleOf(packet, 'bone/9').quality).toBe(quality.inferred);
  });
});

test('a tracker has the battery of its device, and so has the bone that it is on', () => {
  const writer = createFlatWriter(2048, SOLARXR_IDENTIFIER);
  const offset = (slot: number) => ({ slot, type: 'offset' }) as const;
  const child = (field: number | undefined, fields: Parameters<typeof writeFlatTable>[1]) => {
    const places = writeFlatTable(writer, fields);
    pointTo(writer, field ?? 0, places.get(-1) as number);
    return places;
  };
  const first = (field: number | undefined) => {
    const { at, entries } = writeFlatVector(writer, 1);
    pointTo(writer, field ?? 0, at);
    return entries[0];
  };
  const { dataFeedMessageHeader, deviceData, trackerData, bone } = solarXr;
  const bundle = child(0, [offset(0)]);
  const header = child(first(bundle.get(0)), [
    { slot: dataFeedMessageHeader.messageType, type: 'uint8', value: solarXr.messageType.dataFeedUpdate },
    offset(dataFeedMessageHeader.message),
  ]);
  const body = child(header.get(dataFeedMessageHeader.message), [
    offset(solarXr.dataFeedUpdate.devices),
    offset(solarXr.dataFeedUpdate.bones),
  ]);
  const device = child(first(body.get(solarXr.dataFeedUpdate.devices)), [
    offset(deviceData.hardwareStatus),
    offset(deviceData.trackers),
  ]);
  child(device.get(deviceData.hardwareStatus), [
    { slot: solarXr.hardwareStatus.batteryPercent, type: 'uint8', value: 83 },
  ]);
  const tracker = child(first(device.get(deviceData.trackers)), [
    offset(trackerData.info),
    { slot: trackerData.status, type: 'uint8', value: solarXr.trackerStatus.ok },
    { slot: trackerData.rotation, type: 'floats', values: [0, 0, 0, 1] },
    { slot: trackerData.position, type: 'floats', values: [0, 1, 0] },
  ]);
  const LEFT_SHIN = 8;
  child(tracker.get(trackerData.info), [{ slot: solarXr.trackerInfo.bodyPart, type: 'uint8', value: LEFT_SHIN }]);
  child(first(body.get(solarXr.dataFeedUpdate.bones)), [
    { slot: bone.bodyPart, type: 'uint8', value: LEFT_SHIN },
    { slot: bone.rotation, type: 'floats', values: [0, 0, 0, 1] },
    { slot: bone.headPosition, type: 'floats', values: [0, 0.5, 0] },
  ]);
  const packet = createFeedPacket();
  expect(readSolarXr(finishFlat(writer).buffer, packet)).toBe(true);
  expect(sampleOf(packet, 'tracker/0').batteryPercent).toBe(83);
  expect(sampleOf(packet, 'bone/8').batteryPercent).toBe(83);
  // The next packet says nothing of it.
  expect(readSolarXr(fixture, packet)).toBe(true);
  expect(packet.samples[0].batteryPercent).toBeNaN();
});

test('the request asks for rotations, positions and bones', () => {
  expect(startDataFeedRequest).toEqual(encodeStartDataFeed(10));
  const buffer = createFlatBuffer(startDataFeedRequest.buffer);
  expect(hasFlatIdentifier(buffer, SOLARXR_IDENTIFIER)).toBe(true);
  const messages = flatChild(buffer, flatRoot(buffer), solarXr.messageBundle.dataFeedMessages);
  expect(flatLength(buffer, messages)).toBe(1);
  const header = flatItem(buffer, messages, 0);
  expect(flatUint8(buffer, header, 0)).toBe(solarXr.messageType.startDataFeed);
  const start = flatChild(buffer, header, 1);
  const config = flatItem(buffer, flatChild(buffer, start, 0), 0);
  expect(buffer.view.getUint16(flatField(buffer, config, 0), true)).toBe(10);
  expect(flatUint8(buffer, config, solarXr.dataFeedConfig.boneMask)).toBe(1);
  const devices = flatChild(buffer, config, solarXr.dataFeedConfig.dataMask);
  for (const mask of [flatChild(buffer, devices, 0), flatChild(buffer, config, 2)]) {
    expect([0, 1, 2, 3, 4, 8].map((slot) => flatUint8(buffer, mask, slot))).toEqual([1, 1, 1, 1, 0, 1]);
  }
});

describe('bad input', () => {
  test('cut off and changed bytes never throw', () => {
    const random = seededRandom(14);
    const packet = createFeedPacket();
    for (const bytes of [...damagedVersions(new Uint8Array(fixture), random, 3000), ...noise(random, 500, 200)]) {
      if (readSolarXr(bytes.slice().buffer as ArrayBuffer, packet)) expect(isSane(packet)).toBe(true);
      else expect(packet.sampleCount).toBe(0);
    }
  });

  test('vectors that lie on top of each other cost no more than the bytes that they take', () => {
    // 4000 devices that are all one, with 4000 trackers that are all one: sixteen million in 32 kB.
    const count = 4000;
    const writer = createFlatWriter(count * 8 + 4096, SOLARXR_IDENTIFIER);
    const offset = (slot: number) => ({ slot, type: 'offset' }) as const;
    const child = (field: number, fields: Parameters<typeof writeFlatTable>[1]) => {
      const places = writeFlatTable(writer, fields);
      pointTo(writer, field, places.get(-1) as number);
      return places;
    };
    const vector = (field: number, length: number) => {
      const { at, entries } = writeFlatVector(writer, length);
      pointTo(writer, field, at);
      return entries;
    };
    const { messageBundle, dataFeedMessageHeader, dataFeedUpdate: update, deviceData } = solarXr;
    const bundle = child(0, [offset(messageBundle.dataFeedMessages)]);
    const [first] = vector(bundle.get(messageBundle.dataFeedMessages) as number, 1);
    const header = child(first, [
      {
        slot: dataFeedMessageHeader.messageType,
        type: 'uint8',
        value: solarXr.messageType.dataFeedUpdate,
      },
      offset(dataFeedMessageHeader.message),
    ]);
    const body = child(header.get(dataFeedMessageHeader.message) as number, [offset(update.devices)]);
    const devices = vector(body.get(update.devices) as number, count);
    const device = writeFlatTable(writer, [offset(deviceData.trackers)]);
    for (const entry of devices) pointTo(writer, entry, device.get(-1) as number);
    const trackers = vector(device.get(deviceData.trackers) as number, count);
    const tracker = writeFlatTable(writer, [{ slot: solarXr.trackerData.status, type: 'uint8', value: 1 }]);
    for (const entry of trackers) pointTo(writer, entry, tracker.get(-1) as number);
    const bytes = finishFlat(writer).buffer;
    const packet = createFeedPacket();
    expect(readSolarXr(bytes, packet)).toBe(false);
    expect(packet.sampleCount).toBe(0);
  });

  test('a message without an update is one, and empty', () => {
    const writer = createFlatWriter(128, SOLARXR_IDENTIFIER);
    const bundle = writeFlatTable(writer, [{ slot: 0, type: 'offset' }]);
    pointTo(writer, 0, bundle.get(-1) as number);
    pointTo(writer, bundle.get(0) as number, writeFlatVector(writer, 0).at);
    const packet = createFeedPacket();
    expect(readSolarXr(finishFlat(writer).buffer, packet)).toBe(true);
    expect(packet.sampleCount).toBe(0);
  });
});

test('as a source it asks when it is connected, and a person at rest faces -Z with hanging arms', () => {
  const sockets: FakeSocket[] = [];
  const source = createSlimeVrSource('ws://test', {
    createSocket: (url) => {
      sockets.push(new FakeSocket(url));
      return sockets[0] as unknown as WebSocket;
    },
    nowMs: () => 0,
  });
  sockets[0].open();
  expect(sockets[0].sent).toHaveLength(1);
  sockets[0].receive(fixture);
  const frame = createDeviceFrame();
  source.step(0, frame);
  expect(source.deviceOf('head')?.name).toBe('HMD');
  expect(source.feeds[0]).toMatchObject({ name: 'slimevr', packets: 1, damaged: 0 });
  // Whatever the offsets: a bone at identity is a joint of a person who faces -Z.
  frame.devicePoses.fill(0);
  for (let w = 6; w < frame.devicePoses.length; w += 7) frame.devicePoses[w] = 1;
  const joints = createJointFrame();
  bareJoints(frame, source.offsets, joints);
  expect(axisOf(rotationOf(joints, 'hips'), [0, 0, 1])).toEqual([0, 0, -1]);
  expect(axisOf(rotationOf(joints, 'leftElbow'), [1, 0, 0])).toEqual([0, -1, 0]);
  expect(axisOf(rotationOf(joints, 'rightElbow'), [-1, 0, 0])).toEqual([0, -1, 0]);
  // A foot at identity points its toes down.
  expect(axisOf(rotationOf(joints, 'leftFoot'), [0, 0, 1])).toEqual([0, -1, 0]);
  source.dispose();
});
