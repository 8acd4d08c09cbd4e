import { decodeJson, humanoidBones, tableOf } from '@leib/core';
import type { AvatarBones } from '@leib/three';
import * as v from 'valibot';
import { visitorStorage } from '../../files/visitorStorage.js';

const KEY = 'leib-avatar-bones';
/** So many files' bones are kept; the oldest go first. */
const LIMIT = 50;

const entrySchema = v.object({
  hash: v.string(),
  bones: tableOf(v.picklist(humanoidBones), v.nullable(v.string())),
});
const listSchema = v.array(entrySchema);

/** Bones that the visitor set for the file with this hash; null where there are none. */
export function rememberedBones(hash: string): AvatarBones | null {
  return readAll().find((entry) => entry.hash === hash)?.bones ?? null;
}

/** Keeps the bones of a file for its next load. */
export function rememberBones(hash: string, bones: AvatarBones): void {
  const others = readAll().filter((entry) => entry.hash !== hash);
  visitorStorage.setItem(KEY, JSON.stringify([...others, { hash, bones }].slice(-LIMIT)));
}

/** The file's bones are guessed again at its next load. */
export function forgetBones(hash: string): void {
  visitorStorage.setItem(KEY, JSON.stringify(readAll().filter((entry) => entry.hash !== hash)));
}

function readAll(): readonly { readonly hash: string; readonly bones: AvatarBones }[] {
  const stored = decodeJson(visitorStorage.getItem(KEY) ?? '[]', listSchema);
  return stored.ok ? stored.value : [];
}
