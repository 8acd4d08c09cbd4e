import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Avatar, makeAvatar, STATURE } from './makeAvatar.ts';
import { keptBones } from './rig.ts';
import { readSourcePackage, sourcePackage } from './sourcePackage.ts';
import { usedTargets } from './targets.ts';

/**
 * Makes the default avatar: `node lab/body/buildAvatar.ts`. Writes the VRM, its manifest and the skeleton
 * module; the same source gives the same bytes.
 */
const packageFolder = join(dirname(fileURLToPath(import.meta.url)), '../../packages/body');

try {
  const source = readSourcePackage(join(packageFolder, '../../.cache/body'));
  const avatar = makeAvatar(source);
  const manifest = describe(avatar);
  mkdirSync(join(packageFolder, 'assets'), { recursive: true });
  writeFileSync(join(packageFolder, 'assets/leib-neutral.vrm'), avatar.glb);
  writeFileSync(join(packageFolder, 'assets/leib-neutral.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(packageFolder, 'src/defaultBody.generated.ts'), skeletonModule(avatar));
  console.log(
    `leib-neutral.vrm: ${manifest.bytes} bytes, ${manifest.vertices} vertices, ${manifest.triangles} triangles, ` +
      `${manifest.bones} bones, sha256 ${manifest.sha256}`,
  );
} catch (error) {
  console.error(`buildAvatar: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

function describe({ glb, parts }: Avatar) {
  return {
    file: 'leib-neutral.vrm',
    sha256: createHash('sha256').update(glb).digest('hex'),
    bytes: glb.length,
    vertices: parts.reduce((sum, part) => sum + part.positions.length / 3, 0),
    triangles: parts.reduce((sum, part) => sum + part.triangles.length / 3, 0),
    bones: keptBones.length,
    stature: STATURE,
    licence: 'CC0-1.0',
    source: sourcePackage,
    targets: usedTargets.map(({ name, weight, bodySha256 }) => ({ name, weight, bodySha256 })),
  };
}

/** The skeleton as code, so that programs without a glTF reader have it too. */
function skeletonModule({ restOffsets }: Avatar): string {
  const rows = keptBones.map(({ bone }, index) => `  ['${bone}', ${restOffsets[index].join(', ')}],`);
  return [
    '// Written by build/buildAvatar.ts; do not edit.',
    "import type { HumanoidBone } from '@leib/core';",
    '',
    '/** Height of the skull above the floor, shoes on, metres. */',
    `export const defaultStature = ${STATURE};`,
    '',
    '/** Each bone of leib-neutral.vrm and its offset from its parent in the T-pose facing +Z, metres. */',
    'export const defaultOffsets: readonly (readonly [bone: HumanoidBone, x: number, y: number, z: number])[] = [',
    ...rows,
    '];',
    '',
  ].join('\n');
}
