import { InputError, refusalOf } from '@leib/core';
import { defaultBodyMap, parseBodyMap } from '@leib/mocap';

type BodyMap = typeof defaultBodyMap;

/** The JSON of a file of body ids (leib-bodies/1): which body of the tracker sits where. */
export interface BodyIds {
  readonly format: 'leib-bodies/1';
  /** Name by the tracker's id. */
  readonly bodies: Readonly<Record<string, string>>;
}

/** Reason why a value cannot be body ids; null where it can. */
export function checkBodyIds(value: unknown): string | null {
  return refusalOf(parseBodyMap(JSON.stringify(value)));
}

/** The map of a stored file; ids 0 to 9 in the usual order where there is none. */
export function bodyMapOf(ids: BodyIds | null): BodyMap {
  const decoded = ids ? parseBodyMap(JSON.stringify(ids)) : null;
  return decoded?.ok ? decoded.value : defaultBodyMap;
}

/** Throws InputError with the place where the file is wrong. */
export function readBodyIds(text: string): BodyIds {
  const decoded = parseBodyMap(text);
  if (!decoded.ok) throw new InputError(decoded.path, decoded.reason);
  return idsOfMap(decoded.value);
}

export function idsOfMap({ names, bodyOfId }: BodyMap): BodyIds {
  return {
    format: 'leib-bodies/1',
    bodies: Object.fromEntries([...bodyOfId].map(([id, body]) => [String(id), names[body]])),
  };
}

/** Gives a body another id of the tracker. A body that had that id takes the one that becomes free. */
export function withId(ids: BodyIds, name: string, id: number): BodyIds {
  const before = Object.entries(ids.bodies).find(([, body]) => body === name)?.[0];
  const other = ids.bodies[String(id)];
  const bodies: Record<string, string> = { ...ids.bodies };
  if (before !== undefined) delete bodies[before];
  if (before !== undefined && other !== undefined && other !== name) bodies[before] = other;
  bodies[String(id)] = name;
  return { ...ids, bodies };
}
