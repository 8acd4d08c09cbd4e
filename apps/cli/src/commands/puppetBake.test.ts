/// <reference path="../../../../packages/formats/src/scene/gltfValidator.testing.d.ts" />

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readGlb, writePly, writeRecording } from '@leib/formats';
import {
  appendTakeFrame,
  beginTake,
  buildPuppetModel,
  createPuppetState,
  finishTake,
  puppetMeshOf,
  recordingOfTake,
  stepPuppet,
  writePuppet,
  writeTake,
} from '@leib/puppet';
import { validateBytes } from 'gltf-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { strip, stripPuppet } from '../puppet/stripPuppet.testing.js';
import { callLeib } from '../testing.js';

const folder = mkdtempSync(join(tmpdir(), 'leib-bake-'));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  const lines = Array.from({ length: 13 }, (_, i) => {
    const bend = 0.5 - 0.5 * Math.cos(i);
    return JSON.stringify({ t: i / 30, bends: [bend, bend, bend, bend, bend], position: [0.01 * i, 0, 0] });
  });
  writeFileSync(at('hand.jsonl'), `${['{"format": "leib-hand/1", "hz": 30}', ...lines].join('\n')}\n`);
  writeFileSync(at('strip.ply'), writePly(strip));
  writeFileSync(at('strip.json'), writePuppet(stripPuppet()));
  const model = await buildPuppetModel(stripPuppet(), puppetMeshOf(strip.positions, strip.triangles));
  const state = createPuppetState(model);
  const recorder = beginTake(model, { name: 'nod', hz: 30 });
  for (let frame = 0; frame < 10; frame++) {
    const angle = 0.05 * frame;
    const turns = [{ part: 0, localRotation: [Math.sin(angle), 0, 0, Math.cos(angle)] as never }];
    stepPuppet(model, state, { hands: [], drags: [], turns }, 1 / 30);
    appendTakeFrame(recorder, state, [], 1 / 30);
  }
  const text = writeTake(finishTake(recorder));
  writeFileSync(at('take.jsonl'), text);
  writeFileSync(at('take.mcap'), await writeRecording(recordingOfTake(finishTake(recorder))));
  writeFileSync(at('cut.jsonl'), text.slice(0, text.length - 40));
  writeFileSync(at('other.jsonl'), text.replace('"parts":["jaw"]', '"parts":["wing"]'));
});

const bake = (...words: string[]) => callLeib(['puppet', 'bake', '--puppet', at('strip.json'), ...words]);

interface Animation {
  readonly name: string;
  readonly channels: readonly { readonly target: { readonly path: string } }[];
  readonly samplers: readonly { readonly input: number; readonly output: number }[];
}

async function read(name: string) {
  const bytes = new Uint8Array(readFileSync(at(name)));
  expect((await validateBytes(bytes)).issues.messages).toEqual([]);
  const { json, binary } = readGlb(bytes);
  const [animation] = json.animations as [Animation];
  const accessors = json.accessors as { bufferView: number; count: number }[];
  const views = json.bufferViews as { byteOffset: number; byteLength: number }[];
  const values = (index: number) => {
    const { byteOffset, byteLength } = views[accessors[index].bufferView];
    return new Float32Array((binary as Uint8Array).slice(byteOffset, byteOffset + byteLength).buffer);
  };
  return { bytes, animation, values };
}

/** How much the keys of a property change, all nodes together. */
function motionOf(
  { animation: { channels, samplers }, values }: Awaited<ReturnType<typeof read>>,
  path: string,
): number {
  return channels.reduce((sum, { target }, i) => {
    if (target.path !== path) return sum;
    const keys = values(samplers[i].output);
    const size = keys.length / values(samplers[i].input).length;
    return sum + keys.reduce((change, key, k) => change + Math.abs(key - keys[k % size]), 0);
  }, 0);
}

test('a recorded hand becomes an animated, valid GLB; twice the same bits', async () => {
  const { code, stdout } = await bake('--hand', at('hand.jsonl'), '--out', at('a.glb'), '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ as: 'bones', hz: 30, frameCount: 13 });
  await bake('--hand', at('hand.jsonl'), '--out', at('b.glb'));
  const a = await read('a.glb');
  expect((await read('b.glb')).bytes).toEqual(a.bytes);
  expect(motionOf(a, 'rotation')).toBeGreaterThan(0.1);
});

test('a take becomes morph targets that are mixed over time', async () => {
  const { code, stdout } = await bake('--take', at('take.jsonl'), '--as', 'morphs', '--hz', '20', '--out', at('m.glb'));
  expect(code).toBe(0);
  expect(stdout).toMatch(/7 frames at 20 Hz, \d+ morph targets, \d+\.\d\d MB, \d+\.\d\d mm from the played surface/);
  const written = await read('m.glb');
  expect(written.animation.name).toBe('nod');
  expect(motionOf(written, 'weights')).toBeGreaterThan(0.5);
});

test('a take that the studio has written as MCAP is the same take', async () => {
  for (const name of ['take.mcap', 'take.jsonl'])
    expect((await bake('--take', at(name), '--out', at(`${name}.glb`))).code).toBe(0);
  const [fromMcap, fromLines] = await Promise.all(['take.mcap.glb', 'take.jsonl.glb'].map(read));
  expect(fromMcap.animation.name).toBe('nod');
  expect(motionOf(fromMcap, 'rotation')).toBeGreaterThan(0.1);
  expect(motionOf(fromMcap, 'rotation')).toBeCloseTo(motionOf(fromLines, 'rotation'), 3);
});

test.each([
  ['neither hand nor take', [], '--hand: expected a recorded hand or --take with a take', 2],
  ['both', ['--hand', at('hand.jsonl'), '--take', at('take.jsonl')], 'and not both', 2],
  ['another form', ['--hand', at('hand.jsonl'), '--as', 'points'], '--as: expected bones or morphs, got "points"', 2],
  ['a take that is cut off', ['--take', at('cut.jsonl')], 'cut.jsonl: line 11: ', 1],
  ['a take of another puppet', ['--take', at('other.jsonl')], 'expected a take of this puppet, whose parts are', 1],
  ['a hand as a take', ['--take', at('hand.jsonl')], 'format: expected "leib-puppet-take/1"', 1],
  [
    'a file that cannot be written',
    ['--take', at('take.jsonl'), '--out', at('no/o.glb')],
    'expected a writable file',
    1,
  ],
])('%s is refused in one sentence', async (_, words, reason, expected) => {
  const { code, stderr } = await bake('--out', at('o.glb'), ...words);
  expect(stderr).toContain(reason);
  expect(code).toBe(expected);
  const errors = stderr.split('\n').filter((line) => line.startsWith('leib:'));
  expect(errors).toHaveLength(1);
});
