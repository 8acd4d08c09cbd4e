import { expect, test } from 'vitest';
import { defaultRemoteBodySettings } from './remoteBodySettings.js';
import { toThreeAxisTemplate } from './templates.js';
import { isThreeAxisTemplate, parseThreeAxisTemplate, threeAxisTemplateText } from './threeAxisFile.js';

const text = threeAxisTemplateText(defaultRemoteBodySettings);
/** The file with one value changed, by its path. */
function withValue(path: string, value: unknown): unknown {
  const file = JSON.parse(text);
  const keys = path.split('.');
  const last = keys.pop() as string;
  keys.reduce((at, key) => at[key], file)[last] = value;
  return file;
}

test('written and read back it is the same template', () => {
  expect(parseThreeAxisTemplate(JSON.parse(text))).toEqual(toThreeAxisTemplate(defaultRemoteBodySettings));
});

test('a template is recognised among files of settings', () => {
  expect(isThreeAxisTemplate(JSON.parse(text))).toBe(true);
  expect(isThreeAxisTemplate({ format: 'leib-three-axis/9' })).toBe(true);
  expect(isThreeAxisTemplate(defaultRemoteBodySettings)).toBe(false);
  expect(isThreeAxisTemplate(null)).toBe(false);
});

test.each<[string, unknown]>([
  ['expected an object', 7],
  ['template, format: expected', { format: 'leib-three-axis/9' }],
  ['template, joints: expected', { format: 'leib-three-axis/1' }],
  ['template, joints.tail: expected a humanoid bone', withValue('joints.tail', {})],
  ['head.yLimit', withValue('joints.head.yLimit', -1)],
  ['head.yz.kp', withValue('joints.head.yz.kp', 'stiff')],
  ['head.x: expected low up to high', withValue('joints.head.x.low', 2)],
  ['head.x.speed: there is no such key', withValue('joints.head.x.speed', 2)],
  ['head.yz: expected an object', withValue('joints.head.yz', null)],
])('what is wrong is named: %s', (reason, given) => {
  expect(() => parseThreeAxisTemplate(given)).toThrow(reason);
});
