import { defaultSkeleton } from '@leib/body';
import { motionOfTrack } from '@leib/core';
import { writeGltfMotion } from '@leib/formats';
import { expect, test, vi } from 'vitest';
import { fakeKeptFiles } from '../../files/keptFiles.testing.js';
import { KeptTakes } from '../../files/takes/keptTakes.js';
import { entryOf } from '../../rooms/puppet/takes/takeEntry.js';
import { createRealClock } from '../../time/clock.js';
import { adoptOlderTakes } from './olderTakes.js';

vi.stubGlobal('__LEIB_VERSION__', '0');

test('takes that earlier versions kept for single rooms move into the one list, with their sound', async () => {
  const [mocap, puppet] = [fakeKeptFiles(), fakeKeptFiles()];
  const { jointCount } = defaultSkeleton;
  const localRotations = Float64Array.from({ length: 3 * jointCount * 4 }, (_, i) => (i % 4 === 3 ? 1 : 0));
  const rootPositions = Float64Array.from({ length: 9 }, (_, i) => (i % 3 === 1 ? 1 : 0));
  const motion = { name: 'x', skeleton: defaultSkeleton, hz: 30, frameCount: 3, rootPositions, localRotations };
  await mocap.put({ name: 'Take 1', bytes: new Uint8Array(await writeGltfMotion(motion)) });
  const header = { format: 'leib-puppet-take/1', name: 'Croak', hz: 30, parts: ['jaw'], spreadParts: [], handCount: 0 };
  const frame = { joints: [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1], spreads: [], hands: [] };
  const lines = `${[header, frame, frame].map((each) => JSON.stringify(each)).join('\n')}\n`;
  const sound = { name: 'voice.wav', type: 'audio/wav', startSeconds: 0.25 };
  const head = `${JSON.stringify({ puppet: 'Frog', takeBytes: lines.length, sound })}\n`;
  await puppet.put({
    name: 'a',
    bytes: new Uint8Array(await new Blob([head, lines, Uint8Array.of(1, 2)]).arrayBuffer()),
  });
  const kept = new KeptTakes(createRealClock(), () => {}, { list: fakeKeptFiles(), files: fakeKeptFiles() });
  await adoptOlderTakes(kept, { mocap, puppet });
  expect(kept.takes.map(({ name, kind, avatar }) => [name, kind, avatar])).toEqual([
    ['Take 1', 'body', ''],
    ['Croak', 'puppet', 'Frog'],
  ]);
  expect(motionOfTrack((await kept.recordingOf(kept.takes[0])).tracks[0]).frameCount).toBe(3);
  const entry = entryOf(kept.takes[1], await kept.recordingOf(kept.takes[1]));
  expect(entry.sound).toEqual({ ...sound, bytes: Uint8Array.of(1, 2) });
  expect([...(await mocap.names()), ...(await puppet.names())]).toEqual([]);
});
