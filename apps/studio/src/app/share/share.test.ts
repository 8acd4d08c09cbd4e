import { defaultLooks, galleryPeople } from '@leib/body';
import { addTrack, createRecorder, finishTrack } from '@leib/core';
import { mutateBytes, seededRandom, seeds } from '@leib/core/testing';
import {
  appendDevices,
  createDeviceFrame,
  devicesOfTrack,
  deviceTrackSpec,
  POSE_SIZE,
  quality,
  type TrackingRecording,
  trackedPoints,
} from '@leib/tracking';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ClipId, loadClip } from '../../world/clips/clipList.js';
import { KeyframeSource } from '../../world/demo/keyframeSource.js';
import {
  decodeSharedView,
  encodeSharedView,
  fromBase64Url,
  LINK_LIMIT,
  linkToView,
  type SharedView,
  sharedCodeOf,
  sharedViewFromJson,
  sharedViewToJson,
  toBase64Url,
} from './sharedView.js';
import { linkOfTake } from './shareView.js';
import { decodeTakeCode, decodeTakeText, encodeTakeCode } from './takeCode.js';

const json = fc.oneof(
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x || 0),
  fc.string(),
);
/** Names that libraries treat in a way of their own. */
const namesOfObjects = ['prototype', 'constructor', '__proto__', 'toString'];
const points = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -900, max: 900 }).map((mm) => mm / 100)));
const views = fc.record(
  {
    room: fc.constantFrom('mirror', 'embody'),
    settings: fc.dictionary(fc.oneof(fc.stringMatching(/^[a-z]{1,9}$/), fc.constantFrom(...namesOfObjects)), json),
    camera: fc.record({ position: points, target: points }),
    source: fc.oneof(fc.constant({ kind: 'demo' }), fc.record({ kind: fc.constant('clip'), id: fc.string() })),
  },
  { requiredKeys: ['room', 'settings'] },
) as fc.Arbitrary<SharedView>;

test('a view survives its link', async () => {
  await fc.assert(
    fc.asyncProperty(views, async (view) => {
      const link = await linkToView('http://127.0.0.1:8080/', view);
      const decoded = await decodeSharedView(sharedCodeOf(new URL(link).hash) ?? '');
      expect(decoded.ok && sharedViewToJson(decoded.value)).toBe(sharedViewToJson(view));
    }),
    { numRuns: 50, seed: 1 },
  );
});

test('a link that unpacks to much more than its length is refused before it fills the memory', async () => {
  const whole = { room: 'mirror', settings: { name: 'x'.repeat(2e6) } };
  const code = await encodeSharedView(whole);
  expect(code.length).toBeLessThan(LINK_LIMIT);
  expect(await decodeSharedView(code)).toMatchObject({ ok: false, path: 'link' });
  const half = { ...whole, settings: { name: 'x'.repeat(5e5) } };
  expect(await decodeSharedView(await encodeSharedView(half))).toMatchObject({ ok: true });
});

test.each(seeds(3))('any bytes as a take or a link give a value or one sentence (seed %i)', async (seed) => {
  const random = seededRandom(seed);
  const take = encodeTakeCode(await clipRecording(1));
  const link = fromBase64Url(await encodeSharedView({ room: 'mirror', settings: { stature: 1.6 } }));
  for (let i = 0; i < 150; i++) {
    const damaged = mutateBytes(take, { seed: 1 + Math.floor(random() * 2 ** 31) });
    const decoded = decodeTakeText(toBase64Url(damaged));
    if (!decoded.ok) expect(decoded.reason).toMatch(/^expected [^\n]+$/);
    else expect(decoded.value.poses.every(Number.isFinite)).toBe(true);
    if (i % 10 > 0) continue;
    const code = toBase64Url(mutateBytes(link, { seed: 1 + Math.floor(random() * 2 ** 31) }));
    const view = await decodeSharedView(code);
    if (!view.ok) expect(view.reason).toMatch(/^[Ee]xpected [^\n]+$/);
  }
});

test('a damaged link is refused with a reason, whatever it is', async () => {
  const code = await encodeSharedView({ room: 'mirror', settings: {} });
  for (const bad of ['', 'abc', `${code.slice(0, -5)}`, '*** not base64 ***', code.slice(3)]) {
    const decoded = await decodeSharedView(bad);
    expect(decoded.ok).toBe(false);
  }
});

/** @param jitter of the tracked places, metres: real devices are never still */
async function clipRecording(seconds: number, id: ClipId = 'wave', jitter = 0): Promise<TrackingRecording> {
  const source = new KeyframeSource(await loadClip(id));
  const builder = addTrack(createRecorder(), deviceTrackSpec({ hz: 60, floorY: 0, offsets: {} }));
  const frame = createDeviceFrame();
  for (let i = 0; i <= seconds * 60; i++) {
    source.step(i === 0 ? 0 : 1 / 60, frame);
    frame.timeSeconds = i / 60;
    for (let point = 0; point < 3; point++)
      frame.devicePoses[point * POSE_SIZE] += jitter * Math.sin(12.9898 * i * (point + 1));
    appendDevices(builder, frame);
  }
  return devicesOfTrack(finishTrack(builder));
}

test('a take of ten seconds fits into a link, and comes back to a millimetre and a fifth of a degree', async () => {
  const recording = await clipRecording(10);
  const decoded = decodeTakeCode(encodeTakeCode(recording));
  if (!decoded.ok) throw new Error(decoded.reason);
  const { value } = decoded;
  expect(value.frameCount).toBe(201);
  const size = trackedPoints.length * POSE_SIZE;
  for (let i = 0; i < value.frameCount; i++) {
    for (let point = 0; point < 3; point++) {
      const [a, b] = [value.poses, recording.poses].map((poses, which) => {
        const at = (which === 0 ? i : i * 3) * size + point * POSE_SIZE;
        return poses.slice(at, at + POSE_SIZE);
      });
      if (recording.quality[i * 3 * trackedPoints.length + point] === quality.lost) continue;
      expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])).toBeLessThan(1e-3);
      const cosine = Math.abs(a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6]);
      expect(2 * Math.acos(Math.min(1, cosine))).toBeLessThan(0.2 * (Math.PI / 180));
    }
  }
  const data = toBase64Url(encodeTakeCode(recording));
  const source = { kind: 'take', name: 'Take 1', headHeight: 1.5, data } as const;
  const link = await linkToView('http://127.0.0.1:8080/', { room: 'mirror', settings: {}, source });
  expect(link.length).toBeLessThan(LINK_LIMIT);
});

test('a part of a take is refused', async () => {
  const code = encodeTakeCode(await clipRecording(1));
  for (const length of [0, 1, 3, code.length - 1]) expect(decodeTakeCode(code.subarray(0, length)).ok).toBe(false);
});

test('a built body with its looks comes along in a link and in a file', async () => {
  const looks = { ...galleryPeople[3].looks };
  const body = { name: 'Me', sex: 'female' as const, betas: [0.25, -1.5, 0.125], looks };
  const view: SharedView = { room: 'mirror', settings: { stature: 1.6 }, source: { kind: 'emulator' }, body };
  expect(JSON.stringify(looks)).not.toBe(JSON.stringify(defaultLooks));
  const link = await linkToView('http://127.0.0.1:8080/', view);
  const linked = await decodeSharedView(sharedCodeOf(new URL(link).hash) ?? '');
  expect(linked).toMatchObject({ ok: true, value: view });
  expect(sharedViewFromJson(sharedViewToJson(view))).toMatchObject({ ok: true, value: view });
});

const view = { room: 'mirror', settings: {} };
const take = (headHeight: number) => ({
  ...view,
  format: 'leib-view/1',
  source: { kind: 'take', name: 'x', headHeight, data: '' },
});
test.each([
  ['another format', { ...view, format: 'leib-view/9' }, 'format', 'leib-view/1'],
  ['no room', { format: 'leib-view/1', settings: {} }, 'room', ''],
  ['a camera of two numbers', { ...view, format: 'leib-view/1', camera: { position: [0, 1] } }, 'camera', ''],
  ['an unknown source', { ...view, format: 'leib-view/1', source: { kind: 'radio' } }, 'source', ''],
  ['a head of no height', take(0), 'source.headHeight', '0'],
  ['a head at a height that is none', take(1e300), 'source.headHeight', '1e+300'],
  [
    'a beta of no body',
    { ...view, format: 'leib-view/1', body: { name: 'x', sex: 'male', betas: [1e300] } },
    'body.betas',
    '1e+300',
  ],
  ['a body of no sex', { ...view, format: 'leib-view/1', body: { name: 'x', sex: 'x', betas: [] } }, 'body.sex', '"x"'],
])('%s is refused with the place and what was expected', (_, content, path, words) => {
  const decoded = sharedViewFromJson(JSON.stringify(content));
  if (decoded.ok) throw new Error('expected a refusal');
  expect(decoded.path).toContain(path);
  expect(decoded.reason).toMatch(/expected/i);
  expect(decoded.reason).toContain(words);
});

test('a take that is too long: as much as is said to fit, fits', async () => {
  const page = 'http://127.0.0.1:8080/';
  const shared = { view, name: 'Take 1', headHeight: 1.5 };
  const whole = await linkOfTake(page, shared, await clipRecording(60, 'dance', 5e-4));
  if (whole.link !== null) throw new Error('expected a take that is too long');
  expect(whole.fitsSeconds).toBeGreaterThan(5);
  const [shorter, longer] = [whole.fitsSeconds - 0.5, whole.fitsSeconds + 4];
  expect((await linkOfTake(page, shared, await clipRecording(shorter, 'dance', 5e-4))).link).not.toBeNull();
  expect((await linkOfTake(page, shared, await clipRecording(longer, 'dance', 5e-4))).link).toBeNull();
});

test('a take that is no base64 is refused in one sentence', () => {
  expect(decodeTakeText('%%%')).toMatchObject({ ok: false, reason: expect.stringContaining('ask for the link again') });
});
