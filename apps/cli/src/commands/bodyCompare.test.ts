import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { type Mesh, writeGltfMesh, writeObj, writePly } from '@leib/formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodePng } from '../body/encodePicture.js';
import { buildLeib, callLeib, runLeib } from '../testing.js';

let folder: string;
const at = (name: string) => join(folder, name);
const defaultVertices = fileURLToPath(import.meta.resolve('@leib/body/leib-vertices.txt'));

beforeAll(() => {
  buildLeib();
  folder = mkdtempSync(join(tmpdir(), 'leib-compare-'));
  writeFileSync(at('small.obj'), writeObj(box(0.4, 1.6, 0.2)));
  writeFileSync(at('large.ply'), writePly(box(0.5, 1.8, 0.3)));
  writeFileSync(at('cm.glb'), writeGltfMesh(box(40, 160, 20)));
  writeFileSync(at('V.txt'), '# corners of a box\nHeelLeft = 1\tHeadTop = 3\nBack = 0\n');
  writeFileSync(at('D.txt'), 'HeelLeft, HeadTop, Height\nHeelLeft, Back, Width\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A box that stands on the floor: vertex bits are x, y and z. */
function box(width: number, height: number, depth: number): Mesh {
  const positions = new Float64Array(24);
  for (let corner = 0; corner < 8; corner++) {
    positions[corner * 3] = corner & 1 ? width / 2 : -width / 2;
    positions[corner * 3 + 1] = corner & 2 ? height : 0;
    positions[corner * 3 + 2] = corner & 4 ? depth / 2 : -depth / 2;
  }
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  const triangles = Uint32Array.from(quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]));
  return { name: 'box', positions, triangles, groups: [] };
}

/** Width and height of a PNG file, and its pixels unfiltered. */
function pngIn(svg: string): Buffer {
  return Buffer.from(/base64,([^"]+)"/.exec(svg)?.[1] ?? '', 'base64');
}

function readPng(bytes: Buffer) {
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const data: Buffer[] = [];
  for (let chunk = 8; chunk < bytes.length; ) {
    const length = bytes.readUInt32BE(chunk);
    if (bytes.toString('latin1', chunk + 4, chunk + 8) === 'IDAT')
      data.push(bytes.subarray(chunk + 8, chunk + 8 + length));
    chunk += length + 12;
  }
  const raw = inflateSync(Buffer.concat(data));
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < height; row++) {
    expect(raw[row * (width * 4 + 1)]).toBe(2);
    for (let i = 0; i < width * 4; i++) {
      const above = row > 0 ? pixels[(row - 1) * width * 4 + i] : 0;
      pixels[row * width * 4 + i] = (raw[row * (width * 4 + 1) + 1 + i] + above) & 255;
    }
  }
  return { width, height, pixels };
}

test('a picture comes back from PNG as it was', () => {
  const pixels = Uint8ClampedArray.from({ length: 7 * 5 * 4 }, (_, i) => (i * 37) % 256);
  expect(readPng(encodePng({ width: 7, height: 5, pixels }))).toEqual({ width: 7, height: 5, pixels });
});

test('bodies of any format: tables, text and six pictures', async () => {
  const out = at('out');
  const words = ['--vertices', at('V.txt'), '--distances', at('D.txt'), '--out', out, '--resolution', '320x200'];
  const { code, stdout, stderr } = await runLeib([
    ...['body', 'compare', ...words, '--background', 'grid', '--dots'],
    ...[`Fit=${at('small.obj')}`, at('large.ply'), at('cm.glb')],
  ]);
  expect(stderr.replace(/^(note: .*|drawing .*)\n/gm, '')).toBe('');
  expect(stderr).toContain('the unit is assumed to be cm');
  expect(code).toBe(0);
  expect(stdout).toBe(`${out}: 3 bodies, 3 pairs, 7 measures, 6 pictures\n`);
  expect(readdirSync(out).sort()).toEqual(
    [
      ...['bodies.csv', 'comparison.txt', 'pairs.csv'],
      ...['column-back.svg', 'column-front.svg', 'column-left.svg', 'row-back.svg', 'row-front.svg', 'row-left.svg'],
    ].sort(),
  );
  const pairs = readFileSync(join(out, 'pairs.csv'), 'utf8');
  expect(pairs).toContain('Fit,large,BoxHeight,cm,160,180,20\n');
  expect(pairs).toContain('Fit,large,Height,cm,160,180,20\n');
  expect(pairs).toContain('Fit,large,Width,cm,40,50,10\n');
  expect(pairs).toContain('Fit,cm,Volume,l,128,128,0\n');
  expect(pairs).toContain('large,cm,BoxDepth,cm,30,20,-10\n');
  const svg = readFileSync(join(out, 'row-left.svg'), 'utf8');
  expect(svg).toContain('>Fit</text>');
  const { width, height } = readPng(pngIn(svg));
  expect([width, height]).toEqual([320, 200]);
});

test('the same stature too, no pictures, as JSON', async () => {
  const out = at('same');
  const words = ['--out', out, '--images', 'none', '--same-stature', '170', '--json'];
  const { code, stdout } = await runLeib(['body', 'compare', ...words, at('small.obj'), at('large.ply')]);
  expect(code).toBe(0);
  const { bodies, sameStature, files } = JSON.parse(stdout);
  expect(bodies.map(({ values }: { values: number[] }) => values[1])).toEqual([1.6, 1.8]);
  for (const { values } of sameStature.bodies) expect(values[1]).toBeCloseTo(1.7, 9);
  expect(sameStature.bodies[0].scale).toBeCloseTo(1.0625, 9);
  expect(files).toContain('pairs-same-stature.csv');
  expect(existsSync(join(out, 'row-front.svg'))).toBe(false);
});

test('models with betas beside meshes, on the default body’s own vertices', async () => {
  const out = at('models');
  writeFileSync(at('tall.txt'), '# betas\n2, 0.5\n');
  const words = ['--vertices', defaultVertices, '--distances', at('height.txt'), '--circumferences', 'BellyButton'];
  writeFileSync(at('height.txt'), 'HeelLeft, HeadTop, Height\n');
  const { code, stderr } = await callLeib([
    ...['body', 'compare', ...words, '--front', 'BellyButton', '--out', out, '--images', 'row-front'],
    ...['--heat-map', 'mean', '--resolution', '400x200', 'mean=female', `female@${at('tall.txt')}`, 'female@0,3'],
  ]);
  expect(stderr.replace(/^drawing .*\n/gm, '')).toBe('');
  expect(code).toBe(0);
  const [header, mean, tall, heavy] = readFileSync(join(out, 'bodies.csv'), 'utf8')
    .split('\n')
    .map((row) => row.split(','));
  const column = (row: string[], name: string) => Number(row[header.indexOf(name)]);
  expect([mean[0], tall[0]]).toEqual(['mean', 'tall']);
  expect(column(tall, 'Height_cm')).toBeGreaterThan(column(mean, 'Height_cm') + 8);
  expect(column(heavy, 'AroundBellyButton_cm')).toBeGreaterThan(column(mean, 'AroundBellyButton_cm') + 10);
});

describe('errors are one line', () => {
  test.each([
    [['body'], 'leib: body: expected build, words, measure, fit, compare, batch, got nothing'],
    [['body', 'dance'], ', got "dance"; see leib body --help'],
    [['body', 'compare'], '<bodies>: expected a value, got nothing'],
    [['body', 'compare', 'small.obj'], '--out: expected a value, got nothing'],
    [
      ['body', 'compare', '--out', 'x', '--distances', 'D.txt', 'small.obj'],
      '--distances: expected --vertices with it',
    ],
    [
      ['body', 'compare', '--out', 'x', '--resolution', 'big', 'small.obj'],
      '--resolution: expected WIDTHxHEIGHT from 16x16 to 16384x16384, got "big"',
    ],
    [
      ['body', 'compare', '--out', 'x', '--background', 'pink', 'small.obj'],
      '--background: expected transparent, grid, white, got "pink"',
    ],
    [['body', 'compare', '--out', 'x', '--images', 'row-top', 'small.obj'], '--images: expected all, none, row-front'],
    [
      ['body', 'compare', '--out', 'x', '--same-stature', '7', 'small.obj'],
      '--same-stature: expected "mean" or centimetres from 30 to 300, got "7"',
    ],
    [['body', 'compare', '--out', 'x', '--spacing', '-1', 'small.obj'], '--spacing'],
    [['body', 'compare', '--out', 'x', '--up', 'w', 'small.obj'], '--up: expected x, y, z, -x, -y, -z, got "w"'],
    [['body', 'compare', '--out', 'x', '--unit', 'ft', 'small.obj'], '--unit: expected auto, m, dm, cm, mm, got "ft"'],
    [['body', 'compare', '--out', 'x', '--heat-map', 'who', 'small.obj'], '--heat-map: expected "small", got "who"'],
  ])('%j: exit code 2', async (words, what) => {
    const { code, stderr, stdout } = await callLeib(words.map((word) => (/\.(obj|txt)$/.test(word) ? at(word) : word)));
    expect(stderr).toContain(what);
    expect(stderr).toMatch(/^leib: .+\n$/);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  test.each([
    [
      ['--vertices', 'smpl.txt', '--distances', 'D.txt', 'small.obj'],
      'small: expected 6890 vertices (SMPL) as in the vertices file, got 8',
    ],
    [
      ['--vertices', 'V.txt', '--distances', 'unknown.txt', 'small.obj'],
      'unknown.txt: distances line 1: expected a name of the vertices file, got "Nose"',
    ],
    [['--vertices', 'bad.txt', 'small.obj'], 'bad.txt: vertices line 1: expected "Name = index", got "Nose"'],
    [
      ['--vertices', 'V.txt', 'small.obj', 'triangle.obj'],
      'triangle: expected 8 vertices as in small, got 4; use one vertices file with "# vertexCount = N" for each',
    ],
    [['missing.obj'], 'missing.obj: expected a readable file'],
    [['bad.txt'], 'bad.txt: file: expected a mesh'],
    [['broken.obj'], 'broken.obj: OBJ line 1: y of a vertex is "q"'],
    [['female@1,x'], 'beta 2: expected a number, got "x"'],
    [['female@missing.txt'], 'betas: expected numbers or a file, got "missing.txt"'],
    [['evil.pkl@0'], 'expected an array of numpy, scipy or chumpy, got os.system'],
  ])('%j: exit code 1, nothing written', async (words, what) => {
    writeFileSync(at('smpl.txt'), 'HeadTop = 412\nHeelLeft = 3466\nBack = 3022\n');
    writeFileSync(at('unknown.txt'), 'HeelLeft, Nose, Face\n');
    writeFileSync(at('bad.txt'), 'Nose\n');
    writeFileSync(at('broken.obj'), 'v 0 q 0\n');
    writeFileSync(at('triangle.obj'), 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 2 0\nf 1 2 3\n');
    writeFileSync(at('evil.pkl'), "(dp0\ncos\nsystem\n(S'true'\ntR.");
    const paths = words.map((word) => (/^[a-zA-Z]+\.(obj|txt|pkl)/.test(word) ? at(word) : word));
    const { code, stderr } = await callLeib(['body', 'compare', '--out', at('nothing'), ...paths]);
    expect(stderr).toContain(what);
    expect(stderr).toMatch(/^leib: .+\n$/);
    expect(code).toBe(1);
    expect(existsSync(at('nothing'))).toBe(false);
  });
});
