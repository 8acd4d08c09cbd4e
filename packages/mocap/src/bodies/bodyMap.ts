import { type Decoded, decodeJson, refuse, tableOf } from '@leib/core';
import * as v from 'valibot';
import { mocapBodyNames } from './bodyFrame.js';

/** Which body of the tracker sits where: file `{"format": "leib-bodies/1", "bodies": {"0": "head", "1": "back", ...}}`. */
export interface BodyMap {
  /** Names in the order of the file: those of a BodyFrame that is read with this map. */
  readonly names: readonly string[];
  /** Index into `names` by the tracker's body id. */
  readonly bodyOfId: ReadonlyMap<number, number>;
}

const schema = v.strictObject({
  format: v.literal('leib-bodies/1'),
  bodies: tableOf(
    v.pipe(v.string(), v.regex(/^\d{1,4}$/, 'expected a body id of the tracker as key: "0", "1", ...')),
    v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  ),
});

/** A file's text, or the place and the reason why it is refused. */
export function parseBodyMap(text: string): Decoded<BodyMap> {
  const decoded = decodeJson(text, schema);
  if (!decoded.ok) return decoded;
  const rows = Object.entries(decoded.value.bodies);
  if (rows.length === 0) return refuse('bodies', 'expected at least one body, got none; add "0": "head"');
  const names = rows.map(([, name]) => name);
  const twice = rows.find(([, name], row) => names.indexOf(name) < row);
  if (twice !== undefined) {
    return refuse(`bodies.${twice[0]}`, `expected each name once, got "${twice[1]}" again; give each id its own name`);
  }
  return { ok: true, value: { names, bodyOfId: new Map(rows.map(([id], row) => [Number(id), row])) } };
}

/** The file of a map. */
export function bodyMapText({ names, bodyOfId }: BodyMap): string {
  const bodies = Object.fromEntries([...bodyOfId].map(([id, body]) => [String(id), names[body]]));
  return `${JSON.stringify({ format: 'leib-bodies/1', bodies }, null, 2)}\n`;
}

/** Without a file: ids 0 to 9 in the order of mocapBodyNames. */
export const defaultBodyMap: BodyMap = {
  names: mocapBodyNames,
  bodyOfId: new Map(mocapBodyNames.map((_, id) => [id, id])),
};
