import { accept, type Decoded, describeValue, isRecord, refuse } from '@leib/core';

type JsonObject = Readonly<Record<string, unknown>>;

/** What turns a profile of one version into one of the next, by the version it starts from: { 'leib-profile/1': ... }. */
export type Migrations = Readonly<Record<string, (old: Readonly<Record<string, unknown>>) => Record<string, unknown>>>;

/** One step a version; the next version adds its own. */
export const profileMigrations: Migrations = {
  // Before, everything was tracked in one space.
  'leib-profile/1': (old) => ({ ...old, format: 'leib-profile/2', spaces: {} }),
};

/** Applies one step after the other until the profile is of the wanted version. */
export function migrateProfile(json: unknown, wanted: string, migrations: Migrations): Decoded<JsonObject> {
  if (!isRecord(json)) return refuse('', `expected an object, got ${describeValue(json)}`);
  let value: JsonObject = json;
  const seen = new Set<unknown>();
  while (value.format !== wanted) {
    const { format } = value;
    const step = typeof format === 'string' && Object.hasOwn(migrations, format) ? migrations[format] : undefined;
    if (step === undefined || seen.has(format)) return refuse('format', strange(format, wanted));
    seen.add(format);
    value = step(value);
  }
  return accept(value);
}

function strange(format: unknown, wanted: string): string {
  const [name, version] = wanted.split('/');
  const given = typeof format === 'string' ? format.split('/') : [];
  if (given[0] === name && Number(given[1]) > Number(version)) {
    return `expected up to "${wanted}", got "${String(format)}"; it was written by a newer program`;
  }
  return `expected "${wanted}", got ${describeValue(format)}`;
}
