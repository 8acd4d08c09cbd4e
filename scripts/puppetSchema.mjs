import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { toJsonSchema } from '@valibot/to-json-schema';
import { root } from './project.mjs';

/** What the schema of leib-puppet/1 is written to. */
export const schemaFile = 'packages/puppet/leib-puppet-1.schema.json';
export const schemaPage = 'docs/puppet-file.md';

const begin = '<!-- fields: written by npm run schema -->';
const end = '<!-- end of fields -->';

/** The JSON schema (draft 7, which editors know) of the puppet's valibot schema. */
export function makeSchema(puppetSchema) {
  // JSON has no numbers that are not finite; the schema is that of what people write, before it is filled in.
  const { $schema, ...schema } = toJsonSchema(puppetSchema, { ignoreActions: ['finite', 'transform'] });
  const title = 'leib-puppet/1';
  const description =
    'A puppet: metres, radians, kilograms, unit quaternions x y z w; model space has Y up and faces +Z.';
  return {
    $schema,
    $id: 'https://github.com/leib/leib/packages/puppet/leib-puppet-1.schema.json',
    title,
    description,
    ...schema,
  };
}

/** The page with its tables of fields made anew. */
export function updatePage(page, schema) {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from)
    throw new Error(`${schemaPage}: expected "${begin}" and "${end}", got a page without them.`);
  return `${page.slice(0, from + begin.length)}\n\n${makeTables(schema)}\n${page.slice(to)}`;
}

/** One table for the file, and one for each object inside it, by its path. */
function makeTables(schema) {
  const tables = [];
  const visit = (path, object) => {
    const rows = Object.entries(object.properties).map(([key, value]) => {
      const isOptional = !object.required?.includes(key);
      return `| \`${key}\` | ${valuesOf(value)} | ${isOptional ? absentText(value) : 'required'} | ${(value.description ?? '').replaceAll('|', '\\|')} |`;
    });
    tables.push(
      `### ${path === '' ? 'The file' : `\`${path}\``}\n\n| field | values | absent | what |\n|---|---|---|---|\n${rows.join('\n')}\n`,
    );
    for (const [key, value] of Object.entries(object.properties))
      visitValue(path === '' ? key : `${path}.${key}`, value);
  };
  const visitValue = (path, value) => {
    const own = value.anyOf ? value.anyOf.find(({ type }) => type !== 'null') : value;
    if (own.type === 'array' && !Array.isArray(own.items)) visitValue(`${path}[]`, own.items);
    else if (own.oneOf) for (const option of own.oneOf) visit(`${path} (${option.properties.kind.const})`, option);
    else if (own.type === 'object' && !isPlain(own)) visit(path, own);
  };
  visit('', schema);
  return tables.join('\n');
}

/** What counts where a field is not there: a value, or what its sentence says. */
function absentText(value) {
  if (value.default === undefined) return 'optional';
  if (isEmptyObject(value.default)) return 'as below';
  return `\`${JSON.stringify(value.default).replaceAll(String(Math.PI / 2), 'pi/2')}\``;
}

function isEmptyObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}

/** An object of numbers without words of their own: its field says it all. */
function isPlain({ properties }) {
  return Object.values(properties).every(({ description }) => description === undefined);
}

function valuesOf(value) {
  if (value.anyOf) return value.anyOf.map(valuesOf).join(' or ');
  if (value.const !== undefined) return `\`${JSON.stringify(value.const)}\``;
  if (value.enum) return value.enum.map((choice) => `\`${JSON.stringify(choice)}\``).join(', ');
  if (value.oneOf) return 'an object, by `kind`';
  if (value.type === 'array') {
    if (Array.isArray(value.items)) return `list of ${value.items.length} numbers`;
    return `list of ${value.items.type === 'string' ? 'strings' : 'objects'}${value.maxItems ? `, ${value.maxItems} at the most` : ''}`;
  }
  if (value.type === 'object') return isPlain(value) ? `{ ${Object.keys(value.properties).join(', ')} }` : 'an object';
  if (value.type === 'number' || value.type === 'integer') return numberOf(value);
  return value.type;
}

/** Bounds of a million are there to keep sums finite; a table does without them. */
const largest = 1e6;

function numberOf({ type, ...bounds }) {
  const minimum = bounds.minimum === -largest ? undefined : bounds.minimum;
  const maximum = bounds.maximum === largest ? undefined : bounds.maximum;
  const kind = type === 'integer' ? 'whole number' : 'number';
  if (minimum !== undefined && maximum !== undefined) return `${kind}, ${minimum} to ${Number(maximum.toPrecision(5))}`;
  if (minimum === undefined) return kind;
  return minimum < 1e-3 ? `${kind} above 0` : `${kind}, ${minimum} or more`;
}

/** `npm run schema` writes the schema and the tables of its page. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { puppetSchema } = await import('../packages/puppet/dist/file/puppetSchema.js');
  const schema = makeSchema(puppetSchema);
  writeFileSync(join(root, schemaFile), `${JSON.stringify(schema, null, 2)}\n`);
  writeFileSync(join(root, schemaPage), updatePage(readFileSync(join(root, schemaPage), 'utf8'), schema));
}
