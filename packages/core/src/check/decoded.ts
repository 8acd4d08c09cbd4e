import { InputError } from './inputError.js';

/** A checked value, or the place and the reason why there is none. What a decoder of outside data returns. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly path: string; readonly reason: string };

export function accept<T>(value: T): Decoded<T> {
  return { ok: true, value };
}

/** `path` is the place inside the input: `devices[2].role`; empty for the whole. */
export function refuse(path: string, reason: string): Decoded<never> {
  return { ok: false, path, reason };
}

/** The value, or an InputError with `where` in front of the path: `profile.json, devices[2].role: expected …`. */
export function requireDecoded<T>(decoded: Decoded<T>, where = ''): T {
  if (decoded.ok) return decoded.value;
  throw new InputError([where, decoded.path].filter((part) => part !== '').join(', '), decoded.reason);
}

/** `path: reason` of what was refused; null where a value was accepted. */
export function refusalOf(decoded: Decoded<unknown>): string | null {
  if (decoded.ok) return null;
  return decoded.path === '' ? decoded.reason : `${decoded.path}: ${decoded.reason}`;
}
