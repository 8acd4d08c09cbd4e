import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wildPoses } from '@leib/core/testing';
import { loadAvatar } from '@leib/three';
import { measureAvatar } from './measureAvatar.js';
import type { WalkMeasures } from './measureWalk.js';
import { readAvatarFile } from './readAvatarFile.js';

/**
 * `npm run avatars --prefix lab -- FOLDER [--json]`: what becomes of each GLB and VRM file of a folder, without a
 * browser: bones found or refused, angles of limbs and skin left behind in 24 seeded poses, and soles and steps of a wearer who stands and walks.
 */
const [folder, ...flags] = process.argv.slice(2);
if (!folder) throw new Error('expected a folder of avatars, got none; add it behind "--"');
const path = resolve(process.env.INIT_CWD ?? '.', folder);
const personFile = fileURLToPath(import.meta.resolve('@leib/body/leib-neutral.vrm'));
const { skeleton: person } = await loadAvatar(new File([readFileSync(personFile)], 'person.vrm'));
const poses = wildPoses(person, 24, 1);
// Materials are left out on purpose; three.js' loader would warn about each.
console.warn = () => {};
const isJson = flags.includes('--json');
const round = (value: number | null) => (value === null ? '' : value.toFixed(1));
if (!isJson)
  console.log(
    '| file | verdict | names | bones | angle, deg | skin left, % | soles standing, cm | walking: lowest, median, cm | steps left, right | a sole stands, % | said |\n|---|---|---|---|---|---|---|---|---|---|---|',
  );
for (const name of readdirSync(path)
  .filter((file) => /\.(vrm|glb)$/i.test(file))
  .sort()) {
  const row = await measureAvatar(readAvatarFile(join(path, name)), person, poses);
  const { file, verdict, mapping, guessedCount, boneCount, worstAngle, skinLeft, walk, said } = row;
  const names = guessedCount > 0 ? `${mapping}, ${guessedCount} guessed` : mapping;
  console.log(
    isJson
      ? JSON.stringify(row)
      : `| ${[file, verdict, names, boneCount, round(worstAngle), round(skinLeft), ...walkColumns(walk), said.join(' ')].join(' | ')} |`,
  );
}

function walkColumns(walk: WalkMeasures | null): string[] {
  if (!walk) return ['', '', '', ''];
  const { standing, deepest, median, steps, standingShare } = walk;
  return [
    standing.map(round).join(', '),
    `${round(deepest)}, ${round(median)}`,
    steps.join(', '),
    round(standingShare),
  ];
}
