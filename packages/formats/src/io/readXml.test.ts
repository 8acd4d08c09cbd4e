import { expect, test } from 'vitest';
import { readXml, writeXml } from './readXml.js';

test('elements, attributes and text; comments and declarations are passed over', () => {
  const text = `<?xml version="1.0"?><!DOCTYPE robot><!-- <b> --><a x='1 > 0' y="&lt;&#65;&#x42;&amp;">
    t<![CDATA[<c/>]]><ns:b/><b z="&quot;"></b></a>`;
  const root = readXml(text);
  expect(root.name).toBe('a');
  expect(root.attributes).toEqual({ x: '1 > 0', y: '<AB&' });
  expect(root.text.trim()).toBe('t<c/>');
  expect(root.children.map(({ name, attributes }) => [name, attributes])).toEqual([
    ['ns:b', {}],
    ['b', { z: '"' }],
  ]);
  expect(readXml(writeXml({ ...root, text: '' }))).toMatchObject({ name: 'a', attributes: root.attributes });
});

test.each([
  ['<a><b></a>', 'XML line 1: expected </b>, got </a>'],
  ['<a>\n<b>\n', 'XML line 3: expected </b>, got the end'],
  ['</a>', 'XML line 1: expected no closing tag, got </a>'],
  ['<a/><b/>', 'expected one outermost element, got 2'],
  ['hello', 'expected one outermost element, got 0'],
])('%j is refused with line and reason', (text, reason) => {
  expect(() => readXml(text)).toThrow(reason);
});
