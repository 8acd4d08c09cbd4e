import { DEG } from '@leib/core';
import { angleBetween, randomUnit, seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createMessage, roomKind } from '../room/message.js';
import { MAX_ROTATION_ERROR, packRotation, unpackRotation } from './packedRotation.js';
import { decodePeople, MAX_PEOPLE, PeopleWriter } from './peopleMessage.js';
import {
  createPersonUpdate,
  decodePerson,
  encodePerson,
  MAX_PERSON_BYTES,
  nearestTimeMs,
  type PersonUpdate,
  POINT_COUNT,
  placeOfPerson,
  readPerson,
  THREE_POINTS,
} from './personUpdate.js';

type Random = () => number;

function writeRandomRotations(random: Random, out: Float64Array, from = 0, stride = 4): void {
  for (let at = from; at + 4 <= out.length; at += stride) {
    const axis = randomUnit(random);
    const half = random() * Math.PI;
    for (let i = 0; i < 3; i++) out[at + i] = axis[i] * Math.sin(half);
    out[at + 3] = Math.cos(half);
  }
}

function randomPerson(random: Random, form: PersonUpdate['form'], points = THREE_POINTS): PersonUpdate {
  const person = createPersonUpdate();
  Object.assign(person, {
    form,
    points,
    sequence: Math.floor(random() * 256),
    timeMs: Math.floor(random() * 65536) / 4,
  });
  person.isOddPlace = random() < 0.5;
  person.leftStands = random() < 0.5;
  person.hasFingers = random() < 0.5;
  person.hasFoot = form === 'targets' && random() < 0.5;
  person.isLeftFoot = random() < 0.5;
  person.footYaw = random() * 6 - 3;
  person.footPitch = random() * 3 - 1.5;
  person.hasFace = random() < 0.5;
  writeRandomRotations(random, person.jointPoses, 3, 7);
  const head = [random() * 400 - 200, random() * 2, random() * 400 - 200];
  for (let point = 0; point < POINT_COUNT; point++) {
    person.quality[point] = Math.floor(random() * 3);
    for (let i = 0; i < 3; i++) person.jointPoses[point * 7 + i] = head[i] + (point === 0 ? 0 : random() * 4 - 2);
  }
  for (let i = 0; i < 3; i++) person.footPosition[i] = head[i] + random() * 4 - 2;
  person.rootPosition.set(head);
  for (const rotations of [person.rotations, person.fingers]) writeRandomRotations(random, rotations);
  for (let i = 0; i < person.face.length; i++) person.face[i] = random();
  return person;
}

const quatAt = (values: Float64Array, at: number) =>
  [values[at], values[at + 1], values[at + 2], values[at + 3]] as [number, number, number, number];

function expectSameRotations(sent: Float64Array, got: Float64Array, from = 0, stride = 4): void {
  for (let at = from; at + 4 <= sent.length; at += stride) {
    expect(angleBetween(quatAt(sent, at), quatAt(got, at))).toBeLessThan(0.25 * DEG);
  }
}

test.each(seeds(20))('[PE5] a rotation of 32 bits is within 0.16 degrees (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const rotations = new Float64Array(4000);
  writeRandomRotations(random, rotations);
  const out = new Float64Array(4);
  for (let at = 0; at < rotations.length; at += 4) {
    const packed = packRotation(rotations, at);
    expect(Number.isInteger(packed) && packed >= 0 && packed < 2 ** 32).toBe(true);
    unpackRotation(packed, out, 0);
    expect(angleBetween(quatAt(rotations, at), quatAt(out, 0))).toBeLessThan(MAX_ROTATION_ERROR);
    expect(Math.hypot(...out)).toBeCloseTo(1, 12);
  }
});

test('[PE2] head and hands are 38 bytes, eleven points 123, a body with fingers at most 240', () => {
  const person = createPersonUpdate();
  expect(encodePerson(person)).toHaveLength(38);
  person.points = (1 << POINT_COUNT) - 1;
  expect(encodePerson(person)).toHaveLength(123);
  person.form = 'pose';
  person.hasFingers = true;
  expect(encodePerson(person).length).toBeLessThanOrEqual(240);
  person.hasFace = true;
  expect(encodePerson(person).length).toBeLessThanOrEqual(MAX_PERSON_BYTES);
});

test.each(seeds(100))('[PE3][PE4] what is sent arrives within half a step (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const form = random() < 0.5 ? 'pose' : 'targets';
  const points = random() < 0.5 ? THREE_POINTS : 1 | Math.floor(random() * 2048);
  const sent = randomPerson(random, form, points);
  const got = createPersonUpdate();
  const decoded = decodePerson(encodePerson(sent), got);
  expect(decoded.ok).toBe(true);
  for (const key of [
    'sequence',
    'timeMs',
    'isOddPlace',
    'leftStands',
    'rightStands',
    'form',
    'hasFingers',
    'hasFace',
    'hasFoot',
  ] as const) {
    expect(got[key], key).toBe(sent[key]);
  }
  const half = 0.000126;
  if (form === 'pose') {
    expectSameRotations(sent.rotations, got.rotations);
    for (let i = 0; i < 3; i++) expect(Math.abs(got.rootPosition[i] - sent.rootPosition[i])).toBeLessThan(half);
  } else {
    expect(got.points).toBe(points);
    for (let point = 0; point < POINT_COUNT; point++) {
      const isThere = (points & (1 << point)) !== 0;
      expect(got.quality[point]).toBe(isThere ? sent.quality[point] : 0);
      if (!isThere) continue;
      expectSameRotations(
        sent.jointPoses.subarray(point * 7, point * 7 + 7),
        got.jointPoses.subarray(point * 7, point * 7 + 7),
        3,
      );
      for (let i = 0; i < 3; i++) {
        expect(Math.abs(got.jointPoses[point * 7 + i] - sent.jointPoses[point * 7 + i])).toBeLessThan(half * 3.1);
      }
    }
  }
  if (sent.hasFoot) {
    expect(got.isLeftFoot).toBe(sent.isLeftFoot);
    for (let i = 0; i < 3; i++) expect(Math.abs(got.footPosition[i] - sent.footPosition[i])).toBeLessThan(half * 2.1);
    expect(Math.abs(got.footYaw - sent.footYaw)).toBeLessThan(Math.PI / 255);
    expect(Math.abs(got.footPitch - sent.footPitch)).toBeLessThan(Math.PI / 120);
  }
  if (sent.hasFingers) expectSameRotations(sent.fingers, got.fingers);
  if (sent.hasFace)
    for (let i = 0; i < sent.face.length; i++) expect(Math.abs(got.face[i] - sent.face[i])).toBeLessThan(0.002);
});

test('[PE3] a time of the wire is that of the room nearest to now', () => {
  for (const timeMs of [0, 5, 16_380, 16_390, 1e6 + 0.25, 1e9]) {
    const person = createPersonUpdate();
    person.timeMs = timeMs;
    const got = createPersonUpdate();
    decodePerson(encodePerson(person), got);
    expect(nearestTimeMs(got.timeMs, timeMs + 3000)).toBe(timeMs);
    expect(nearestTimeMs(got.timeMs, timeMs - 3000)).toBe(timeMs);
  }
});

test.each(seeds(300))('[RM4][PE6] any bytes are refused or a person with finite numbers (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const bytes =
    seed % 2 === 0
      ? encodePerson(randomPerson(random, 'targets', 1 | Math.floor(random() * 2048)))
      : encodePerson(randomPerson(random, 'pose'));
  const changes = 1 + Math.floor(random() * 8);
  for (let i = 0; i < changes; i++) bytes[2 + Math.floor(random() * (bytes.length - 2))] = Math.floor(random() * 256);
  const cut = random() < 0.3 ? bytes.slice(0, Math.floor(random() * bytes.length)) : bytes;
  const got = createPersonUpdate();
  const decoded = decodePerson(cut, got);
  if (!decoded.ok) expect(decoded.reason).toMatch(/expected/);
  for (const values of [got.jointPoses, got.rotations, got.fingers, got.face, got.rootPosition]) {
    expect(values.every(Number.isFinite)).toBe(true);
  }
});

test('[PE4] a place without a number is the origin, one beyond the border is held there', () => {
  const person = createPersonUpdate();
  person.jointPoses.set([Number.NaN, Number.POSITIVE_INFINITY, -1e12]);
  const got = createPersonUpdate();
  decodePerson(encodePerson(person), got);
  expect(got.jointPoses[0]).toBe(0);
  expect(got.jointPoses[1]).toBeCloseTo(524.29, 1);
  expect(got.jointPoses[2]).toBeCloseTo(-524.29, 1);
});

test.each(seeds(30))('[PL1] people of a tick are what each of them sent (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const writer = new PeopleWriter();
  const updates = Array.from({ length: 40 }, (_, i) => encodePerson(randomPerson(random, i % 2 ? 'pose' : 'targets')));
  for (let again = 0; again < 2; again++) {
    writer.begin();
    for (const [id, update] of updates.entries()) writer.add(id * 7, update, 'all');
    const decoded = decodePeople(writer.end(9, 1234.5));
    if (!decoded.ok) throw new Error(decoded.reason);
    const {
      value: { tick, timeMs, people },
    } = decoded;
    expect([tick, timeMs, people.length]).toEqual([9, 1234.5, 40]);
    const message = writer.end(9, 1234.5);
    const [sent, got] = [createPersonUpdate(), createPersonUpdate()];
    for (const [index, { id, from }] of people.entries()) {
      expect(id).toBe(index * 7);
      readPerson(message, from, got);
      decodePerson(updates[index], sent);
      expect(got).toEqual(sent);
    }
  }
});

test('[PL2] from afar there is no face, and then no fingers', () => {
  const person = randomPerson(seededRandom(3), 'pose');
  Object.assign(person, { hasFace: true, hasFingers: true });
  const update = encodePerson(person);
  const writer = new PeopleWriter();
  const got = createPersonUpdate();
  for (const [detail, size, parts] of [
    ['all', update.length, [true, true]],
    ['noFace', update.length - 81, [true, false]],
    ['body', update.length - 81 - 120, [false, false]],
  ] as const) {
    writer.begin();
    writer.add(5, update, detail);
    const message = writer.end(0, 0);
    expect(message).toHaveLength(20 + size);
    const decoded = decodePeople(message);
    if (!decoded.ok) throw new Error(decoded.reason);
    readPerson(message, decoded.value.people[0].from, got);
    expect([got.hasFingers, got.hasFace]).toEqual(parts);
    expectSameRotations(person.rotations, got.rotations);
  }
});

test('[PL3] counts and sizes are checked before anything is made of them', () => {
  const writer = new PeopleWriter();
  writer.begin();
  writer.add(1, encodePerson(createPersonUpdate()), 'all');
  const message = writer.end(1, 0);
  const withCount = (count: number) => {
    const wrong = message.slice();
    new DataView(wrong.buffer).setUint16(16, count, true);
    return decodePeople(wrong);
  };
  for (const count of [0, 2, MAX_PEOPLE + 1, 65535]) expect(withCount(count).ok).toBe(false);
  for (let length = 0; length < message.length; length++) expect(decodePeople(message.slice(0, length)).ok).toBe(false);
  expect(decodePeople(createMessage(roomKind.people, 3)).ok).toBe(false);
});

test('[LV1] where somebody is, is read without the rest', () => {
  const place = new Float64Array(3);
  for (const form of ['targets', 'pose'] as const) {
    const person = randomPerson(seededRandom(8), form);
    placeOfPerson(encodePerson(person), 0, place);
    const sent = form === 'pose' ? person.rootPosition : person.jointPoses;
    for (let i = 0; i < 3; i++) expect(place[i]).toBeCloseTo(sent[i], 3);
  }
});
