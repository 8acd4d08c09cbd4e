import * as v from 'valibot';
import { type BodyProfile, PROFILE_FORMAT, profileSchema } from './bodyProfile.js';
import { type Migrations, migrateProfile, profileMigrations } from './migrateProfile.js';

/** A profile, or why there is none: one sentence with the place in the file. */
export type ParsedProfile =
  | { readonly ok: true; readonly value: BodyProfile }
  | { readonly ok: false; readonly path: string; readonly reason: string };

/** A profile as the text of a file. */
export function profileText(profile: BodyProfile): string {
  return `${JSON.stringify(profile, null, 2)}\n`;
}

/** Reads a profile of any version, brings it to the present one and checks every value. */
export function parseProfile(text: string, migrations: Migrations = profileMigrations): ParsedProfile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, path: '', reason: 'is not JSON' };
  }
  const migrated = migrateProfile(json, PROFILE_FORMAT, migrations);
  if (!migrated.ok) return migrated;
  const result = v.safeParse(profileSchema, migrated.value, { abortEarly: true });
  if (result.success) {
    const twice = doubleRole(result.output);
    return twice === null ? { ok: true, value: result.output } : { ok: false, path: 'devices', reason: twice };
  }
  const [issue] = result.issues;
  return { ok: false, path: v.getDotPath(issue) ?? '', reason: issue.message };
}

/** Two devices on one point would fight for it. */
function doubleRole({ devices }: BodyProfile): string | null {
  const taken = new Map<string, string>();
  for (const [id, { role }] of Object.entries(devices)) {
    if (role === null) continue;
    const other = taken.get(role);
    if (other !== undefined) return `"${other}" and "${id}" are both ${role}`;
    taken.set(role, id);
  }
  return null;
}

/** Name of an exported file: letters that every system allows. */
export function profileFileName({ name }: BodyProfile): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase();
  return `leib-profile${plain === '' ? '' : `-${plain}`}.json`;
}
