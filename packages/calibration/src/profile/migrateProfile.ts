/** What turns a profile of one version into one of the next, by the version it starts from: { 'leib-profile/1': ... }. */
export type Migrations = Readonly<Record<string, (old: Readonly<Record<string, unknown>>) => Record<string, unknown>>>;

/** One step a version; the next version adds its own. */
export const profileMigrations: Migrations = {
  // Before, everything was tracked in one space.
  'leib-profile/1': (old) => ({ ...old, format: 'leib-profile/2', spaces: {} }),
};

export type Migrated =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly path: string; readonly reason: string };

/** Applies one step after the other until the profile is of the wanted version. */
export function migrateProfile(json: unknown, wanted: string, migrations: Migrations): Migrated {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return { ok: false, path: '', reason: 'is no object' };
  }
  let value = json as Readonly<Record<string, unknown>>;
  const seen = new Set<unknown>();
  while (value.format !== wanted) {
    const { format } = value;
    const step = typeof format === 'string' && Object.hasOwn(migrations, format) ? migrations[format] : undefined;
    if (step === undefined || seen.has(format)) return { ok: false, path: 'format', reason: strange(format, wanted) };
    seen.add(format);
    value = step(value);
  }
  return { ok: true, value };
}

function strange(format: unknown, wanted: string): string {
  const [name, version] = wanted.split('/');
  const given = typeof format === 'string' ? format.split('/') : [];
  if (given[0] === name && Number(given[1]) > Number(version)) {
    return `is "${String(format)}", newer than this program; it reads up to "${wanted}"`;
  }
  return `is ${JSON.stringify(format) ?? 'missing'}, expected "${wanted}"`;
}
