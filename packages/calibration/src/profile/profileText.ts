import { accept, type Decoded, decodeValue, describeValue, isRecord, parseJson, refuse } from '@leib/core';
import { type BodyProfile, PROFILE_FORMAT, profileSchema } from './bodyProfile.js';

type ProfileRecord = Readonly<Record<string, unknown>>;

/** Converts a profile of one version into the next, by the version that it starts from: { 'leib-profile/1': ... }. */
type Migrations = Readonly<Record<string, (old: ProfileRecord) => ProfileRecord>>;

/** One step per version; a new version adds its own. */
const profileMigrations: Migrations = {
  // Version 1 had one tracked space only.
  'leib-profile/1': (old) => ({ ...old, format: 'leib-profile/2', spaces: {} }),
};

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

/** An exported file: its text, and a name with letters that every file system allows. */
export function profileFile(profile: BodyProfile): { readonly name: string; readonly text: string } {
  const plain = profile.name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .toLowerCase();
  return { name: `leib-profile${plain === '' ? '' : `-${plain}`}.json`, text: profileText(profile) };
}

/** Applies one migration after the other until the profile has the wanted version. */
export function migrateProfile(json: unknown, wanted: string, migrations: Migrations): Decoded<ProfileRecord> {
  if (!isRecord(json)) return refuse('', `expected an object, got ${describeValue(json)}`);
  let value: ProfileRecord = json;
  const seen = new Set<unknown>();
  while (value.format !== wanted) {
    const { format } = value;
    const step = typeof format === 'string' && Object.hasOwn(migrations, format) ? migrations[format] : undefined;
    if (step === undefined || seen.has(format)) return refuse('format', unknownFormat(format, wanted));
    seen.add(format);
    value = step(value);
  }
  return accept(value);
}

function unknownFormat(format: unknown, wanted: string): string {
  const [name, version] = wanted.split('/');
  const [givenName, givenVersion] = typeof format === 'string' ? format.split('/') : [];
  const advice =
    givenName === name && Number(givenVersion) > Number(version)
      ? '; the file is newer than this program: update the program'
      : '';
  return `expected "${wanted}", got ${describeValue(format)}${advice}`;
}
