import { writeGlb } from '@leib/formats';
import { describe, expect, test } from 'vitest';
import { buildTestRig } from '../testing.js';
import { loadAvatar } from './loadAvatar.js';
import { AvatarError } from './readSource.js';

const encode = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;

/** As much of a test rig's JSON as is broken here. */
interface Breakable {
  readonly skins: object[];
  readonly nodes: { skin?: number }[];
  readonly buffers: object[];
  readonly bufferViews: object[];
  readonly accessors: object[];
  readonly extensionsUsed: string[];
}

/** Reads a test rig's JSON, changes it, and packs it again. */
function edited(change: (json: Breakable) => void): ArrayBuffer {
  const glb = buildTestRig({ names: 'mixamo' });
  const jsonLength = new DataView(glb).getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(new Uint8Array(glb, 20, jsonLength)));
  change(json);
  return writeGlb({ json, binary: new Uint8Array(glb, 28 + jsonLength) }).buffer;
}

const whole = buildTestRig({ names: 'mixamo' });
const noise = Uint8Array.from({ length: 400 }, (_, i) => (i * 7919) % 251).buffer;

const cases: [string, () => ArrayBuffer, RegExp][] = [
  ['nothing', () => new ArrayBuffer(0), /is empty/],
  ['noise', () => noise, /not a VRM, GLB, glTF or FBX file/],
  ['a picture', () => encode('\u0089PNG\r\n'), /not a VRM/],
  ['half of an FBX', () => encode('Kaydara FBX Binary  \0'), /is damaged/],
  [
    'an old FBX',
    () => encode('; FBX 6.1.0 project file\n; ---\n\nFBXHeaderExtension:  {\n\tFBXVersion: 6100\n}\n'),
    /FBX version 6.1; only version 7/,
  ],
  ['OBJ', () => encode('# a cube\nmtllib cube.mtl\nv 0 0 0\n'), /is an OBJ model, and OBJ files have no skeleton/],
  ['Collada', () => encode('<?xml version="1.0"?>\n<COLLADA version="1.4.1">'), /Collada file; open it in Blender/],
  ['other JSON', () => encode('{"hello": 1}'), /JSON, but not glTF/],
  ['half of its JSON', () => encode('{"asset": {"version": "2.0"'), /JSON cannot be read/],
  ['glTF 1', () => encode('{"asset": {"version": "1.0"}}'), /glTF 1.0; only glTF 2/],
  ['only its header', () => whole.slice(0, 16), /cut off/],
  [
    'half of a GLB',
    () => whole.slice(0, whole.byteLength / 2),
    new RegExp(`cut off: it has \\d+ of ${whole.byteLength} bytes`),
  ],
  [
    'a body in one piece without a skin',
    () =>
      edited((json) => {
        json.skins.splice(0);
        delete json.nodes[21].skin;
      }),
    /cannot be worn: it has no skin, and none of its bones carries a part of the body/,
  ],
  ['no mesh', () => edited((json) => json.nodes.splice(21)), /no mesh in its scene|damaged/],
  [
    'data in another file',
    () => edited((json) => Object.assign(json.buffers[0], { uri: 'body.bin' })),
    /expected 1 file that it refers to, got none of that name: body.bin; open it together with them/,
  ],
  [
    'a view past the end',
    () => edited((json) => Object.assign(json.bufferViews[2], { byteLength: 9e6 })),
    /bufferViews\[2\]: expected it to end at byte \d+, got 9\d+/,
  ],
  ['an accessor past its view', () => edited((json) => Object.assign(json.accessors[0], { count: 1e6 })), /damaged/],
  ['a missing accessor', () => edited((json) => json.accessors.splice(3)), /damaged/],
  [
    'a joint that does not exist',
    () => edited((json) => Object.assign(json.skins[0], { joints: [900] })),
    /damaged|person/,
  ],
  [
    'arms without elbows',
    () => buildTestRig({ names: 'mixamo', without: /LowerArm/ }),
    /cannot be worn: no person was found in it; it lacks a left arm with an elbow and a right arm with an elbow/,
  ],
];

describe('a file that is no avatar is refused in one sentence', () => {
  test.each(cases)('%s', async (_, make, message) => {
    const error = await loadAvatar(make()).then(
      () => null,
      (cause: unknown) => cause,
    );
    expect(error).toBeInstanceOf(AvatarError);
    expect((error as AvatarError).message).toMatch(message);
    expect((error as AvatarError).message).toMatch(/^[^\n]*\.$/);
  });

  test('the message names the file', async () => {
    await expect(loadAvatar(new File([noise], 'cat.vrm'))).rejects.toThrow(
      '"cat.vrm" is not a VRM, GLB, glTF or FBX file.',
    );
    await expect(loadAvatar('/no/such/person.vrm')).rejects.toThrow(/"person.vrm"/);
  });

  test('truncation anywhere is refused, never half a person', async () => {
    for (let part = 1; part < 12; part++) {
      const cut = whole.slice(0, Math.floor((whole.byteLength * part) / 12));
      await expect(loadAvatar(cut)).rejects.toBeInstanceOf(AvatarError);
    }
  });
});
