import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bandaiLikeBvh, cmuLikeBvh, mixamoLikeBvh } from '../fixtures.testing.js';
import { FormatError } from '../formatError.js';
import { parseBvh } from './parseBvh.js';

const parse = (text: string) => parseBvh(new TextEncoder().encode(text));

function errorOf(text: string): FormatError {
  try {
    parse(text);
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError);
    return error as FormatError;
  }
  throw new Error('was read without complaint');
}

const tiny = [
  'HIERARCHY',
  'ROOT Hips',
  '{',
  'OFFSET 0 1 0',
  'CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation',
  'End Site',
  '{',
  'OFFSET 0 0.5 0',
  '}',
  '}',
  'MOTION',
  'Frames: 2',
  'Frame Time: .0083333',
  '1 2 3 4 5 6',
  '-1.5 2e1 +3 .25 5. -6E-2',
];

/** The same with some lines replaced (by number, from 1). */
const tinyWith = (changes: Readonly<Record<number, string>>) =>
  tiny.map((line, i) => changes[i + 1] ?? line).join('\n');

test('hierarchy, channels, times and numbers come out as written', () => {
  const file = parse(tiny.join('\n'));
  expect(file.joints.map(({ name, parent, isEndSite }) => [name, parent, isEndSite])).toEqual([
    ['Hips', -1, false],
    ['HipsEnd', 0, true],
  ]);
  expect(file.joints[1].offset).toEqual([0, 0.5, 0]);
  expect(file.frameTimeSeconds).toBe(0.0083333);
  expect(Array.from(file.values)).toEqual([1, 2, 3, 4, 5, 6, -1.5, 20, 3, 0.25, 5, -0.06]);
});

test.each([
  ['CRLF', tiny.join('\r\n')],
  ['CR alone', tiny.join('\r')],
  ['tabs and blank lines', tiny.join('\n\n').replaceAll(' ', '\t').replace('Frame\tTime', 'Frame Time')],
  ['a byte order mark', `\ufeff${tiny.join('\n')}`],
  ['other case', tiny.join('\n').replace('ROOT', 'Root').replace('End Site', 'end site').replace('Xpos', 'XPos')],
  ['braces on the same line', tiny.join('\n').replace('Hips\n{', 'Hips {').replace('Site\n{', 'Site {')],
  ['no line end at the end, blanks at line ends', tiny.join(' \n').trimEnd()],
])('layout does not matter: %s', (_, text) => {
  expect(parse(text)).toEqual(parse(tiny.join('\n')));
});

test('names keep blanks and colons; a name that comes twice is numbered', () => {
  const text = tiny.join('\n').replace('ROOT Hips', 'ROOT Bip01 Pelvis:x');
  expect(parse(text).joints[0].name).toBe('Bip01 Pelvis:x');
  const twice = tinyWith({ 6: 'JOINT Hips\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\nEnd Site' });
  const file = parse(twice);
  expect(file.joints.map(({ name }) => name)).toEqual(['Hips', 'Hips.2', 'HipsEnd']);
  expect(file.renamed[0]).toContain('line 6');
});

test.each(Array.from({ length: 50 }, (_, i) => i + 1))(
  'numbers are the nearest doubles, as Number() gives them (%i)',
  (seed) => {
    const doubles = fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }), {
      numRuns: 6,
      seed,
    });
    const words = doubles.map((value, i) =>
      i % 3 === 0 ? value.toFixed(6) : i % 3 === 1 ? String(value) : value.toExponential(9),
    );
    const file = parse(tinyWith({ 14: words.join(' ') }));
    expect(Array.from(file.values.subarray(0, 6))).toEqual(words.map(Number));
  },
);

describe('damage is named with line and reason', () => {
  test.each<[string, string, RegExp]>([
    ['empty file', '', /^BVH line 1: the file is empty$/],
    ['only blanks', ' \n\n', /the file is empty/],
    ['wrong header', 'HIERARCHIE\n', /^BVH line 1: expected HIERARCHY, got "HIERARCHIE"$/],
    ['a number too few', tinyWith({ 15: '1 2 3 4 5' }), /^BVH line 15: expected 6 numbers, got 5$/],
    ['a number too many', tinyWith({ 14: '1 2 3 4 5 6 7' }), /^BVH line 14: expected 6 numbers, got 7$/],
    ['a frame too few', tiny.slice(0, 14).join('\n'), /^BVH line 14: the file ends after 1 of 2 frames$/],
    ['a frame too many', `${tiny.join('\n')}\n1 2 3 4 5 6\n`, /^BVH line 16: "1" after the last of 2 frames$/],
    ['NaN', tinyWith({ 15: '1 2 nan 4 5 6' }), /^BVH line 15: number 3 is "nan"$/],
    ['infinity', tinyWith({ 15: '1 2 3 4 1e999 6' }), /^BVH line 15: number 5 is "1e999"$/],
    ['hexadecimal', tinyWith({ 15: '0x1 2 3 4 5 6' }), /number 1 is "0x1"/],
    ['two points', tinyWith({ 15: '1 2 3.4.5 4 5 6' }), /number 3 is "3.4.5"/],
    ['a lone sign', tinyWith({ 15: '1 2 - 4 5 6' }), /number 3 is "-"/],
    ['a zero byte', tinyWith({ 15: '1 2 \0 4 5 6' }), /^BVH line 15: number 3 is/],
    ['no frames', tinyWith({ 12: 'Frames: 0' }), /^BVH line 12: Frames: expected a whole number of at least 1, got 0$/],
    [
      'half a frame',
      tinyWith({ 12: 'Frames: 1.5' }),
      /line 12: Frames: expected a whole number of at least 1, got 1.5/,
    ],
    ['frame count that is no number', tinyWith({ 12: 'Frames: many' }), /line 12: expected the number of frames/],
    ['more frames than memory', tinyWith({ 12: 'Frames: 1e15' }), /ends after 2 of 1000000000000000 frames/],
    ['no frame time', tinyWith({ 13: '' }), /line 14: expected Frame, got "1"/],
    ['frame time zero', tinyWith({ 13: 'Frame Time: 0' }), /line 13: Frame Time: expected 0.0001 to 100 s, got 0/],
    ['words after the frame time', tinyWith({ 13: 'Frame Time: 0.1 s' }), /line 13: "s" after the frame time/],
    ['no channels at all', tinyWith({ 5: 'CHANNELS 0' }), /no joint has channels/],
    [
      'unknown channel',
      tinyWith({ 5: 'CHANNELS 1 Wrotation' }),
      /line 5: channel 1 of 1 at "Hips": expected e.g. Zrotation, got "Wrotation"/,
    ],
    ['channel twice', tinyWith({ 5: 'CHANNELS 2 Xrotation Xrotation' }), /line 5: Xrotation twice/],
    [
      'too many channels',
      tinyWith({ 5: 'CHANNELS 7 Xrotation' }),
      /line 5: channels of "Hips": expected 0 to 6, got 7/,
    ],
    ['short OFFSET', tinyWith({ 4: 'OFFSET 0 1' }), /line 5: expected OFFSET value 3 of "Hips", got "CHANNELS"/],
    ['no OFFSET', tinyWith({ 8: '' }), /line 9: joint "HipsEnd" \(line 6\) has no OFFSET/],
    ['missing brace', tinyWith({ 10: '' }), /line 11: MOTION begins while joint "Hips" \(line 2\) lacks its }/],
    ['brace too many', tinyWith({ 10: '}}' }), /line 10: one } too many/],
    ['joint without brace', tinyWith({ 3: '' }), /line 4: expected { after joint "Hips", got "OFFSET"/],
    ['joint without name', tinyWith({ 2: 'ROOT' }), /line 2: ROOT without a name/],
    ['two roots', tinyWith({ 11: 'ROOT Other\n{\nOFFSET 0 0 0\n}\nMOTION' }), /line 11: a second ROOT/],
    ['joint in an End Site', tinyWith({ 8: 'JOINT a\n{\n' }), /line 8: JOINT inside an End Site/],
    ['no MOTION', tiny.slice(0, 10).join('\n'), /line 10: the file ends inside HIERARCHY/],
    [
      'nonsense',
      tinyWith({ 5: 'WOBBLE' }),
      /line 5: expected ROOT, JOINT, End Site, OFFSET, CHANNELS or MOTION, got "WOBBLE"/,
    ],
  ])('%s', (_, text, message) => {
    expect(errorOf(text).message).toMatch(message);
  });

  test.each([
    ['CMU', cmuLikeBvh()],
    ['Bandai', bandaiLikeBvh()],
    ['Mixamo', mixamoLikeBvh()],
  ])('a file cut off anywhere before its last frame is refused (%s)', (_, text) => {
    const lastFrame = text.trimEnd().lastIndexOf('\n');
    for (let at = 0; at <= lastFrame; at += 37) expect(errorOf(text.slice(0, at)).where).toMatch(/^BVH line \d+$/);
  });

  test('binary garbage and broken files throw FormatError and nothing else', () => {
    const whole = new TextEncoder().encode(cmuLikeBvh(3));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(whole.length), fc.boolean(), (noise, at, isInside) => {
        const bytes = isInside ? whole.slice() : noise;
        if (isInside) bytes.set(noise.subarray(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length));
        try {
          parseBvh(bytes);
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
        }
      }),
      { numRuns: 400, seed: 1 },
    );
  });
});

test('names in UTF-8 and in Shift_JIS are the same names', () => {
  const text = 'HIERARCHY\nROOT 頭\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n}\nMOTION\nFrames: 1\nFrame Time: 1\n0\n';
  const [before, after] = text.split('頭').map((part) => new TextEncoder().encode(part));
  // Shift_JIS of 頭.
  const older = Uint8Array.from([...before, 0x93, 0xaa, ...after]);
  for (const bytes of [new TextEncoder().encode(text), older]) expect(parseBvh(bytes).joints[0].name).toBe('頭');
});
