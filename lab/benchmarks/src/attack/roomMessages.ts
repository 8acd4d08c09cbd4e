import { defaultSkeleton } from '@leib/body';
import { seededRandom } from '@leib/core/testing';
import { createMessage, HEADER_SIZE, roomKind } from '@leib/net';
import { defaultRemoteBodySettings, defaultRoom, inputAt } from '@leib/reembody';
import { encodeNumbers, encodeOpening } from '@leib/reembody/wire';

/** Messages of one who means harm, for simulated worlds. */

const encoder = new TextEncoder();
const frameLength = inputAt.targetRotations + defaultSkeleton.jointCount * 4;

/** An opening as honest guests send it, with a body of the default skeleton. */
export function honestOpening(count = 1, skinVertices = 0): Uint8Array<ArrayBuffer> {
  const { restOffsets } = defaultSkeleton;
  const start = [2.5, restOffsets[1], 0] as const;
  const skin = skinVertices === 0 ? null : createSkin(skinVertices);
  const body = { skeleton: defaultSkeleton, skin, settings: defaultRemoteBodySettings };
  return encodeOpening({ body, starts: Array.from({ length: count }, () => start), objects: defaultRoom });
}

/** A skin of points around each joint: fitting shapes to it is work. */
function createSkin(vertexCount: number) {
  const random = seededRandom(vertexCount);
  const { jointCount } = defaultSkeleton;
  const positions = Float32Array.from({ length: vertexCount * 3 }, () => 1.8 * random() - 0.4);
  const joints = Uint16Array.from({ length: vertexCount * 4 }, () => Math.floor(random() * jointCount));
  const weights = Float32Array.from({ length: vertexCount * 4 }, () => 0.25);
  return { positions, joints, weights };
}

const wildNumbers = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  3e38,
  -3e38,
  1e20,
  -1e6,
  1e-40,
  -0,
  0,
  1,
  2.5,
  1e9,
  -7,
];

/** A frame of the right length, with some numbers that no person has. */
export function wildFrame(random: () => number, sequence: number, bodyCount = 1): Uint8Array<ArrayBuffer> {
  const numbers = new Float64Array(frameLength * bodyCount);
  for (let joint = 0; joint < defaultSkeleton.jointCount * bodyCount; joint++) {
    numbers[inputAt.targetRotations + joint * 4 + 3] = 1;
  }
  numbers[inputAt.dtSeconds] = 1 / 90;
  const count = Math.floor(random() * 20);
  for (let i = 0; i < count; i++) {
    numbers[Math.floor(random() * numbers.length)] = wildNumbers[Math.floor(random() * wildNumbers.length)];
  }
  return encodeNumbers(numbers, numbers.length, sequence);
}

/** A frame of somebody who stands at x with both hands closed. */
export function standingFrame(x: number, sequence: number): Uint8Array<ArrayBuffer> {
  const numbers = new Float64Array(frameLength);
  for (let joint = 0; joint < defaultSkeleton.jointCount; joint++) numbers[inputAt.targetRotations + joint * 4 + 3] = 1;
  numbers.set([x, defaultSkeleton.restOffsets[1], 0], inputAt.targetRootPosition);
  numbers[inputAt.dtSeconds] = 1 / 90;
  numbers[inputAt.leftGrip] = numbers[inputAt.rightGrip] = 1;
  return encodeNumbers(numbers, numbers.length, sequence);
}

const wildJson = [
  '{"settings":{"totalMass":1e308}}',
  '{"settings":{"totalMass":-1}}',
  '{"settings":{"__proto__":{"totalMass":1},"constructor":{"prototype":{"polluted":1}}}}',
  '{"settings":null}',
  '{"settings":[]}',
  '{"count":1e9}',
  '{"count":-1}',
  '{"count":2.5}',
  '{"count":"5"}',
  '{"count":5}',
  '{"count":1}',
  '{"__proto__":{"count":3}}',
  '[]',
  '{',
  '"\\ud800"',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `{"settings":{"${'x'.repeat(5000)}":0}}`,
];

/** A request that may be refused, and leaves the client where it is. */
export function wildRequest(random: () => number): Uint8Array<ArrayBuffer> {
  const text = encoder.encode(wildJson[Math.floor(random() * wildJson.length)]);
  const message = createMessage(random() < 0.5 ? roomKind.settings : roomKind.count, text.length);
  message.set(text, HEADER_SIZE);
  return message;
}

/** A message of any kind, also of none. */
function anyMessage(kind: number, size: number): Uint8Array<ArrayBuffer> {
  const message = createMessage(roomKind.count, size);
  message[0] = kind;
  return message;
}

/** Some bytes of a message overwritten, or its end cut off. */
export function mutate(random: () => number, message: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = message.slice();
  const count = 1 + Math.floor(random() * 8);
  for (let i = 0; i < count; i++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  return random() < 0.3 ? bytes.slice(0, Math.floor(random() * bytes.length)) : bytes;
}

/** Names that are names of something else in JavaScript, or in a folder. */
export const wildRooms = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf'];
export const wildRoomNames = [...wildRooms, '..', '%00', 'a%20b', '%F0%9F%98%80', 'x'.repeat(4000), ':1', '', '%'];

/** All that one connection sends: an opening (some damaged), frames, requests, and at last something that ends it. */
export function roomSession(seed: number, messageCount: number): { isText: boolean; bytes: Uint8Array }[] {
  const random = seededRandom(seed);
  const opening = honestOpening(1 + Math.floor(random() * 2));
  const first = random() < 0.3 ? mutate(random, opening) : opening;
  const middle = Array.from({ length: Math.max(0, messageCount - 2) }, (_, i) =>
    i % 60 === 7 ? wildRequest(random) : wildFrame(random, i + 1),
  );
  const ends = [
    { isText: true, bytes: encoder.encode('{"type":"open"}') },
    { isText: false, bytes: anyMessage(Math.floor(random() * 256), Math.floor(random() * 500)) },
    { isText: false, bytes: mutate(random, opening) },
    { isText: false, bytes: new Uint8Array(Math.floor(random() * 40)) },
    { isText: false, bytes: encodeNumbers(new Float64Array(3), 3, 1) },
  ];
  return [...[first, ...middle].map((bytes) => ({ isText: false, bytes })), ends[Math.floor(random() * ends.length)]];
}
