import type { BodySex } from '@leib/body';
import { visitorStorage } from '../../settings/visitorStorage.js';

/** A body that is worn in every room: a few numbers that the browser keeps between visits. */
export interface WornBody {
  readonly name: string;
  readonly sex: BodySex;
  readonly betas: readonly number[];
}

const KEY = 'leib-worn-body';

/** null: the default avatar from the next visit on. */
export function rememberBody(body: WornBody | null): void {
  visitorStorage.setItem(KEY, body ? JSON.stringify(body) : '');
}

/** What was worn on the last visit; null where there was nothing or it cannot be understood. */
export function rememberedBody(): WornBody | null {
  const text = visitorStorage.getItem(KEY);
  if (!text) return null;
  try {
    const { name, sex, betas } = JSON.parse(text) as Partial<WornBody>;
    const isKnown = sex === 'female' || sex === 'male' || sex === 'neutral';
    if (!isKnown || typeof name !== 'string' || !Array.isArray(betas)) return null;
    return betas.every((beta) => Number.isFinite(beta)) ? { name, sex, betas } : null;
  } catch {
    return null;
  }
}
