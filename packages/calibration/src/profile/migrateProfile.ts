import { accept, type Decoded, describeValue, isRecord, refuse } from '@leib/core';

type ProfileRecord = Readonly<Record<string, unknown>>;

/** Converts a profile of one version into the next, by the version that it starts from: { 'leib-profile/1': ... }. */
export type Migrations = Readonly<Record<string, (old: ProfileRecord) => ProfileRecord>>;

/** One step per version; a new version adds its own. */
export const profileMigrations: Migrations = {
  // Version 1 had one tracked space only.
  'leib-profile/1': (old) => ({ ...old, format: 'leib-profile/2', spaces: {} }),
};

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
