import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parsePuppet } from '../packages/puppet/src/file/parsePuppet.js';
import { puppetSchema } from '../packages/puppet/src/file/puppetSchema.js';
import { root } from './project.mjs';
import { makeSchema, schemaFile, schemaPage, updatePage } from './puppetSchema.mjs';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const schema = makeSchema(puppetSchema);

test('the JSON schema of puppets and the tables of its page are up to date (npm run schema)', () => {
  expect(JSON.parse(read(schemaFile))).toEqual(JSON.parse(JSON.stringify(schema)));
  expect(read(schemaPage)).toBe(updatePage(read(schemaPage), schema));
});

test('every field of an object with a table has a sentence', () => {
  const empty = read(schemaPage)
    .split('\n')
    .filter((line) => /^\| `.*\|\s*\|$/.test(line));
  expect(empty).toEqual([]);
});

test('the short puppet on the page can be read', () => {
  const [, text] = /```json\n([^`]*)```/.exec(read(schemaPage)) ?? ['', ''];
  expect(parsePuppet(text)).toMatchObject({ ok: true, value: { parts: [{ name: 'jaw' }] } });
});
