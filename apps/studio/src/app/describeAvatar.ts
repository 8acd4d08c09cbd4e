import type { Avatar } from '@leib/three';

const formats = { vrm0: 'VRM 0', vrm1: 'VRM 1', gltf: 'glTF' } as const;

/** What the panel says about an avatar: what it is, and what had to be guessed or is missing. */
export function describeAvatar({ report }: Avatar): { name: string; details: string[] } {
  const { name, format, statureMetres, triangles, guessed, missing } = report;
  const details = [`${formats[format]}, ${statureMetres.toFixed(2)} m, ${Math.round(triangles / 1000)}k triangles`];
  if (guessed.length > 0) details.push(`${guessed.length} bones guessed by name or place`);
  const limbs = missing.filter((bone) => !/Thumb|Index|Middle|Ring|Little|Eye|jaw/.test(bone));
  if (limbs.length > 0) details.push(`without ${limbs.join(', ')}`);
  return { name, details };
}
