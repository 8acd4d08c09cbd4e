import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildLeib, callLeib, runLeib } from './testing.js';
import { trackingFixture } from './trackingFixture.testing.js';

// Calls that were unclear: each ends in one sentence that says what to do, or works.

let folder: string;
const at = (name: string) => join(folder, name);
const tracking = trackingFixture({ frameCount: 10 });

beforeAll(() => {
  buildLeib();
  folder = mkdtempSync(join(tmpdir(), 'leib-errors-'));
  writeFileSync(at('in.tracking.jsonl'), tracking);
  writeFileSync(at('small.tracking.jsonl'), trackingFixture({ frameCount: 10, header: { stature: 0.1 } }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  [
    '--hz -5',
    ['convert', 'in.tracking.jsonl', 'x.bvh', '--hz', '-5'],
    2,
    /^leib: --hz: expected a rate from .* got "-5"$/,
  ],
  ['--hz -.5', ['convert', 'in.tracking.jsonl', 'x.bvh', '--hz', '-.5'], 2, /got "-\.5"$/],
  [
    '- without --to',
    ['convert', 'in.tracking.jsonl', '-'],
    2,
    /^leib: --to: expected one of bvh, .* for standard output/,
  ],
  ['- and --json', ['convert', 'in.tracking.jsonl', '-', '--to', 'bvh', '--json'], 2, /^leib: --json: expected a file/],
  [
    '--out - --json',
    ['embody', '--in', 'in.tracking.jsonl', '--out', '-', '--json'],
    2,
    /^leib: --json: expected a file/,
  ],
  ['- as a folder', ['body', 'fit', 'female', '--out', '-'], 2, /^leib: -: expected the name of a folder/],
  ['- as a file', ['mocap', 'skeleton', '--out', '-'], 2, /^leib: -: expected the name of a file/],
  ['two outputs', ['convert', 'in.tracking.jsonl', 'x.bvh', '--out', 'y.bvh'], 2, /^leib: --out: expected one <out>/],
  ['no output', ['convert', 'in.tracking.jsonl'], 2, /^leib: <out>: expected a value, got nothing/],
  ['a device as input', ['convert', '/dev/zero', 'x.bvh'], 1, /^leib: \/dev\/zero: expected a file, got a device/],
  [
    'the input as output',
    ['convert', 'in.tracking.jsonl', 'in.tracking.jsonl'],
    2,
    /expected another file than the input/,
  ],
  ['the same by embody', ['embody', '--in', 'in.tracking.jsonl', '--out', 'in.tracking.jsonl'], 2, /than the input/],
  [
    '0.1 m',
    ['embody', '--in', 'small.tracking.jsonl', '--out', 'x.jsonl'],
    1,
    /stature: expected 0\.3 to 3 m, got 0\.1$/,
  ],
  ['0.1 m, convert', ['convert', 'small.tracking.jsonl', 'x.bvh'], 1, /small\.tracking\.jsonl: stature: expected 0\.3/],
])('%s', async (_name, words, code, sentence) => {
  const paths = words.map((word) => (/\.(jsonl|bvh)$/.test(word) ? at(word) : word));
  const { stderr, ...result } = await callLeib(paths);
  expect(result).toMatchObject({ code, stdout: '' });
  expect(stderr.trim()).toMatch(sentence);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(readdirSync(folder).sort()).toEqual(['in.tracking.jsonl', 'small.tracking.jsonl']);
});

test('the output may be an option', async () => {
  const { code, stdout } = await callLeib(['convert', at('in.tracking.jsonl'), '--out', at('out.bvh')]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('out.bvh: 10 frames') });
  rmSync(at('out.bvh'));
});

test('gzip on standard input is unpacked, and a movement goes to standard output', async () => {
  const [plain, packed] = await Promise.all(
    [Buffer.from(tracking), gzipSync(tracking)].map((input) =>
      runLeib(['embody', '--in', '-', '--out', '-', '--solver', 'baseline'], {}, input),
    ),
  );
  expect(plain).toMatchObject({ code: 0 });
  expect(plain.stdout.trim().split('\n')).toHaveLength(11);
  expect(packed.stdout).toBe(plain.stdout);
  const bvh = await runLeib(['convert', '-', '-', '--to', 'bvh'], {}, gzipSync(tracking));
  expect(bvh).toMatchObject({ code: 0, stderr: 'note: the body between the trackers was worked out, not recorded\n' });
  expect(bvh.stdout).toMatch(/^HIERARCHY\n[\s\S]*Frames: 10\n/);
});
