import { createDeviceFrame, quality, readRecordingFrame } from '@leib/tracking';
import { expect, test } from 'vitest';
import { createTrackingLineReader, readTrackingLines } from './trackingLines.js';

const lines = [
  '{"format":"leib-tracking/1","hz":90,"floorY":0.1}',
  '{"t":0,"head":[0,1.6,0,0,0,0,1],"leftHand":null,"rightHand":[0.2,1,0,0,0,0,1]}',
  '',
  '{"t":0.011,"head":[0,1.7,0,0,0,0,1],"leftHand":[0.3,1,0,0,0,0,1],"rightHand":null}',
];

test('line by line is the same as all at once', () => {
  const whole = readTrackingLines(lines.join('\n'));
  const expected = createDeviceFrame();
  const reader = createTrackingLineReader();
  expect(reader.header).toBeNull();
  const held = lines.map((line) => {
    const isMoment = reader.readLine(line);
    if (!isMoment) return false;
    readRecordingFrame(whole, reader.frame.timeSeconds === 0 ? 0 : 1, expected);
    expect(reader.frame.devicePoses).toEqual(expected.devicePoses);
    expect(reader.frame.quality).toEqual(expected.quality);
    return true;
  });
  reader.end();
  expect(held).toEqual([false, true, false, true]);
  expect(reader.header).toEqual(whole.header);
  expect(reader.frame.quality[2]).toBe(quality.lost);
});

test('what is wrong is said with the line', () => {
  const reader = createTrackingLineReader();
  expect(() => reader.end()).toThrow('the file is empty');
  expect(() => reader.readLine('{"format":"leib-joints/1"}')).toThrow(
    'line 1, format: expected "leib-tracking/1", got "leib-joints/1"',
  );
  reader.readLine(lines[0]);
  reader.readLine(lines[1]);
  expect(() => reader.readLine('{"t":-1}')).toThrow('leib-tracking/1 line 4, t');
  expect(() => reader.readLine('{"t":')).toThrow('leib-tracking/1 line 5: expected JSON');
});
