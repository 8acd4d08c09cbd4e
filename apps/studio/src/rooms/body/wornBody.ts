import type { BodySex } from '@leib/body';
import { decodeJson } from '@leib/core';
import * as v from 'valibot';
import { visitorStorage } from '../../settings/visitorStorage.js';

/** A body that is worn in every room: a few numbers that the browser keeps between visits. */
export interface WornBody {
  readonly name: string;
  readonly sex: BodySex;
  readonly betas: readonly number[];
}

const KEY = 'leib-worn-body';
const wornSchema = v.object({
  name: v.string(),
  sex: v.picklist(['female', 'male', 'neutral']),
  betas: v.array(v.pipe(v.number(), v.finite())),
});

/** null: the default avatar from the next visit on. */
export function rememberBody(body: WornBody | null): void {
  visitorStorage.setItem(KEY, body ? JSON.stringify(body) : '');
}

/** What was worn on the last visit; null where there was nothing or it cannot be understood. */
export function rememberedBody(): WornBody | null {
  const worn = decodeJson(visitorStorage.getItem(KEY) ?? '', wornSchema);
  return worn.ok ? worn.value : null;
}
