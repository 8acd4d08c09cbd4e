import { quality } from '@leib/tracking';
import { expect, test } from 'vitest';
import { encodeDTrackBodies } from '../simulate/dtrackOfBodies.js';
import { createBodyFrame } from './bodyFrame.js';
import { defaultBodyMap } from './bodyMap.js';
import { createLoggedBodySource, readDTrackLog } from './dtrackLog.js';

/** Three packets, 0.1 s apart: the head goes up by a centimetre each, the back is lost in the second. */
function logText(): string {
  const decoder = new TextDecoder();
  return [0, 1, 2]
    .map((i) => {
      const frame = createBodyFrame();
      frame.timeSeconds = 1000 + i / 10;
      frame.quality.set([quality.tracked, i === 1 ? quality.lost : quality.tracked]);
      frame.poses.set([0.1, 1.5 + i / 100, 0, 0, 0, 0, 1, 0, 1.2, -0.1, 0, 0, 0, 1]);
      return decoder.decode(encodeDTrackBodies(defaultBodyMap, frame, i + 1));
    })
    .join('');
}

test('packets of a log become frames with their times; a lost body stays where it was', () => {
  const log = readDTrackLog(logText(), defaultBodyMap, 'y');
  expect(log.frames.map(({ timeSeconds }) => Math.round(timeSeconds * 100))).toEqual([0, 10, 20]);
  expect(log.frames.map(({ poses }) => Math.round(poses[1] * 100))).toEqual([150, 151, 152]);
  expect(log.frames.map((frame) => frame.quality[1])).toEqual([quality.tracked, quality.lost, quality.tracked]);
  expect(log.frames[1].poses[8]).toBeCloseTo(1.2, 5);
  const source = createLoggedBodySource(log, 'log');
  const out = createBodyFrame(source.names);
  source.step(0.12, out);
  expect(out.poses[1]).toBeCloseTo(1.51, 5);
});

test('a text without packets of known bodies is refused with what to do', () => {
  expect(() => readDTrackLog('fr 1\r\n6dcal 0\r\n', defaultBodyMap, 'y')).toThrow(
    /expected packets with bodies 0, 1.*got none/,
  );
});
