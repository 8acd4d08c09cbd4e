import { HEADER_SIZE } from '@leib/net';
import { expect, test } from 'vitest';
import { defaultRemoteBodySettings } from '../settings/remoteBodySettings.js';
import { skeleton } from '../world/world.testing.js';
import { defaultRoom } from '../world/worldObject.js';
import { decodeOpening, encodeOpening, type RemoteOpening } from './opening.js';
import { remoteLimits } from './remoteMessage.js';

const skin = {
  positions: Float32Array.of(0, 1, 0, 0.5, 1.25, 0),
  joints: Uint16Array.of(0, 1, 0, 0, 2, 3, 0, 0),
  weights: Float32Array.of(1, 0, 0, 0, 0.5, 0.5, 0, 0),
};
const opening: RemoteOpening = {
  body: { skeleton, skin, settings: { ...defaultRemoteBodySettings, totalMass: 61 } },
  starts: [
    [0, 0.9, 0],
    [1, 0.9, 0],
  ],
  objects: defaultRoom,
};

test('an opening is read as it was written', () => {
  const read = decodeOpening(encodeOpening(opening));
  if (!read.ok) throw new Error(read.reason);
  const { body, starts, objects } = read.value;
  expect(body.settings).toEqual(opening.body.settings);
  expect(body.skin).toEqual(skin);
  expect(starts).toEqual(opening.starts);
  expect(objects).toEqual(defaultRoom);
  for (const key of ['parents', 'restOffsets', 'restWorldPositions', 'boneToJoint', 'jointToBone'] as const) {
    // JSON knows no -0.
    expect(Array.from(body.skeleton[key], (each) => each + 0)).toEqual(Array.from(skeleton[key], (each) => each + 0));
  }
});

test('it may lie anywhere in a larger buffer', () => {
  const bytes = encodeOpening(opening);
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  expect(decodeOpening(shifted.subarray(3)).ok).toBe(true);
});

type Json = Record<string, unknown>;

/** The same opening with other JSON. */
function changed(change: (json: Json) => void): Uint8Array {
  const bytes = encodeOpening(opening);
  const from = HEADER_SIZE + 4;
  const length = new DataView(bytes.buffer).getUint32(HEADER_SIZE, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(from, from + length))) as Json;
  change(json);
  const words = new TextEncoder().encode(JSON.stringify(json));
  const out = new Uint8Array(from + words.length + bytes.length - from - length);
  out.set(bytes.subarray(0, from));
  new DataView(out.buffer).setUint32(HEADER_SIZE, words.length, true);
  out.set(words, from);
  out.set(bytes.subarray(from + length), from + words.length);
  return out;
}

const joint = { name: 'a', parent: -1, offset: [0, 0, 0], bone: null };

test.each<[string, (json: Json) => void, string]>([
  ['no skeleton', (json) => delete json.skeleton, 'open, skeleton: expected'],
  ['no joints', (json) => Object.assign(json, { skeleton: [] }), 'joints: expected at least one'],
  [
    'too many joints',
    (json) => Object.assign(json, { skeleton: Array(remoteLimits.joints + 1).fill(joint) }),
    'at most',
  ],
  [
    'a parent after its child',
    (json) => Object.assign((json.skeleton as Json[])[3], { parent: 7 }),
    'open, skeleton[3].parent: expected a joint before it',
  ],
  [
    'an unknown bone',
    (json) => Object.assign((json.skeleton as Json[])[3], { bone: 'tail' }),
    'open, skeleton[3].bone: expected a humanoid bone',
  ],
  [
    'a bone of a kilometre',
    (json) => Object.assign((json.skeleton as Json[])[3], { offset: [0, 1000, 0] }),
    'open, skeleton[3].offset[1]: expected a number from -100 to 100, got 1000',
  ],
  [
    'an offset of words',
    (json) => Object.assign((json.skeleton as Json[])[3], { offset: ['a', 0, 0] }),
    'open, skeleton[3].offset[0]: expected a number',
  ],
  ['more vertices than there are', (json) => Object.assign(json, { vertexCount: 3 }), 'expected 3 vertices up to byte'],
  ['too many vertices', (json) => Object.assign(json, { vertexCount: 1e9 }), 'vertexCount'],
  ['a half vertex', (json) => Object.assign(json, { vertexCount: 1.5 }), 'vertexCount: expected a whole number'],
  ['a misspelt setting', (json) => Object.assign(json, { settings: { totalMas: 3 } }), 'totalMas'],
  ['no bodies', (json) => Object.assign(json, { starts: [] }), 'open, starts'],
  ['too many bodies', (json) => Object.assign(json, { starts: Array(20).fill([0, 0, 0]) }), 'open, starts'],
  ['an object that is none', (json) => Object.assign(json, { objects: [3] }), 'open, objects, [0]: expected'],
  [
    'an object of no kind',
    (json) => Object.assign(json, { objects: [{ kind: 'cat', name: 'a' }] }),
    'objects, [0].kind',
  ],
  [
    'a name that is markup',
    (json) => Object.assign(json, { objects: [{ kind: 'floor', name: 'a"/><b', height: 0 }] }),
    'letters',
  ],
  [
    'a number that is a word',
    (json) => Object.assign(json, { objects: [{ kind: 'floor', name: 'a', height: '0" pos="1' }] }),
    'expected a number',
  ],
  ['too many things', (json) => Object.assign(json, { objects: Array(100).fill(null) }), 'at most'],
])('%s is refused, with the reason', (_, change, reason) => {
  const read = decodeOpening(changed(change));
  expect(read.ok ? 'taken' : `${read.path}: ${read.reason}`).toContain(reason);
});

test('cut off anywhere, or with any byte changed, it is an opening or a reason, and nothing is thrown', () => {
  const bytes = encodeOpening({ ...opening, objects: [] });
  for (let length = 0; length < bytes.length; length += 97) {
    expect(decodeOpening(bytes.subarray(0, length)).ok).toBe(false);
  }
  for (let i = HEADER_SIZE; i < bytes.length; i += 13) {
    const wrong = bytes.slice();
    wrong[i] ^= 0x55;
    expect([true, false]).toContain(decodeOpening(wrong).ok);
  }
});
