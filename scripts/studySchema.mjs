import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { toJsonSchema } from '@valibot/to-json-schema';
import { root } from './project.mjs';

/** What the schema of leib-study/1 is written to. */
export const studySchemaFile = 'packages/study/leib-study-1.schema.json';

/** The JSON schema (draft 7, which editors know) of the study's valibot schema. What it cannot say, leib study check does. */
export function makeStudySchema(protocolSchema) {
  const { $schema, ...schema } = toJsonSchema(protocolSchema, {
    typeMode: 'input',
    ignoreActions: ['check', 'gt_value'],
  });
  return {
    $schema,
    $id: 'https://github.com/leib/leib/packages/study/leib-study-1.schema.json',
    title: 'leib-study/1',
    description:
      'A study: consent, orders of conditions, tasks, questionnaires, the body that is worn, what is recorded.',
    ...schema,
  };
}

/** `npm run schema` writes it. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { protocolSchema } = await import('../packages/study/dist/index.js');
  writeFileSync(join(root, studySchemaFile), `${JSON.stringify(makeStudySchema(protocolSchema), null, 2)}\n`);
}
