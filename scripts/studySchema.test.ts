import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { protocolSchema } from '../packages/study/src/protocol/protocolSchema.js';
import { root } from './project.mjs';
import { makeStudySchema, studySchemaFile } from './studySchema.mjs';

test('the JSON schema of studies is up to date (npm run schema)', () => {
  const written = JSON.parse(readFileSync(join(root, studySchemaFile), 'utf8'));
  expect(written).toEqual(JSON.parse(JSON.stringify(makeStudySchema(protocolSchema))));
});
