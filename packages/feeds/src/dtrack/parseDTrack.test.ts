import { createQuat, quat, vec3 } from '@leib/core';
import { bytesPerCall, randomQuat, seededRandom } from '@leib/core/testing';
import { createFeedPacket, quality } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { damagedVersions, decodeFresh, isSane, keysOf, noise, sampleOf } from '../protocol/protocol.testing.js';
import { manualLines, ownLines, packetOf, wholePacket } from './dtrack.testing.js';
import { createDTrackDecoder, describeDTrackFaults } from './dtrackDecoder.js';
import { createDTrackFrame, encodeDTrackFrame } from './dtrackFrame.js';
import { parseDTrack } from './parseDTrack.js';

const frame = createDTrackFrame();
const parse = (...lines: string[]) => parseDTrack(packetOf('fr 1', ...lines), frame);
const rotate = (pose: Float64Array, v: [number, number, number]) =>
  Array.from(vec3.transformQuat([0, 0, 0], v, createQuat(pose[3], pose[4], pose[5], pose[6])));

describe('the grammar', () => {
  test('counter and both clocks', () => {
    expect(parseDTrack(packetOf(manualLines.fr, manualLines.ts, ownLines.ts2), frame)).toBe(true);
    expect(frame).toMatchObject({ frameNumber: 21753, timeOfDaySeconds: 39596.024831, latencySeconds: 0.0042 });
    expect(frame.epochSeconds).toBeCloseTo(1700000000.25, 6);
  });

  test.each([
    [manualLines.body, [0.326848, -0.187216, 0.109503], [-0.940508, -0.339238, -0.019025]],
    [manualLines.liveBody, [2.588621, -0.280866, 0.886056], [0.518842, -0.849428, 0.09631]],
  ])('a body: millimetres become metres, matrices are column-wise (%#)', (line, position, firstColumn) => {
    expect(parse(line)).toBe(true);
    expect(frame.bodies.count).toBe(1);
    const [{ pose, isTracked, id }] = frame.bodies.items;
    expect({ id, isTracked }).toEqual({ id: 0, isTracked: true });
    position.forEach((value, k) => {
      expect(pose[k]).toBeCloseTo(value, 12);
    });
    rotate(pose, [1, 0, 0]).forEach((value, k) => {
      expect(value).toBeCloseTo(firstColumn[k], 5);
    });
  });

  test('inertial bodies are listed when they are lost, and may have a blank between them', () => {
    parse(manualLines.inertial);
    expect(frame.inertialBodies.count).toBe(2);
    const [seen, lost] = frame.inertialBodies.items;
    expect(seen).toMatchObject({ state: 1, isTracked: true });
    expect(seen.drift).toBeCloseTo((2.135 * Math.PI) / 180, 12);
    expect(lost).toMatchObject({ id: 1, state: 0, isTracked: false });
  });

  test('flysticks, old and new; buttons beyond 32 take a second word', () => {
    parse(manualLines.oldFlystick, ownLines.flystick);
    expect(frame.flysticks.count).toBe(2);
    expect(frame.flysticks.items[0]).toMatchObject({ buttons: 2, axisCount: 2, isTracked: true });
    expect(frame.flysticks.items[1]).toMatchObject({ id: 1, buttonCount: 40, buttons: 5, axisCount: 2 });
    expect([...frame.flysticks.items[1].axes.slice(0, 2)]).toEqual([0.5, -0.25]);
    parse('6df 1 [0 1.000 160][0 0 0 0 0 0][1 0 0 0 1 0 0 0 1]');
    expect([...frame.flysticks.items[0].axes.slice(0, 2)]).toEqual([0, 0]);
    parse('6df 1 [0 1.000 32][0 0 0 0 0 0][1 0 0 0 1 0 0 0 1]');
    expect(frame.flysticks.items[0].axes[0]).toBe(-1);
    parse(ownLines.lostFlystick);
    expect(frame.flysticks.items[0]).toMatchObject({ quality: -1, isTracked: false });
  });

  test('tools and what they refer to', () => {
    parse(manualLines.tool, ownLines.oldTool, manualLines.toolReference);
    expect(frame.tools.items[0]).toMatchObject({ buttonCount: 4, buttons: 0, isTracked: true });
    expect(frame.tools.items[0].tipRadius).toBeCloseTo(0.002, 12);
    expect([...frame.tools.items[0].covariance]).toEqual([8.178e-4, 9.166e-4, 1.084e-3, 4.463e-2, 9.025e-3, 1.286e-2]);
    expect(frame.tools.items[1]).toMatchObject({ id: 2, buttons: 3, tipRadius: Number.NaN });
    expect(frame.toolReferences.items[0].pose[0]).toBeCloseTo(-0.485245, 12);
  });

  test('markers, covariances, hands, human models, status', () => {
    parse(ownLines.markers, ownLines.covariance, ownLines.hand, ownLines.handCount, ownLines.humans, ownLines.status);
    expect(frame.markers.count).toBe(2);
    expect(frame.markers.items[1]).toMatchObject({ id: 4 });
    expect([...frame.markers.items[1].position]).toEqual([0.001, 0.002, 0.003]);
    expect(frame.covariances.items[0].upper[20]).toBe(2);
    expect(frame.covariances.items[0].reference[2]).toBeCloseTo(0.3, 12);
    const [hand] = frame.hands.items;
    expect(hand).toMatchObject({ side: 'right', fingerCount: 3, isTracked: true });
    expect(hand.fingers[2].tipRadius).toBeCloseTo(0.008, 12);
    expect(hand.fingers[2].outerMiddleAngle).toBeCloseTo(Math.PI / 6, 12);
    expect(hand.fingers[2].innerLength).toBeCloseTo(0.04, 12);
    expect(frame.calibratedHandCount).toBe(2);
    expect(frame.joints.count).toBe(2);
    expect(frame.joints.items[1]).toMatchObject({ id: 7, humanId: 0, isTracked: true });
    expect(frame.joints.items[1].pose[2]).toBeCloseTo(1.5, 12);
    expect(frame.hasStatus).toBe(true);
    expect(frame.status).toMatchObject({ cameras: 8, markers: 31, otherErrors: 2, infos: 4 });
    expect(frame.status.perCamera.items[1]).toEqual({ id: 2, reflections: 11, used: 8, brightest: 180 });
    expect(frame.damagedLines).toBe(0);
  });

  test('6dcal counts old flysticks and tools in; they are taken off', () => {
    parse(ownLines.bodyCount, manualLines.oldFlystick, ownLines.oldTool, ownLines.flystick);
    expect(frame.calibratedBodyCount).toBe(3);
  });

  test('every line at once, and nothing is left from the frame before', () => {
    expect(parseDTrack(wholePacket, frame)).toBe(true);
    expect(frame).toMatchObject({ damagedLines: 0, unknownLines: 0 });
    parse();
    for (const pool of [frame.bodies, frame.flysticks, frame.tools, frame.markers, frame.hands, frame.joints]) {
      expect(pool.count).toBe(0);
    }
    expect(frame).toMatchObject({ hasStatus: false, calibratedBodyCount: -1 });
    expect(frame.epochSeconds).toBeNaN();
  });
});

describe('lenience', () => {
  test.each(['\n', '\r', '\r\n', '\n\r\n'])('lines may end in %j', (end) => {
    const bytes = new TextEncoder().encode(['fr 5', manualLines.liveBody, ownLines.markers].join(end));
    expect(parseDTrack(bytes, frame)).toBe(true);
    expect([frame.bodies.count, frame.markers.count]).toEqual([1, 2]);
  });

  test('unknown lines and surplus values are ignored, what follows NUL is not read', () => {
    parse('7x 1 [0 1][2]', '6d2 1 [1 2 3]', manualLines.liveBody.replace('[0 1.000]', '[0 1.000 77 88]'));
    expect(frame).toMatchObject({ unknownLines: 2, damagedLines: 0 });
    expect(frame.bodies.count).toBe(1);
    parseDTrack(new TextEncoder().encode(`fr 1\r\n\0\r\n${manualLines.liveBody}`), frame);
    expect(frame.bodies.count).toBe(0);
  });

  test('a damaged line is counted and costs only itself', () => {
    parse('6d 1 [0 1.000][1 2', ownLines.markers);
    expect(frame).toMatchObject({ damagedLines: 1 });
    expect([frame.bodies.count, frame.markers.count]).toEqual([0, 2]);
    parse('6d 99999999 [0 1.000]', 'ts2 1 2', 'gl 1 [0 1.000 1 99][0 0 0][1 0 0 0 1 0 0 0 1]');
    expect(frame.damagedLines).toBe(3);
  });

  test.each(['nan', '-nan(ind)', 'inf', '1.#QNAN', '1e999'])('a body with %s costs only itself', (word) => {
    const body = (id: number, x: string) => `[${id} 1.000][${x} 2 ${x} 0 0 0][1 0 0 0 1 0 0 0 1]`;
    parse(`6d 3 ${body(0, '1')} ${body(1, word)} ${body(2, '3')}`);
    expect(frame.bodies.items.slice(0, frame.bodies.count).map(({ id }) => id)).toEqual([0, 2]);
    expect(frame.bodies.items[1].pose[2]).toBeCloseTo(0.003, 12);
    expect(frame).toMatchObject({ damagedItems: 1, damagedLines: 0 });
    parse(`6d 1 [0 1.000][1 2 3 0 0 0][1 0 0 0 ${word} 0 0 0 1]`, `6dj 1 1 [0 2]${body(0, word)}${body(7, '1')}`);
    expect([frame.bodies.count, frame.joints.count, frame.joints.items[0].id]).toEqual([0, 1, 7]);
    parse(ownLines.status.replace('[8 5 31]', `[8 ${word} 31]`));
    expect(frame).toMatchObject({ hasStatus: false, damagedLines: 1, damagedItems: 0 });
  });

  test('bodies with one id are lost, the others are not, and each id is said once', () => {
    const body = (id: number, x: number) => `[${id} 1.000][${x} 2 3 0 0 0][1 0 0 0 1 0 0 0 1]`;
    parse(`6d 5 ${body(4, 1)} ${body(7, 2)} ${body(4, 3)} ${body(4, 4)} ${body(5, 5)}`);
    expect(frame.bodies.items.slice(0, 5).map(({ isTracked }) => isTracked)).toEqual([false, true, false, false, true]);
    expect(describeDTrackFaults(frame)).toEqual([
      'DTrack packet, body 4: expected each id once, got it twice; both bodies count as lost in this packet.',
    ]);
    parse(`6d 1 ${body(4, 1)}`);
    expect(describeDTrackFaults(frame)).toEqual([]);
  });

  test.each(['', 'ts 1', '6d 0', 'fr', 'fr x', 'fr -3', 'GET / HTTP/1.1'])('"%s" is no DTrack packet', (text) => {
    expect(parseDTrack(new TextEncoder().encode(text), frame)).toBe(false);
  });
});

describe('as a feed', () => {
  test('bodies that are not in a packet are lost: it is complete', () => {
    const packet = decodeFresh(createDTrackDecoder(), wholePacket);
    expect(packet).toMatchObject({ isComplete: true, frameNumber: 21753, senderLatencySeconds: 0.0042 });
    expect(keysOf(packet)).toEqual([
      'body/0',
      'body/1',
      'flystick/0',
      'flystick/1',
      'tool/2',
      'tool/0',
      'tool-reference/0',
      'hand/0',
      'joint/0',
      'joint/7',
    ]);
    expect(sampleOf(packet, 'body/1').quality).toBe(quality.lost);
    expect(sampleOf(packet, 'flystick/1').kind).toBe('controller');
  });

  test('a body that only its inertial sensor knows is inferred', () => {
    const packet = decodeFresh(createDTrackDecoder(), packetOf('fr 1', manualLines.inertial));
    expect(sampleOf(packet, 'body/0').quality).toBe(quality.inferred);
  });

  test.each(['y', 'z'] as const)(
    'with %s up, a body above the floor is above the floor, and turns keep their sense',
    (up) => {
      const turned = quat.setAxisAngle(createQuat(), up === 'y' ? [0, 1, 0] : [0, 0, 1], 0.5);
      const place = up === 'y' ? [1, 1.2, -3] : [1, 3, 1.2];
      const bytes = encodeDTrackFrame({
        frameNumber: 1,
        epochSeconds: 5,
        bodies: [{ id: 0, pose: [...place, ...turned] }],
      });
      const { pose } = sampleOf(decodeFresh(createDTrackDecoder({ up }), bytes), 'body/0');
      [1, 1.2, -3, 0, Math.sin(0.25), 0, Math.cos(0.25)].forEach((value, k) => {
        expect(pose[k]).toBeCloseTo(value, 5);
      });
    },
  );

  test('what is encoded is read back, to the digits that are printed', () => {
    const random = seededRandom(3);
    const decoder = createDTrackDecoder({ up: 'y' });
    for (let i = 0; i < 200; i++) {
      const pose = [random() * 4 - 2, random() * 2, random() * 4 - 2, ...randomQuat(random)];
      const bytes = encodeDTrackFrame({ frameNumber: i, epochSeconds: 1.7e9 + i / 240, bodies: [{ id: 3, pose }] });
      const read = sampleOf(decodeFresh(decoder, bytes), 'body/3').pose;
      for (let k = 0; k < 3; k++) expect(Math.abs(read[k] - pose[k])).toBeLessThan(1e-6);
      const dot = read[3] * pose[3] + read[4] * pose[4] + read[5] * pose[5] + read[6] * pose[6];
      expect(Math.abs(dot)).toBeGreaterThan(1 - 1e-10);
    }
  });

  test('cut off and changed packets never throw, and never give half a body', () => {
    const decoder = createDTrackDecoder();
    const random = seededRandom(4);
    for (const bytes of [...damagedVersions(wholePacket, random, 2000), ...noise(random, 500, 300)]) {
      const packet = decodeFresh(decoder, bytes);
      if (packet !== null) expect(isSane(packet)).toBe(true);
    }
  });
});

test('reading a packet allocates less than 2 kB', () => {
  const decoder = createDTrackDecoder();
  const packet = createFeedPacket();
  const bodies = Array.from({ length: 20 }, (_, id) => ({ id, pose: [id / 10, 1, 0, 0, 0.6, 0, 0.8] }));
  const bytes = encodeDTrackFrame({ frameNumber: 1, epochSeconds: 1e9, bodies });
  expect(bytesPerCall(() => decoder.decode(bytes, packet), 2000, 2048)).toBeLessThan(2048);
});
