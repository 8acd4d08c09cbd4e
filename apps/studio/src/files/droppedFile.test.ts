import { writeGlb } from '@leib/formats';
import { expect, test } from 'vitest';
import { readDroppedFile } from './droppedFile.js';

const glb = (json: object) => writeGlb({ json: { asset: { version: '2.0' }, ...json }, binary: null });

test.each<[string, File]>([
  ['an FBX', new File(['Kaydara FBX Binary  \0...'], 'a.fbx')],
  ['an FBX as text', new File(['; FBX 7.4.0 project file\n'], 'a.fbx')],
  [
    'a model of rigid parts',
    new File([glb({ nodes: [{ name: 'head', mesh: 0 }], meshes: [{ primitives: [] }] })], 'a.glb'),
  ],
  ['a skinned model', new File([glb({ skins: [{ joints: [0] }], nodes: [{}] })], 'a.glb')],
  // Refused by the avatar's loader, which says why.
  ['an OBJ', new File(['v 0 0 0'], 'a.obj')],
])('%s goes to the avatar loader', async (_, file) => {
  expect(await readDroppedFile(file)).toEqual({ kind: 'avatar' });
});

test('a file of no known kind is refused', async () => {
  await expect(readDroppedFile(new File(['hello'], 'a.txt'))).rejects.toThrow(
    /expected a motion .* FBX\) or settings, got another/,
  );
});
