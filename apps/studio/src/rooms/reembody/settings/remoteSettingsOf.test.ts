import { defaultRemoteBodySettings, editJoints, parseRemoteBodySettings, remoteBodySettingsText } from '@leib/reembody';
import { expect, test } from 'vitest';
import { initialValues } from '../../../files/settings.js';
import { checkRemoteBody } from './checkRemoteBody.js';
import { type ReembodyValues, reembodyShape } from './reembodyShape.js';
import { remoteSettingsOf, switchesOf } from './remoteSettingsOf.js';

const initial = initialValues(reembodyShape) as unknown as ReembodyValues;

test('untouched, the room has the default body', () => {
  expect(remoteSettingsOf(initial)).toEqual(defaultRemoteBodySettings);
});

test('the switches go before what the edited body says, the rest of it stays', () => {
  const body = editJoints(defaultRemoteBodySettings, ['head'], ['x'], (axis) => ({ ...axis, kp: 77 }));
  const settings = remoteSettingsOf({ ...initial, body, root: 'spring', softens: false, fingers: true });
  expect(settings.joints.head?.x.kp).toBe(77);
  expect(settings.control.root).toBe('spring');
  expect(settings.control.impact).toEqual({ ...defaultRemoteBodySettings.control.impact, softness: 1 });
  expect(settings.hasFingers).toBe(true);
});

test('a saved body brings its switches back', () => {
  const values = { ...initial, root: 'balance', targetSpace: 'world', drive: 'freeParts', colliders: 'exact' } as const;
  const loaded = parseRemoteBodySettings(JSON.parse(remoteBodySettingsText(remoteSettingsOf(values))));
  const again = { ...initial, ...switchesOf(loaded), body: loaded } as ReembodyValues;
  expect(remoteSettingsOf(again)).toEqual(remoteSettingsOf(values));
});

test('what is no body is refused with a reason', () => {
  expect(checkRemoteBody({ totalMas: 3 })).toContain('totalMas');
  expect(checkRemoteBody(defaultRemoteBodySettings)).toBeNull();
});
