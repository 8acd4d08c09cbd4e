import { createQuat, DEG, quat, vec3 } from '@leib/core';
import { angleBetween, seededRandom } from '@leib/core/testing';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { createHandSignal } from '../handSignal.js';
import { ledInches, writeP5Features, writeP5Report } from './p5Bytes.testing.js';
import { decodeP5Geometry, locateP5Led, type P5Geometry } from './p5Geometry.js';
import { createP5PoseState, stepP5Pose } from './p5Pose.js';
import { createP5Report, decodeP5Report } from './p5Report.js';
import { type HidDeviceLike, type HidLike, openP5Glove } from './p5Source.js';

const features = writeP5Features();
const geometry = decodeP5Geometry(features.heads, features.leds) as P5Geometry;

describe('input report 1', () => {
  test('has bends with the thumb first, buttons, LEDs and signed angles', () => {
    const bytes = writeP5Report({
      bends: [63, 0, 32, 21, 42],
      buttons: 0b101,
      slots: [
        { led: 3, v2: -1, v1: 511, h: -512 },
        { led: 7, v2: 1, v1: -2, h: 300 },
      ],
    });
    const report = createP5Report();
    expect(decodeP5Report(bytes, report)).toBe(true);
    expect(Array.from(report.bends, (bend) => Math.round(bend * 63))).toEqual([42, 63, 0, 32, 21]);
    expect(report.buttons).toBe(5);
    expect(Array.from(report.leds)).toEqual([3, 7, -1, -1]);
    expect([report.v2[0], report.v1[0], report.h[0]]).toEqual([-1, 511, -512]);
    expect([report.v2[1], report.v1[1], report.h[1]]).toEqual([1, -2, 300]);
  });

  test('a fixture written out by hand: index 63, thumb 1, button B, LED 2 in the first slot', () => {
    // 111111 000000 000000 000000 000001 00 | 0010 0010 1000 1000 1000 | v2 = 1, v1 = -1, h = 2, then zeros
    const bytes = new Uint8Array(23);
    bytes.set([0b11111100, 0b00000000, 0b00000000, 0b00000100, 0b00100010, 0b10001000]);
    bytes.set([0b10000000, 0b00000111, 0b11111111, 0b00000000, 0b10000000], 6);
    const report = createP5Report();
    expect(decodeP5Report(bytes, report)).toBe(true);
    expect([report.bends[1], report.bends[0] * 63, report.buttons]).toEqual([1, 1, 2]);
    expect(Array.from(report.leds)).toEqual([2, -1, -1, -1]);
    expect([report.v2[0], report.v1[0], report.h[0]]).toEqual([1, -1, 2]);
  });

  test('one that is cut off is refused and changes nothing', () => {
    const report = createP5Report();
    expect(decodeP5Report(new Uint8Array(22).fill(255), report)).toBe(false);
    expect(Array.from(report.bends)).toEqual([0, 0, 0, 0, 0]);
  });
});

test('feature reports: heads in 1/32 degree on their type, LEDs in 1/100 inch with x turned round', () => {
  expect(geometry.head0).toBeCloseTo(17.5 * DEG, 12);
  expect(geometry.head1).toBeCloseTo(-11 * DEG, 12);
  expect(geometry.headDistance).toBeCloseTo(0.12954, 9);
  expect(geometry.leds[3]).toBeCloseTo(1.6 * 0.0254, 9);
  expect(geometry.leds[4]).toBeCloseTo(0.2 * 0.0254, 9);
  expect(decodeP5Geometry(new DataView(new ArrayBuffer(2)), features.leds)).toBe(null);
});

/** Angles that the tower would send for a place: the formulas of locateP5Led backwards. */
function anglesOf([x, y, z]: readonly number[]): { v1: number; v2: number; h: number } {
  const { head0, head1, headDistance } = geometry;
  const h = Math.atan2(-x, z + 2 * headDistance);
  const depth = Math.hypot(x, z + 2 * headDistance);
  const v1 = Math.atan((y + headDistance / 2) / depth) - head0;
  const v2 = Math.atan((y - headDistance / 2) / depth) - head1;
  return { v1: Math.round(Math.tan(v1) * 512), v2: Math.round(Math.tan(v2) * 512), h: Math.round(Math.tan(h) * 512) };
}

test('an LED is found where it is, to the tower’s resolution', () => {
  const place = new Float64Array(3);
  const { v1, v2, h } = anglesOf([0.1, 0.05, 0.6]);
  expect(locateP5Led(geometry, v1, v2, h, place)).toBe(true);
  expect(vec3.distance([place[0], place[1], place[2]], [0.1, 0.05, 0.6])).toBeLessThan(0.01);
  expect(locateP5Led(geometry, -600, 600, 0, place)).toBe(false);
});

describe('the glove’s pose', () => {
  const turn = quat.setAxisAngle(createQuat(), [0.36, 0.8, 0.48], 0.7);
  const at = [0.05, 0.02, 0.45];
  const middle = [0, 1, 2].map((k) => ledInches.reduce((sum, led) => sum + placeOf(led)[k] / 8, 0));

  function placeOf([x, y, z]: readonly number[]): [number, number, number] {
    return [-x * 0.000254, y * 0.000254, z * 0.000254];
  }
  function seen(led: number): number[] {
    const arm = vec3.subtract([0, 0, 0], placeOf(ledInches[led]), middle as [number, number, number]);
    return Array.from(vec3.transformQuat([0, 0, 0], arm, turn), (value, k) => value + at[k]);
  }
  function poseAfter(leds: readonly number[], change = (place: number[], _slot: number) => place, reports = 120) {
    const state = createP5PoseState();
    const report = createP5Report();
    const slots = leds.map((led, slot) => ({ led, ...anglesOf(change(seen(led), slot)) }));
    decodeP5Report(writeP5Report({ bends: [0, 0, 0, 0, 0], slots }), report);
    for (let i = 0; i < reports; i++) stepP5Pose(geometry, state, report, 1 / 60);
    return state;
  }

  test.each([[[0, 2, 3, 4]], [[1, 4, 6, 7]], [[2, 4, 6]]])(
    'LEDs %j lay it to about a centimetre and 8 degrees',
    (leds) => {
      const { position, rotation, usedCount } = poseAfter(leds);
      expect(usedCount).toBe(leds.length);
      expect(vec3.distance(position.value, at as [number, number, number])).toBeLessThan(0.015);
      expect(angleBetween(rotation.value, turn)).toBeLessThan(8 * DEG);
    },
  );

  test('one of four that is a reflection is left out', () => {
    const { rotation, usedCount } = poseAfter([0, 2, 4, 6], (place, slot) =>
      slot === 1 ? [place[0] + 0.1, place[1] - 0.1, place[2]] : place,
    );
    expect(usedCount).toBe(3);
    expect(angleBetween(rotation.value, turn)).toBeLessThan(10 * DEG);
  });

  test('with two LEDs it moves as it was turned before', () => {
    const state = poseAfter([0, 2, 4, 6]);
    const before = createQuat();
    quat.copy(before, state.rotation.value);
    const report = createP5Report();
    const slots = [0, 4].map((led) => ({
      led,
      ...anglesOf(seen(led).map((value, k) => (k === 0 ? value + 0.06 : value))),
    }));
    decodeP5Report(writeP5Report({ bends: [0, 0, 0, 0, 0], slots }), report);
    for (let i = 0; i < 120; i++) stepP5Pose(geometry, state, report, 1 / 60);
    expect(state.usedCount).toBe(2);
    expect(state.position.value[0]).toBeGreaterThan(at[0] + 0.04);
    expect(Array.from(state.rotation.value)).toEqual(Array.from(before));
  });

  test('angles beyond ten bits go on from the last ones', () => {
    const state = createP5PoseState();
    const report = createP5Report();
    for (const h of [480, 505, 530, 560]) {
      decodeP5Report(writeP5Report({ bends: [0, 0, 0, 0, 0], slots: [{ led: 0, v2: 30, v1: -30, h }] }), report);
      stepP5Pose(geometry, state, report, 1 / 60);
    }
    expect(state.lastAngles[2]).toBe(560);
  });
});

test('random bytes never throw and never give NaN', () => {
  const random = seededRandom(5);
  const state = createP5PoseState();
  const report = createP5Report();
  for (let i = 0; i < 3000; i++) {
    const bytes = Uint8Array.from({ length: 20 + (i % 8) }, () => random() * 256);
    if (decodeP5Report(bytes, report)) stepP5Pose(geometry, state, report, i % 50 === 0 ? 2 : 1 / 60);
    for (const value of [...report.bends, ...state.position.value, ...state.rotation.value]) {
      if (!Number.isFinite(value)) throw new Error(`report ${i}: got ${value}`);
    }
  }
});

class FakeGlove extends EventTarget implements HidDeviceLike {
  readonly vendorId = 0x0d7f;
  readonly productId = 0x0100;
  opened = false;
  readonly sent: number[][] = [];
  open = async () => void Object.assign(this, { opened: true });
  close = async () => void Object.assign(this, { opened: false });
  sendFeatureReport = async (id: number, data: Uint8Array) => void this.sent.push([id, ...data]);
  receiveFeatureReport = async (id: number) => (id === 6 ? features.heads : features.leds);
  send(bytes: Uint8Array<ArrayBuffer>) {
    const event = new Event('inputreport');
    this.dispatchEvent(Object.assign(event, { reportId: 1, data: new DataView(bytes.buffer) }));
  }
}

test('unplugged in the middle: confidence 0, one sentence, and it goes on when it is back', async () => {
  const glove = new FakeGlove();
  const hid: HidLike = Object.assign(new EventTarget(), { requestDevice: async () => [glove] });
  const source = await openP5Glove(hid);
  expect(glove.sent).toEqual([[5, 255]]); // the mouse of the system stays where it is
  const signal = createHandSignal();
  source.step(1 / 60, signal);
  expect([signal.confidence, source.problem]).toEqual([0, expect.stringMatching(/sends nothing/)]);
  glove.send(writeP5Report({ bends: [63, 0, 0, 0, 0], buttons: 2 }));
  source.step(1 / 60, signal);
  expect([signal.bends[1], source.problem, [...(source.buttons ?? [])]]).toEqual([1, null, ['B']]);
  expect(signal.confidence).toBeGreaterThan(0);

  hid.dispatchEvent(Object.assign(new Event('disconnect'), { device: glove }));
  source.step(1 / 60, signal);
  expect(signal).toMatchObject({ confidence: 0 });
  expect(signal.bends[1]).toBe(1);
  expect(source.problem).toMatch(/unplugged: plug it in again/);

  const again = new FakeGlove();
  hid.dispatchEvent(Object.assign(new Event('connect'), { device: again }));
  await new Promise((resolve) => setTimeout(resolve, 0)); // all of its reports are answered
  expect(source.problem).toBe(null);
  again.send(writeP5Report({ bends: [0, 63, 0, 0, 0] }));
  source.step(1 / 60, signal);
  expect(signal.bends[2]).toBe(1);
  source.dispose();
});

test('WebHID’s own types fit (compiled)', () => {
  expectTypeOf<HID>().toExtend<HidLike>();
});

test('no choice in the list is one sentence', async () => {
  const hid: HidLike = Object.assign(new EventTarget(), { requestDevice: async () => [] });
  await expect(openP5Glove(hid)).rejects.toThrow(/plug it in and try again/);
});
