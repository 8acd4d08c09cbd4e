import { expect, test } from 'vitest';
import { decodeProtocol } from '../protocol/decodeProtocol.js';
import { exampleNames, exampleText } from '../studyFiles.testing.js';
import { stepAt, stepKinds, stepPaths } from './flowEdits.js';
import { type StudyField, stepFields, studyFields } from './studyFields.js';

const fieldIn = (fields: readonly StudyField[], ...[key, ...rest]: readonly string[]): StudyField => {
  const found = fields.find((field) => field.key === key);
  if (!found) throw new Error(`expected a field ${key}`);
  return rest.length > 0 && found.kind === 'group' ? fieldIn(found.fields, ...rest) : found;
};

function* allOf(fields: readonly StudyField[]): Generator<StudyField> {
  for (const field of fields) {
    yield field;
    if (field.kind === 'group') yield* allOf(field.fields);
    if (field.kind === 'list' && field.entry.kind === 'group') yield* allOf(field.entry.fields);
  }
}

test('every field has a label and says what it is', () => {
  const all = [...allOf(studyFields), ...Object.values(stepFields).flatMap((fields) => [...allOf(fields)])];
  expect(all.length).toBeGreaterThan(60);
  for (const { key, label, help } of all) {
    expect(label, key).toMatch(/^[A-Z]/);
    expect(label, key).not.toBe(key);
    expect(help, key).not.toBe('');
  }
});

test('ranges, choices and what holds where a member is absent are the schema’s', () => {
  expect(fieldIn(studyFields, 'participants')).toMatchObject({ kind: 'number', min: 1, max: 100_000, isWhole: true });
  expect(fieldIn(studyFields, 'body', 'latencyMs')).toMatchObject({ kind: 'number', max: 1000, initial: 0 });
  expect(fieldIn(studyFields, 'body', 'settings', 'totalMass')).toMatchObject({ min: 0, isOptional: true });
  expect(fieldIn(studyFields, 'ethics', 'approval')).toMatchObject({ kind: 'group', isNullable: true, initial: null });
  expect(fieldIn(stepFields.task, 'seconds')).toMatchObject({ kind: 'number', isNullable: true });
  expect(fieldIn(stepFields.block, 'order')).toMatchObject({ kind: 'choice', initial: 'fixed' });
  expect(Object.keys(stepFields).sort()).toEqual([...stepKinds].sort());
});

/** Keys of a value that no field shows. */
function unknownKeys(value: object, fields: readonly StudyField[], known: readonly string[]): string[] {
  return Object.entries(value).flatMap(([key, member]) => {
    if (known.includes(key)) return [];
    const field = fields.find((each) => each.key === key);
    if (!field) return [key];
    const isOpen = field.kind !== 'group' || member === null || field.hasOthers;
    return isOpen ? [] : unknownKeys(member as object, field.fields, []);
  });
}

test.each(exampleNames)('all that the example %s says has a field', (name) => {
  const decoded = decodeProtocol(exampleText(name));
  const study = decoded.ok ? (decoded.value as unknown as Record<string, unknown>) : {};
  expect(unknownKeys(study, studyFields, ['format', 'flow'])).toEqual([]);
  for (const path of stepPaths(study)) {
    const step = stepAt(study, path) ?? {};
    expect(unknownKeys(step, stepFields[String(step.kind)], ['kind', 'flow'])).toEqual([]);
  }
});
