import type { Avatar } from '@leib/three';
import { boneLabel } from './mapping/boneRows.js';
import type { AvatarCard } from './studioStore.js';

const formats = { vrm0: 'VRM 0', vrm1: 'VRM 1', gltf: 'glTF', fbx: 'FBX' } as const;

/** Description of an avatar for the panel: its height, what is missing, and for experts its format. */
export function describeAvatar({ report }: Avatar, isDefault: boolean): AvatarCard {
  const { name, format, statureMetres, triangles, missing } = report;
  const size = triangles < 1000 ? `${triangles}` : `${Math.round(triangles / 1000)}k`;
  const height = `${statureMetres.toFixed(2)} m`;
  const details = [`${height} tall`];
  const limbs = missing.filter((bone) => !/Thumb|Index|Middle|Ring|Little|Eye|jaw/.test(bone));
  if (limbs.length > 0) details.push(`without ${limbs.map((bone) => boneLabel(bone).toLowerCase()).join(', ')}`);
  const expertDetails = [`${formats[format]}, ${height}, ${size} triangles`, ...details.slice(1)];
  return { name, details, expertDetails, isDefault, bones: null };
}

/** How the bones of a file were found, for the avatar's card. */
export function describeBones({ report }: Avatar): NonNullable<AvatarCard['bones']> {
  const mapped = report.bones.filter(({ node }) => node !== null);
  return {
    count: mapped.length,
    guessedCount: report.guessed.length,
    isByHand: mapped.some(({ reason }) => reason?.by === 'user'),
    isPoor: report.judgement === 'poor',
  };
}
