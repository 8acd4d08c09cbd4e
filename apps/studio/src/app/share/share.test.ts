import { appendFrame, createRecordingBuilder, finishRecording } from '@leib/formats';
import { createDeviceFrame, POSE_SIZE, quality, type TrackingRecording, trackedPoints } from '@leib/tracking';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadClip } from '../../world/clips/clipList.js';
import { createKeyframeSource } from '../../world/demo/keyframeSource.js';
import {
  decodeSharedView,
  encodeSharedView,
  LINK_LIMIT,
  linkToView,
  type SharedView,
  sharedCodeOf,
} from './sharedView.js';
import { decodeTakeCode, encodeTakeCode } from './takeCode.js';

const json = fc.oneof(
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x || 0),
  fc.string(),
);
const points = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -900, max: 900 }).map((mm) => mm / 100)));
const views = fc.record(
  {
    room: fc.constantFrom('mirror', 'embody'),
    settings: fc.dictionary(fc.stringMatching(/^[a-z]{1,9}$/), json),
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
      expect(decoded.ok && JSON.parse(JSON.stringify(decoded.value))).toMatchObject(JSON.parse(JSON.stringify(view)));
    }),
    { numRuns: 50 },
  );
});

test('a damaged link is refused with a reason, whatever it is', async () => {
  const code = await encodeSharedView({ room: 'mirror', settings: {} });
  for (const bad of ['', 'abc', `${code.slice(0, -5)}`, '*** not base64 ***', code.slice(3)]) {
    const decoded = await decodeSharedView(bad);
    expect(decoded.ok).toBe(false);
  }
});

async function clipRecording(seconds: number): Promise<TrackingRecording> {
  const source = createKeyframeSource(await loadClip('wave'));
  const builder = createRecordingBuilder({ hz: 60, floorY: 0 });
  const frame = createDeviceFrame();
  for (let i = 0; i <= seconds * 60; i++) {
    source.step(i === 0 ? 0 : 1 / 60, frame);
    frame.timeSeconds = i / 60;
    appendFrame(builder, frame);
  }
  return finishRecording(builder);
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
  const { toBase64Url } = await import('./sharedView.js');
  const data = toBase64Url(encodeTakeCode(recording));
  const source = { kind: 'take', name: 'Take 1', headHeight: 1.5, data } as const;
  const link = await linkToView('http://127.0.0.1:8080/', { room: 'mirror', settings: {}, source });
  expect(link.length).toBeLessThan(LINK_LIMIT);
});

test('a part of a take is refused', async () => {
  const code = encodeTakeCode(await clipRecording(1));
  for (const length of [0, 1, 3, code.length - 1]) expect(decodeTakeCode(code.subarray(0, length)).ok).toBe(false);
});
