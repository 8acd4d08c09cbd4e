import { type Decoded, decodeValue, parseJson, refuse } from '@leib/core';
import { type BodyProfile, PROFILE_FORMAT, profileSchema } from './bodyProfile.js';
import { type Migrations, migrateProfile, profileMigrations } from './migrateProfile.js';

/** A profile as the text of a file. */
export function profileText(profile: BodyProfile): string {
  return `${JSON.stringify(profile, null, 2)}\n`;
}

/** Reads a profile of any version, brings it to the present one and checks every value. */
export function parseProfile(text: string, migrations: Migrations = profileMigrations): Decoded<BodyProfile> {
  const json = parseJson(text);
  if (!json.ok) return json;
  const migrated = migrateProfile(json.value, PROFILE_FORMAT, migrations);
  if (!migrated.ok) return migrated;
  const profile = decodeValue(migrated.value, profileSchema);
  const twice = profile.ok ? doubleRole(profile.value) : null;
  return twice === null ? profile : refuse('devices', twice);
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
