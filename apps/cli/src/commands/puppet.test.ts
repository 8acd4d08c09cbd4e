import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordingOf } from '@leib/core';
import { readGlb, readHandLines, writeGltfMesh, writeObj, writePly, writeRecording } from '@leib/formats';
import { examplePuppetNames, puppetIntoGltf, writePuppet } from '@leib/puppet';
import { trackOfHand } from '@leib/tracking/hands';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPuppet } from '../puppet/readPuppet.js';
import { strip, stripPuppet } from '../puppet/stripPuppet.testing.js';
import { callLeib } from '../testing.js';

const folder = mkdtempSync(join(tmpdir(), 'leib-puppet-'));
const at = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(at(name), 'utf8');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Thumb closes within half a second and stays; the hand is lost from 1 s to 4 s. */
function handText(): string {
  const lines = Array.from({ length: 301 }, (_, i) => i / 60)
    .filter((t) => t <= 1 || t >= 4)
    .map((t) => {
      const bends = [Math.min(1, 2 * t), 0, 0, 0, 0];
      return JSON.stringify({ t, bends, position: [0.1 * Math.min(t, 1), 0, 0], rotation: [0, 0, 0, 1] });
    });
  return `${[JSON.stringify({ format: 'leib-hand/1', hz: 60 }), ...lines].join('\n')}\n`;
}

beforeAll(() => {
  writeFileSync(at('strip.ply'), writePly(strip));
  writeFileSync(at('strip.json'), writePuppet(stripPuppet()));
  writeFileSync(at('strip.glb'), puppetIntoGltf(writeGltfMesh(strip), stripPuppet()));
  writeFileSync(at('plain.glb'), writeGltfMesh(strip));
  writeFileSync(at('plain.obj'), writeObj(strip));
  const { json, binary } = readGlb(writeGltfMesh(strip));
  writeFileSync(at('plain.gltf'), JSON.stringify({ ...json, buffers: [{ ...json.buffers?.[0], uri: 'plain.bin' }] }));
  writeFileSync(at('plain.bin'), binary as Uint8Array);
  writeFileSync(at('hand.jsonl'), handText());
});

const play = (puppet: string, hand: string, out: string, ...more: string[]) =>
  callLeib(['puppet', 'play', '--puppet', puppet, '--hand', at(hand), '--out', at(out), ...more]);

interface Frame {
  readonly t: number;
  readonly parts: Readonly<Record<string, readonly number[]>>;
  readonly skin: { readonly meanOffset: number; readonly maxOffset: number };
}

function framesOf(name: string): { header: Record<string, unknown>; frames: Frame[] } {
  const [header, ...frames] = read(name)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { header, frames };
}

test('leib puppet check says what a puppet is made of, from JSON and from GLB alike', async () => {
  const { code, stdout, stderr } = await callLeib(['puppet', 'check', at('strip.json')]);
  expect(code).toBe(0);
  expect(stdout).toContain('parts      1 (0 bones, 1 boxes): jaw');
  expect(stdout).toContain('33 vertices at 33 places, 40 triangles');
  expect(stderr).toMatch(/^note: \d+ of 33 places \(\d+\.\d %\) are in no part and go with the whole puppet\.\n$/);
  const inGlb = JSON.parse((await callLeib(['puppet', 'check', at('strip.glb'), '--json'])).stdout);
  const inJson = JSON.parse((await callLeib(['puppet', 'check', at('strip.json'), '--json'])).stdout);
  expect({ ...inGlb, puppet: '' }).toEqual({ ...inJson, puppet: '' });
  expect(inJson).toMatchObject({ parts: [{ name: 'jaw', parent: null, kind: 'box' }], mesh: { places: 33 } });
});

test('a part that carries nothing is named', async () => {
  const file = stripPuppet();
  const away = {
    ...file.parts[0],
    name: 'wing',
    shape: { ...file.parts[0].shape, centre: [5, 5, 5], pivot: [5, 5, 5] },
  };
  writeFileSync(at('wing.json'), writePuppet({ ...file, parts: [...file.parts, away as never] }));
  const { stderr } = await callLeib(['puppet', 'check', at('wing.json')]);
  expect(stderr).toContain('note: Part "wing" carries nothing of the surface.\n');
});

test.each([
  [
    'a broken reference',
    'broken.json',
    'hands[0].connections[0].part: expected the name of a part, got "jam"; there are "jaw"',
  ],
  ['another version', 'newer.json', 'format: expected "leib-puppet/1", got "leib-puppet/2"; open it with a newer Leib'],
  ['a model that is not there', 'alone.json', 'expected a readable file, got no such file'],
  ['no such file', 'none.json', 'expected a readable file'],
])('%s ends with code 1 and one sentence', async (_, name, reason) => {
  const text = writePuppet(stripPuppet());
  writeFileSync(at('broken.json'), text.replace('"part": "jaw"', '"part": "jam"'));
  writeFileSync(at('newer.json'), text.replace('leib-puppet/1', 'leib-puppet/2'));
  writeFileSync(at('alone.json'), text.replace('strip.ply', 'other.ply'));
  const { code, stdout, stderr } = await callLeib(['puppet', 'check', at(name)]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toContain(reason);
});

test('leib puppet play: the jaw follows the thumb, rests in the gap, comes back; twice the same bits', async () => {
  const { code, stderr } = await play(at('strip.json'), 'hand.jsonl', 'a.jsonl');
  expect(code).toBe(0);
  expect(stderr).toContain('the hand is lost once, 3.00 s in all, the first at 1.00 s; the puppet goes to rest there');
  const { header, frames } = framesOf('a.jsonl');
  expect(header).toMatchObject({ format: 'leib-puppet-frames/1', hz: 60 });
  expect(frames).toHaveLength(301);
  const angleAt = (t: number) => 2 * Math.asin(Math.abs(frames[Math.round(t * 60)].parts.jaw[3]));
  expect(angleAt(0)).toBeLessThan(0.05);
  expect(angleAt(1)).toBeGreaterThan(0.6);
  expect(angleAt(3.9)).toBeLessThan(0.02);
  expect(angleAt(5)).toBeGreaterThan(0.6);
  expect(frames.every(({ skin }) => skin.maxOffset >= skin.meanOffset && skin.meanOffset >= 0)).toBe(true);
  expect(Math.max(...frames.map(({ skin }) => skin.maxOffset))).toBeGreaterThan(0);
  await play(at('strip.json'), 'hand.jsonl', 'b.jsonl');
  expect(read('b.jsonl')).toBe(read('a.jsonl'));
});

test.each(['plain.glb', 'plain.obj', 'plain.gltf'])(
  '%s, a model without a puppet, is played with proposed bones',
  async (name) => {
    const { code, stderr } = await play(at(name), 'hand.jsonl', 'bare.jsonl');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/The model holds no puppet: bones were proposed, \d+ in all, and \d fingers move/),
    });
    const { header, frames } = framesOf('bare.jsonl');
    const [first] = header.parts as string[];
    expect(frames[60].parts[first]).not.toEqual(frames[0].parts[first]);
  },
);

test('--hz and --rest: other frame rates, and time to come to rest', async () => {
  expect((await play(at('strip.glb'), 'hand.jsonl', 'c.jsonl', '--hz', '30', '--rest', '2', '--json')).code).toBe(0);
  const { header, frames } = framesOf('c.jsonl');
  expect(header).toMatchObject({ hz: 30 });
  expect(frames).toHaveLength(211);
  expect(frames[210].t).toBeCloseTo(7, 6);
  expect(frames[210].parts.jaw[3]).toBeCloseTo(0, 3);
});

test('lines that are broken or out of order are left out and reported, and the rest is played', async () => {
  const lines = handText().trim().split('\n');
  lines.splice(21, 1, '{"t": 0.33, "ben');
  [lines[30], lines[31]] = [lines[31], lines[30]];
  writeFileSync(at('torn.jsonl'), lines.join('\n'));
  const { code, stdout, stderr } = await play(at('strip.json'), 'torn.jsonl', 'd.jsonl', '--json');
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /torn\.jsonl: lines that cannot be read were left out: leib-hand\/1 line 22: .*, and 1 more\n/,
  );
  expect(JSON.parse(stdout)).toMatchObject({
    frames: 301,
    hands: [{ badLines: 2, gaps: [{ fromSeconds: 1, toSeconds: 4 }] }],
  });
});

test.each([
  ['no puppet', ['--hand', 'h', '--out', 'o'], '--puppet: expected a value', 2],
  [
    'an unknown example',
    ['--puppet', 'frgo', '--hand', 'h', '--out', 'o'],
    'frgo: expected a file, or an example: frog,',
    1,
  ],
  ['not a hand', ['--puppet', at('strip.json'), '--hand', at('strip.json'), '--out', at('o')], 'leib-hand/1 line 1', 1],
  ['no frames', ['--puppet', at('strip.json'), '--hand', at('empty.jsonl'), '--out', at('o')], 'has no frames', 1],
  [
    'a time of years',
    ['--puppet', at('strip.json'), '--hand', at('late.jsonl'), '--out', at('o')],
    'expected at most 864000 frames',
    1,
  ],
  [
    'a second hand for one that has one',
    ['--puppet', at('strip.json'), '--hand', at('hand.jsonl'), '--second-hand', at('hand.jsonl'), '--out', at('o')],
    'expected a puppet for two hands, got one with 1 in "hands"',
    1,
  ],
])('%s is refused in one sentence', async (_, words, reason, expected) => {
  const header = '{"format": "leib-hand/1", "hz": 60}\n';
  writeFileSync(at('empty.jsonl'), header);
  writeFileSync(at('late.jsonl'), `${header}{"t":0,"bends":[0,0,0,0,0]}\n{"t":1e9,"bends":[0,0,0,0,0]}\n`);
  const { code, stderr } = await callLeib(['puppet', 'play', ...words]);
  expect(code).toBe(expected);
  expect(
    stderr
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('leib:')),
  ).toHaveLength(1);
  expect(stderr).toContain(reason);
});

test('the second hand moves what the first does not', async () => {
  const file = stripPuppet();
  const hands = [
    { ...file.hands[0], connections: [] },
    { ...file.hands[0], name: 'second', carries: { kind: 'nothing' } as const },
  ];
  writeFileSync(at('two.json'), writePuppet({ ...file, hands }));
  await play(at('two.json'), 'hand.jsonl', 'one.jsonl');
  await play(at('two.json'), 'hand.jsonl', 'two.jsonl', '--second-hand', at('hand.jsonl'));
  expect(framesOf('one.jsonl').frames[60].parts.jaw[3]).toBe(0);
  expect(Math.abs(framesOf('two.jsonl').frames[60].parts.jaw[3])).toBeGreaterThan(0.3);
});

test('the hands of an MCAP recording play as their files do', async () => {
  const hand = readHandLines(handText());
  const still = { ...hand, bends: new Float64Array(hand.bends.length) };
  writeFileSync(
    at('hands.mcap'),
    await writeRecording(recordingOf([trackOfHand(hand, 'hand 1'), trackOfHand(still, 'hand 2')])),
  );
  expect((await play(at('strip.json'), 'hands.mcap', 'm.jsonl')).code).toBe(0);
  await play(at('strip.json'), 'hand.jsonl', 'a.jsonl');
  const jaws = (name: string) => framesOf(name).frames.map(({ parts }) => parts.jaw[3].toFixed(4));
  expect(jaws('m.jsonl')).toEqual(jaws('a.jsonl'));
  // The second hand of the puppet plays the second hand of the recording: it moves nothing.
  await play(at('two.json'), 'hands.mcap', 'two.jsonl', '--second-hand', at('hands.mcap'));
  expect(framesOf('two.jsonl').frames[60].parts.jaw[3]).toBe(0);
  writeFileSync(at('none.mcap'), await writeRecording(recordingOf([], { documents: [{ seconds: 0, doc: {} }] })));
  expect((await play(at('strip.json'), 'none.mcap', 'm.jsonl')).code).toBe(1);
});

test('examples are found by name', async () => {
  const { file, mesh } = await readPuppet('frog');
  expect(file.name).toBe('Frog');
  expect(mesh.placeCount).toBeGreaterThan(1000);
});

test.each(['check', 'play'])('the help of leib puppet %s names every example', async (word) => {
  const { stdout } = await callLeib(['puppet', word, '--help']);
  expect(stdout.replace(/\s+/g, ' ')).toContain(`an example: ${examplePuppetNames.join(', ')}`);
});
