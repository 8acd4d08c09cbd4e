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

test('is told from settings of a body', () => {
  expect(isThreeAxisTemplate(JSON.parse(text))).toBe(true);
  expect(isThreeAxisTemplate({ format: 'leib-three-axis/9' })).toBe(true);
  expect(isThreeAxisTemplate(defaultRemoteBodySettings)).toBe(false);
  expect(isThreeAxisTemplate(null)).toBe(false);
});

test.each<[string, unknown]>([
  ['expected an object', 7],
  ['template.format', { format: 'leib-three-axis/9' }],
  ['template.joints: expected', { format: 'leib-three-axis/1' }],
  ['template.joints.tail: there is no such bone', withValue('joints.tail', {})],
  ['head.yLimit', withValue('joints.head.yLimit', -1)],
  ['head.yz.kp', withValue('joints.head.yz.kp', 'stiff')],
  ['head.x: low', withValue('joints.head.x.low', 2)],
  ['head.x.speed: there is no', withValue('joints.head.x.speed', 2)],
  ['head.yz: expected an object', withValue('joints.head.yz', null)],
])('what is wrong is named: %s', (reason, given) => {
  expect(() => parseThreeAxisTemplate(given)).toThrow(reason);
});
