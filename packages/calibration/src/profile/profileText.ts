import { type Decoded, decodeValue, parseJson, refuse } from '@leib/core';
import { type BodyProfile, PROFILE_FORMAT, profileSchema } from './bodyProfile.js';
import { type Migrations, migrateProfile, profileMigrations } from './migrateProfile.js';

/** The text of a profile's file. */
export function profileText(profile: BodyProfile): string {
  return `${JSON.stringify(profile, null, 2)}\n`;
}

/** Reads a profile of any version, migrates it to the present one and checks every value. */
export function parseProfile(text: string, migrations: Migrations = profileMigrations): Decoded<BodyProfile> {
  const json = parseJson(text);
  if (!json.ok) return json;
  const migrated = migrateProfile(json.value, PROFILE_FORMAT, migrations);
  if (!migrated.ok) return migrated;
  const profile = decodeValue(migrated.value, profileSchema);
  const duplicate = profile.ok ? findDuplicateRole(profile.value) : null;
  return duplicate === null ? profile : duplicate;
}

/** Only one device may have a role. */
function findDuplicateRole({ devices }: BodyProfile): Decoded<never> | null {
  const deviceOf = new Map<string, string>();
  for (const [id, { role }] of Object.entries(devices)) {
    if (role === null) continue;
    const other = deviceOf.get(role);
    if (other !== undefined)
      return refuse('devices', `expected one device per role, "${other}" and "${id}" are both ${role}`);
    deviceOf.set(role, id);
  }
  return null;
}

/** Name of an exported file, with letters that every file system allows. */
export function profileFileName({ name }: BodyProfile): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase();
  return `leib-profile${plain === '' ? '' : `-${plain}`}.json`;
}
