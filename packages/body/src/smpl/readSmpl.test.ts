import { humanoidBones } from '@leib/core';
import { seededRandom } from '@leib/core/testing';
import { FormatError } from '@leib/formats';
import { describe, expect, test } from 'vitest';
import type { SmplModel } from './buildSmplModel.js';
import { arrayOfPickle, createPickleArrays } from './pickle/arrayOfPickle.js';
import { isKind, type PickleValue } from './pickle/pickleGlobals.js';
import { readPickle } from './pickle/readPickle.js';
import { readSmpl } from './readSmpl.js';
import {
  deflated,
  type FixtureArrays,
  inFortranOrder,
  joined,
  npyBytes,
  pickleBytes,
  pickledArray,
  smplArrays,
  textPickleBytes,
  zipBytes,
} from './smplFixture.testing.js';

const npz = (arrays: FixtureArrays) =>
  zipBytes(Object.entries(arrays).map(([name, array]) => ({ name: `${name}.npy`, bytes: npyBytes(array) })));

const packedNpz = async (arrays: FixtureArrays) =>
  zipBytes(
    await Promise.all(
      Object.entries(arrays).map(async ([name, array]) => {
        const bytes = npyBytes(array);
        return { name: `${name}.npy`, bytes, packed: await deflated(bytes) };
      }),
    ),
  );

const wrapped = (arrays: FixtureArrays): FixtureArrays => ({
  ...arrays,
  v_template: { ...arrays.v_template, wrap: 'ch' },
  shapedirs: { ...arrays.shapedirs, wrap: 'select' },
  J_regressor: { ...arrays.J_regressor, wrap: 'csc' },
});

/** Every way a user's file may be written. */
const ways: readonly (readonly [string, (arrays: FixtureArrays) => Uint8Array | Promise<Uint8Array>])[] = [
  ['npz, stored', npz],
  ['npz, deflated', packedNpz],
  ['pkl, protocol 2', pickleBytes],
  ['pkl with chumpy and sparse columns', (arrays) => pickleBytes(wrapped(arrays))],
  ['pkl with sparse rows', (arrays) => pickleBytes({ ...arrays, J_regressor: { ...arrays.J_regressor, wrap: 'csr' } })],
  ['pkl, protocol 0', textPickleBytes],
];

/** What the file says, entry by entry. */
function expectModel(model: SmplModel, arrays: FixtureArrays): void {
  const [vertexCount, , directionCount] = arrays.shapedirs.shape;
  expect(model.vertexCount).toBe(vertexCount);
  expect([...model.template]).toEqual(arrays.v_template.values);
  expect([...model.triangles]).toEqual(arrays.f.values);
  for (let beta = 0; beta < model.betaCount; beta++) {
    for (let i = 0; i < vertexCount * 3; i++) {
      const value = model.shapeDirections[beta * vertexCount * 3 + i];
      if (value !== arrays.shapedirs.values[i * directionCount + beta]) expect(value, `beta ${beta}, ${i}`).toBe(0);
    }
  }
  const regressor = new Array(model.jointCount * vertexCount).fill(0);
  for (let joint = 0; joint < model.jointCount; joint++) {
    for (let at = model.jointStarts[joint]; at < model.jointStarts[joint + 1]; at++) {
      regressor[joint * vertexCount + model.jointVertices[at]] = model.jointWeights[at];
    }
  }
  expect(regressor).toEqual(arrays.J_regressor.values);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    for (let k = 0; k < 4; k++) {
      const joint = model.skinJoints[vertex * 4 + k];
      const weight = arrays.weights.values[vertex * model.jointCount + joint];
      expect(model.skinWeights[vertex * 4 + k]).toBeCloseTo(weight, 6);
    }
  }
  expect([...model.parents].slice(1)).toEqual(arrays.kintree_table.values.slice(1, model.jointCount));
  expect(model.parents[0]).toBe(-1);
}

describe.each(ways)('%s', (_, write) => {
  test.each([
    [24, 'SMPL'],
    [52, 'SMPL-H'],
    [55, 'SMPL-X'],
  ])('%i joints are %s, and everything is as written', async (jointCount, kind) => {
    const arrays = smplArrays(jointCount, jointCount);
    const model = await readSmpl(await write(arrays), { withPoseDirections: true });
    expect(model.kind).toBe(kind);
    expectModel(model, arrays);
    const features = (jointCount - 1) * 9;
    expect(model.poseDirections?.length).toBe(features * 120);
    expect(model.poseDirections?.[5 * 120 + 7]).toBe(arrays.posedirs.values[7 * features + 5]);
  });

  test('cut off anywhere, a file is refused in one sentence', async () => {
    const bytes = await write(smplArrays(24));
    for (let length = 0; length < bytes.length; length += Math.ceil(bytes.length / 25)) {
      await expect(readSmpl(bytes.subarray(0, length))).rejects.toThrow(/^(SMPL|zip)[^\n]*: [^\n]+$/);
    }
  });

  test('with bytes changed at random it is refused or read, never anything else', async () => {
    const random = seededRandom(7);
    const bytes = await write(smplArrays(24));
    for (let round = 0; round < 25; round++) {
      const damaged = bytes.slice();
      for (let k = 0; k < 4; k++) damaged[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      await readSmpl(damaged).then(
        (model) => expect(model.template.every(Number.isFinite)).toBe(true),
        (error) => expect(error).toBeInstanceOf(FormatError),
      );
    }
  });
});

test('each joint is its bone: body, jaw, eyes and fingers, none twice', async () => {
  for (const jointCount of [24, 52, 55]) {
    const { bones } = await readSmpl(npz(smplArrays(jointCount)));
    expect(bones.length).toBe(jointCount);
    const named = bones.filter((bone) => bone !== null);
    expect(new Set(named).size).toBe(named.length);
    expect(named.length).toBe(jointCount === 24 ? 22 : jointCount);
    expect(named.every((bone) => humanoidBones.includes(bone))).toBe(true);
    expect([bones[0], bones[12], bones[20]]).toEqual(['hips', 'neck', 'leftHand']);
  }
  const { bones: smplX } = await readSmpl(npz(smplArrays(55)));
  expect(smplX[22]).toBe('jaw');
  // Little before ring, thumb last: the files' order.
  expect([smplX[25], smplX[31], smplX[34], smplX[37], smplX[40]]).toEqual([
    'leftIndexProximal',
    'leftLittleProximal',
    'leftRingProximal',
    'leftThumbMetacarpal',
    'rightIndexProximal',
  ]);
});

test('betas: ten by default; expressions of SMPL-X are not betas', async () => {
  expect((await readSmpl(npz(smplArrays(24, 1, 16)))).betaCount).toBe(10);
  expect((await readSmpl(npz(smplArrays(24, 1, 16)), { betaCount: 300 })).betaCount).toBe(16);
  expect((await readSmpl(npz(smplArrays(55, 1, 20)), { betaCount: 300 })).betaCount).toBe(10);
  expect((await readSmpl(npz(smplArrays(24, 1, 4)))).betaCount).toBe(4);
});

test('other number types, byte orders and orders of storage', async () => {
  const arrays = smplArrays(24);
  const other: FixtureArrays = {
    ...arrays,
    v_template: { ...arrays.v_template, descr: '>f8' },
    kintree_table: {
      ...arrays.kintree_table,
      descr: '<i8',
      values: arrays.kintree_table.values.map((value) => (value === 0xffffffff ? -1 : value)),
    },
  };
  expectModel(await readSmpl(npz(other)), arrays);
  const contents = Object.entries(arrays).map(([name, array]) => ({
    name: `${name}.npy`,
    bytes: npyBytes(inFortranOrder(array), true),
  }));
  expectModel(await readSmpl(zipBytes(contents)), arrays);
});

test('bytes that Python 3 wrote as text come back as they were', async () => {
  const arrays = smplArrays(24);
  const every = Array.from({ length: 256 }, (_, byte) => byte);
  const ascii = (text: string) => Array.from(text, (char) => char.charCodeAt(0));
  const escaped = every.flatMap((byte) => (byte === 0x0a || byte === 0x5c ? ascii(`\\u00${hex(byte)}`) : [byte]));
  const bytes = joined(
    ascii("(dp0\nVextra\ncnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(I0\ntS'b'\ntR(I1\n(I256\nt"),
    ascii("cnumpy\ndtype\n(S'u1'\nI0\nI1\ntRI00\nc_codecs\nencode\n(V"),
    escaped,
    ascii('\nVlatin1\ntRtbs.'),
  );
  expect([...arrayOfPickle(createPickleArrays(1e6), entryOf(readPickle(bytes), 'extra'), 'extra').values]).toEqual(
    every,
  );
  expectModel(await readSmpl(textPickleBytes(arrays)), arrays);
});

test('a sparse matrix that numpy saved as an object', async () => {
  const arrays = smplArrays(24);
  const matrix = pickledArray({ ...arrays.J_regressor, wrap: 'csc' });
  const text = (t: string) => Array.from(t, (char) => char.charCodeAt(0));
  const objectArray = joined(
    [0x80, 2],
    text(
      "cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(I0\ntS'b'\ntR(I1\n(tcnumpy\ndtype\n(S'O8'\nI0\nI1\ntRI00\n(l",
    ),
    matrix,
    text('atb.'),
  );
  const header = "{'descr': '|O', 'fortran_order': False, 'shape': (), }\n";
  const bytes = joined([0x93, ...text('NUMPY'), 1, 0, header.length, 0], text(header), objectArray);
  const contents = Object.entries(arrays).map(([name, array]) => ({
    name: `${name}.npy`,
    bytes: name === 'J_regressor' ? bytes : npyBytes(array),
  }));
  expectModel(await readSmpl(zipBytes(contents)), arrays);
});

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

function entryOf(value: PickleValue, name: string): PickleValue | undefined {
  return isKind(value, 'dict') ? value.entries.get(name) : undefined;
}

describe('hostile files', () => {
  const text = (t: string) => Uint8Array.from(t, (char) => char.charCodeAt(0));

  test.each([
    ['a shell', "cposix\nsystem\n(S'touch /tmp/x'\ntR.", 'posix.system'],
    ['a builtin', "c__builtin__\neval\n(S'1'\ntR.", '__builtin__.eval'],
    ['an import by attribute', "cnumpy\nload\n(S'x'\ntR.", 'numpy.load'],
    ['inside of chumpy', 'cchumpy.utils.os\nsystem\n(tR.', 'chumpy.utils.os.system'],
    ['an old instance', "(S'x'\nios\nsystem\n.", 'os.system'],
  ])('%s is refused by name', async (_, pickle, name) => {
    await expect(readSmpl(text(`(dp0\n${pickle}`))).rejects.toThrow(
      `expected an array of numpy, scipy or chumpy, got ${name}; no other class or function is loaded`,
    );
  });

  test('the newer way of naming a function is refused too', async () => {
    const name = (t: string) => [0x8c, t.length, ...text(t)];
    const bytes = joined([0x80, 4], name('subprocess'), name('Popen'), [0x93, 0x29, 0x52, 0x2e]);
    await expect(readSmpl(bytes)).rejects.toThrow(
      'SMPL pickle byte 21: expected an array of numpy, scipy or chumpy, got subprocess.Popen',
    );
  });

  test.each([
    ['persistent ids', '}Pme\n.', 'SMPL pickle byte 1: expected an instruction that builds data, got opcode 0x50'],
    ['extension codes', '}\x82\x01.', 'SMPL pickle byte 1: expected an instruction that builds data, got opcode 0x82'],
    ['an empty stack', '(d0R.', 'SMPL pickle byte 3: expected 2 values, got 0: an empty stack'],
    ['an unknown memo', '(dg7\n.', 'expected a value in memo 7, got none'],
    ['a call of a number', '(dI3\n)R.', 'expected a function and its arguments to call'],
    [
      'a call of ndarray',
      '(dcnumpy\nndarray\n)R.',
      'expected a class of scipy or chumpy to make an instance of, got numpy.ndarray',
    ],
    ['a huge text', '}X\xff\xff\xff\xff.', 'the file is cut off'],
    ['a huge number', '}\x8b\xff\xff\xff\x7f.', 'expected a whole number of at most 8 bytes, got 2147483647 bytes'],
    ['no dictionary', '(lp0\n.', 'expected a dictionary of arrays, got another value'],
    ['an empty dictionary', '(dp0\n.', 'expected an array v_template, got none'],
    ['prose', 'Once upon a time', 'expected a .npz or .pkl file, got 0x4f at byte 0'],
  ])('%s: refused with a reason', async (_, pickle, reason) => {
    await expect(readSmpl(text(pickle))).rejects.toThrow(reason);
  });

  test('an array that wraps itself ends', async () => {
    const loop = "(dp0\nS'v_template'\ncchumpy.ch\nCh\n)\x81p1\n(dS'x'\ng1\nsbs.";
    await expect(readSmpl(text(loop))).rejects.toThrow('SMPL v_template: expected an array, got one that wraps itself');
  });

  test('a small file that promises gigabytes is refused before it gets them', async () => {
    const bytes = npyBytes(smplArrays(24).v_template);
    const packed = await deflated(bytes);
    const bomb = zipBytes([{ name: 'v_template.npy', bytes, packed, claimedSize: 0xfffffff0 }]);
    await expect(readSmpl(bomb)).rejects.toThrow(/zip npz: expected \d+ bytes to unpack to at most .*, got 4295 MB/);
    const short = zipBytes([{ name: 'v_template.npy', bytes, packed, claimedSize: 100 }]);
    await expect(readSmpl(short)).rejects.toThrow('v_template.npy: expected 100 bytes, got more');
  });
});

/** The model with one array changed. */
const changed = (name: string, change: (array: FixtureArrays[string]) => FixtureArrays[string]): FixtureArrays => {
  const arrays = smplArrays(24);
  return { ...arrays, [name]: change(arrays[name]) };
};

test.each([
  ['v_template', { shape: [120] }, 'SMPL v_template: expected shape (any, 3), got (120)'],
  ['shapedirs', { shape: [30, 4, 10] }, 'SMPL shapedirs: expected shape (40, 3, any), got (30, 4, 10)'],
  ['J_regressor', { shape: [40, 24] }, 'SMPL J_regressor: expected shape (24, 40), got (40, 24)'],
  ['weights', { shape: [24, 40] }, 'SMPL weights: expected shape (40, 24), got (24, 40)'],
  ['kintree_table', { shape: [3, 16] }, 'SMPL kintree_table: expected shape (2, any), got (3, 16)'],
  ['v_template', { descr: '<U4' }, 'SMPL v_template: expected numbers, got dtype "<U4"'],
])('%s of a wrong form is refused', async (name, change, reason) => {
  await expect(readSmpl(npz(changed(name, (array) => ({ ...array, ...change }))))).rejects.toThrow(reason);
});

test.each([
  ['v_template', (v: number) => v * 100, 'SMPL v_template: expected a body in metres, Y up, got a height of 166'],
  ['v_template', () => Number.NaN, 'SMPL v_template: expected finite numbers, got others'],
  ['J_regressor', (v: number) => v * 2, 'SMPL J_regressor: row 0: expected a sum of 1, got 2.000'],
  ['weights', () => 0, 'SMPL weights: vertex 0: expected weights above 0, got none'],
  [
    'kintree_table',
    (v: number) => (v === 0 ? 23 : v),
    'SMPL kintree_table: joint 1: expected a parent before it, got 23',
  ],
  ['f', (v: number) => v + 39, 'SMPL f: triangle 0: expected a vertex below 40, got 40'],
])('%s with wrong values is refused', async (name, change, reason) => {
  const arrays = changed(name, (array) => ({ ...array, values: array.values.map(change) }));
  await expect(readSmpl(npz(arrays))).rejects.toThrow(reason);
});

test('a number of joints that no model has is refused', async () => {
  await expect(readSmpl(npz(smplArrays(30)))).rejects.toThrow(
    'SMPL kintree_table: expected 24 joints (SMPL), 52 (SMPL-H) or 55 (SMPL-X), got 30',
  );
});
