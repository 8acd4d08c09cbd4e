import { bodyLooksSchema, galleryPeople } from '@leib/body';
import { type Decoded, decodeJson } from '@leib/core';
import * as v from 'valibot';
import type { WornBody } from '../../rooms/body/wornBody.js';

/** An avatar that was worn, as the gallery lists it. The bytes of a file are kept beside it, under its id. Read-only. */
export interface RecentAvatar {
  /** A file's hash, or "body " and the hash of a built body. */
  readonly id: string;
  readonly name: string;
  /** The file's own name; null for a body of the room Body. */
  readonly fileName: string | null;
  readonly body: WornBody | null;
  readonly byteCount: number;
  readonly wornAtMs: number;
  /** Head and shoulders as a data address; empty before it was taken. */
  readonly picture: string;
}

/** As many are kept, and as many bytes. */
export const recentLimits = { count: 8, bytes: 200e6 };

const recentSchema = v.object({
  id: v.string(),
  name: v.string(),
  fileName: v.nullable(v.string()),
  body: v.nullable(
    v.object({
      name: v.string(),
      sex: v.picklist(['female', 'male', 'neutral']),
      betas: v.array(v.pipe(v.number(), v.finite())),
      looks: bodyLooksSchema,
    }),
  ),
  byteCount: v.pipe(v.number(), v.minValue(0)),
  wornAtMs: v.pipe(v.number(), v.finite()),
  picture: v.pipe(v.string(), v.regex(/^(data:image\/(webp|png);base64,[A-Za-z0-9+/=]*)?$/)),
});

export function encodeRecent(avatar: RecentAvatar): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(avatar));
}

export function decodeRecent(bytes: Uint8Array): Decoded<RecentAvatar> {
  return decodeJson(new TextDecoder().decode(bytes), recentSchema);
}

/** The list with an avatar in front, and what has to go because it is too much: the longest unworn first. */
export function addRecent(
  list: readonly RecentAvatar[],
  added: RecentAvatar,
  limits = recentLimits,
): { readonly kept: readonly RecentAvatar[]; readonly dropped: readonly RecentAvatar[] } {
  const kept: RecentAvatar[] = [added];
  const dropped: RecentAvatar[] = [];
  let bytes = added.byteCount;
  for (const avatar of list) {
    if (avatar.id === added.id) continue;
    const fits = kept.length < limits.count && bytes + avatar.byteCount <= limits.bytes;
    if (fits) bytes += avatar.byteCount;
    (fits ? kept : dropped).push(avatar);
  }
  return { kept, dropped };
}

/** Id of the person of the gallery that a body is; null for any other. */
export function personOfBody({ name, sex, betas }: WornBody): string | null {
  const isPerson = (person: WornBody) =>
    person.name === name && person.sex === sex && JSON.stringify(person.betas) === JSON.stringify(betas);
  return galleryPeople.find(isPerson)?.id ?? null;
}
