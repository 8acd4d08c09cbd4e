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

test.each([
  ['comments that do not end', '<!--'.repeat(50_000)],
  ['quotes that do not end', `<a ${"x='".repeat(50_000)}`],
  ['elements that do not end', '<a>'.repeat(50_000)],
  ['brackets', '<'.repeat(100_000)],
])('%s take one pass, and are refused', (_, text) => {
  expect(() => readXml(text)).toThrow(/^XML line 1: expected/);
});

test('names that all objects have are attributes like others', () => {
  const { attributes } = readXml('<a __proto__="1" constructor="2" x="&constructor;&toString;"/>');
  expect(Object.entries(attributes)).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
    ['x', '&constructor;&toString;'],
  ]);
});
