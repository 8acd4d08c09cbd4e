import { createBodyFrame, defaultBodyMap, remarksOnBodies } from '@leib/mocap';
import { quality } from '@leib/tracking';
import { expect, test } from 'vitest';
import { idsOfMap } from '../settings/bodyIds.js';
import { createLoggedSource } from './loggedSource.js';
import { readMocapFile } from './mocapFile.js';

const body = (id: number, x: string) => `[${id} 1.000][${x} 2 1500 0 0 0][1 0 0 0 1 0 0 0 1]`;

test('a DTrack log without times, with NaN and a doubled id, is played, and the room says each', async () => {
  const packet = (n: number, bodies: readonly string[]) => `fr ${n}\r\n6d ${bodies.length} ${bodies.join(' ')}\r\n`;
  const text = [
    packet(1, [body(0, '1000'), body(1, '2000'), body(2, '3000')]),
    packet(2, [body(0, 'nan'), body(1, '2000'), body(1, '4000'), body(2, '3000')]),
    packet(3, [body(0, '1000'), body(1, '2000'), body(2, '3000')]),
  ].join('');
  const opened = await readMocapFile(new File([text], 'log.txt'));
  if (opened.kind !== 'dtrack') throw new Error(`expected a log, got ${opened.kind}`);
  const source = createLoggedSource(opened.bytes, { bodyIds: idsOfMap(defaultBodyMap), upAxis: 'z' }, 'log.txt');
  expect(source.names).toEqual(['head', 'back', 'leftHand']);
  const frame = createBodyFrame(source.names);
  source.step(0, frame);
  expect([...frame.poses.slice(0, 2)]).toEqual([1, 1.5]);
  source.step(1.5 / 60, frame);
  expect([...frame.quality]).toEqual([quality.lost, quality.lost, quality.tracked]);
  expect(remarksOnBodies(source, frame, null)).toEqual([
    expect.stringMatching(/expected time stamps .* 60 Hz/),
    expect.stringMatching(/body 1: expected each id once, got it twice/),
    expect.stringMatching(/expected finite numbers in each body, got NaN/),
  ]);
});
