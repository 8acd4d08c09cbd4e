import { type BodyLooks, type BodySex, betasSchema, bodyLooksSchema, defaultLooks } from '@leib/body';
import { decodeJson } from '@leib/core';
import * as v from 'valibot';
import { visitorStorage } from '../../files/visitorStorage.js';

/** The body worn as avatar in every room, kept by the browser between visits. */
export interface WornBody {
  readonly name: string;
  readonly sex: BodySex;
  readonly betas: readonly number[];
  readonly looks: BodyLooks;
}

const KEY = 'leib-worn-body';
export const wornSchema = v.object({
  name: v.string(),
  sex: v.picklist(['female', 'male', 'neutral']),
  betas: betasSchema,
  // Bodies kept by earlier versions of the page have none.
  looks: v.optional(bodyLooksSchema, defaultLooks),
});

/** Stores the worn body; null restores the default avatar. */
export function rememberBody(body: WornBody | null): void {
  visitorStorage.setItem(KEY, body ? JSON.stringify(body) : '');
}

/** The body worn on the last visit; null where there is none or the stored value is invalid. */
export function rememberedBody(): WornBody | null {
  const worn = decodeJson(visitorStorage.getItem(KEY) ?? '', wornSchema);
  return worn.ok ? worn.value : null;
}
