import { readFileSync } from 'node:fs';
import { createShapedBody, loadBodySpace, shapeBody } from '@leib/body';
import { smplParents } from '@leib/core';
import { storedZip } from '@leib/formats';
import { expect, test } from 'vitest';
import { ComparedFiles } from './comparedFiles.js';
import { poseBody } from './poseBody.js';

const file = new URL('../../../../../../packages/body/assets/leib-bodies.bin', import.meta.url);

/** An array of numpy: all its numbers by their place. */
function npy(shape: readonly number[], valueAt: (i: number) => number): Uint8Array<ArrayBuffer> {
  const header = `{'descr': '<f8', 'fortran_order': False, 'shape': (${shape.join(', ')}), }`.padEnd(117);
  const values = Float64Array.from({ length: shape.reduce((a, b) => a * b) }, (_, i) => valueAt(i));
  const bytes = new Uint8Array(128 + values.byteLength);
  bytes.set([0x93, ...new TextEncoder().encode('NUMPY'), 1, 0, 118, 0, ...new TextEncoder().encode(`${header}\n`)]);
  bytes.set(new Uint8Array(values.buffer), 128);
  return bytes;
}

/** A model of 24 joints: a pole of vertices, each moved by a joint of its own and corrected by all of them. */
async function smallSmpl(): Promise<Uint8Array> {
  const joints = 24;
  const parents = Array.from({ length: joints }, (_, joint) => (joint < 22 ? smplParents[joint] : joint - 2));
  const isOwn = (i: number) => (Math.floor(i / joints) === i % joints ? 1 : 0);
  const arrays = {
    v_template: npy([joints, 3], (i) => (i % 3 === 1 ? 0.02 * i : 0.1 * Math.sin(i))),
    shapedirs: npy([joints, 3, 1], () => 0.01),
    posedirs: npy([joints, 3, (joints - 1) * 9], (i) => 0.01 * Math.sin(i)),
    J_regressor: npy([joints, joints], isOwn),
    weights: npy([joints, joints], isOwn),
    kintree_table: npy([2, joints], (i) => (i < joints ? parents[i] : i - joints)),
    f: npy([joints - 2, 3], (i) => Math.floor(i / 3) + (i % 3)),
  };
  const zip = storedZip(Object.entries(arrays).map(([name, bytes]) => ({ name: `${name}.npy`, bytes })));
  return new Uint8Array(await zip.arrayBuffer());
}

test('one’s own SMPL is corrected by its pose where its arms are lowered, and not in the T-pose', async () => {
  const files = new ComparedFiles(loadBodySpace(new Uint8Array(readFileSync(file))));
  await files.open('mine.npz', await smallSmpl());
  const model = files.model('mine.npz');
  if (!model) throw new Error('expected a model');
  const { poseCorrections: _, ...plain } = model;
  const shaped = createShapedBody(model);
  shapeBody(model, [], shaped);
  const gap = (pose: 'relaxed' | 'tPose') => {
    const [own, without] = [model, plain].map((each) => poseBody(each, shaped, pose, null).positions);
    return Math.max(...own.map((value, i) => Math.abs(value - without[i])));
  };
  expect(gap('relaxed')).toBeGreaterThan(1e-3);
  expect(gap('tPose')).toBe(0);
});
