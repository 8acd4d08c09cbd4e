import { defaultRemoteBodySettings, parseRemoteBodySettings } from '@leib/reembody';
import { expect, test } from 'vitest';
import { bodyFields, numberAt, weightFields, withNumber } from './bodyFields.js';

const all = [weightFields, ...bodyFields].flatMap(({ title, fields }) =>
  fields.map((field) => ({ ...field, name: `${title}: ${field.label}` })),
);

test.each(all)('$name stands in the settings, from its least to its largest, and changes nothing else', (field) => {
  const { path, scale = 1, min, max } = field;
  const value = numberAt(defaultRemoteBodySettings, path) * scale;
  expect(value).toBeGreaterThanOrEqual(min);
  expect(value).toBeLessThanOrEqual(max);
  for (const end of [min, max]) {
    const changed = withNumber(defaultRemoteBodySettings, path, end / scale);
    const parsed = parseRemoteBodySettings(JSON.parse(JSON.stringify(changed)));
    expect(numberAt(parsed, path)).toBe(end / scale);
    expect(withNumber(parsed, path, value / scale)).toEqual(withNumber(changed, path, value / scale));
  }
});

test('spring and bounce of all limits are among them', () => {
  expect(all.map(({ path }) => path.join('.'))).toEqual(
    expect.arrayContaining(['stops.all.springHz', 'stops.all.bounce']),
  );
});
