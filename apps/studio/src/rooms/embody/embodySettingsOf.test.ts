import { defaultSkeleton } from '@leib/body';
import { buildEmbody, defaultEmbodySettings, thesisEmbodySettings } from '@leib/embody';
import { expect, test } from 'vitest';
import { initialValues } from '../../files/settings.js';
import { checkCurves, checkFields } from './checkData.js';
import { embodySettingsOf } from './embodySettingsOf.js';
import { type EmbodyRoomSettings, embodyShape } from './embodyShape.js';

const initial = initialValues(embodyShape) as unknown as EmbodyRoomSettings;

test('with every switch at rest a solver is what it is', () => {
  expect(embodySettingsOf(initial)).toEqual(defaultEmbodySettings);
  expect(embodySettingsOf({ ...initial, solver: 'thesis' })).toEqual(thesisEmbodySettings);
  expect(embodySettingsOf({ ...initial, solver: 'baseline' })).toBeNull();
});

test.each(['prior', 'magnets', 'shoulder', 'limits', 'torso', 'gait', 'phase', 'grounding', 'swing'] as const)(
  'switching %s off changes the settings, and they build',
  (key) => {
    const settings = embodySettingsOf({ ...initial, [key]: false });
    expect(settings).not.toEqual(defaultEmbodySettings);
    if (settings) buildEmbody(defaultSkeleton, settings);
  },
);

test('heading, trunk and arms can be taken from the other solver', () => {
  const mixed = embodySettingsOf({ ...initial, solver: 'thesis', heading: 'fitted', bend: 'fitted', arms: 'circle' });
  expect(mixed?.trunk.heading).toBe('fitted');
  expect(mixed?.trunk.bend).toBe('fitted');
  expect(mixed?.arms.solver).toBe('circle');
});

test('fields and curves are taken where they are whole', () => {
  const { fields } = defaultEmbodySettings.arms.magnets;
  expect(checkFields(fields)).toBeNull();
  expect(checkFields([{ ...fields[0], radius: 0 }])).toMatch(/radius/);
  expect(checkFields([null])).toMatch(/\[0\]: expected an object, got null/);
  expect(checkFields({})).toMatch(/list/);
  const { curves } = defaultEmbodySettings.gait;
  expect(checkCurves(curves)).toBeNull();
  expect(checkCurves({ ...curves, stepSize: { keys: [] } })).not.toBeNull();
  expect(checkCurves('stepSize')).toMatch(/curves/);
  expect(embodySettingsOf({ ...initial, fields: fields.slice(1) })?.arms.magnets.fields).toHaveLength(
    fields.length - 1,
  );
});
