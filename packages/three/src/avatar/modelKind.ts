import { AvatarError } from './avatarError.js';

/** Files that people have and that cannot be avatars: how they begin, what they are, and what to do. */
const otherKinds: readonly (readonly [start: RegExp, reason: string])[] = [
  [/^HIERARCHY\b/i, 'is a motion (BVH), not an avatar; open it as a source'],
  [
    /^(?:\s*(?:#[^\n]*)?\r?\n)*(?:mtllib|o|g|v|vn|vt|usemtl|s|f)\s/,
    'is an OBJ model, and OBJ files have no skeleton: rig it (for example with Mixamo or Blender) and export it as GLB or FBX',
  ],
  [/^ply\r?\n/, 'is a PLY mesh, and PLY files have no skeleton: rig it and export it as GLB or FBX'],
  [/^solid\s/, 'is an STL mesh, and STL files have no skeleton: rig it and export it as GLB or FBX'],
  [/^[^{}]{0,400}<COLLADA/, 'is a Collada file; open it in Blender and export it as GLB'],
  [/^BLENDER/, 'is a Blender file; open it in Blender and export it as GLB'],
  [/^(?:Pmd|PMX )/, 'is an MMD model; convert it to VRM and load that'],
  [
    /^(?:Rar!|7z\xbc\xaf)/,
    'is a packed archive of a kind that is not read; unpack it and open its folder, or a zip of it',
  ],
];

/** What a file is by how it begins. Throws AvatarError where it is nothing that can be an avatar. */
export function modelKind(bytes: Uint8Array, label: string): 'gltf' | 'fbx' {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    throw new AvatarError(`${label} is packed with gzip (a Unity package?); unpack it and open the model in it.`);
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 4096)).replace(/^\xef\xbb\xbf/, '');
  if (bytes.length === 0) throw new AvatarError(`${label} is empty.`);
  if (start.startsWith('glTF') || start.trimStart().startsWith('{')) return 'gltf';
  if (start.startsWith('Kaydara FBX') || /^\s*; FBX/.test(start)) return 'fbx';
  const other = otherKinds.find(([beginning]) => beginning.test(start));
  if (other) throw new AvatarError(`${label} ${other[1]}.`);
  throw new AvatarError(`${label} is not a VRM, GLB, glTF or FBX file.`);
}
