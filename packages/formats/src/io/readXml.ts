import { FormatError } from '../formatError.js';

/** An element of an XML document. Text between tags is kept, joined, in `text`; comments are not. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

interface OpenElement {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  text: string;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
/** Comments, declarations and CDATA first, so that tags inside of them are none. */
const markup =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<![^>]*>|<(\/?)([^\s/>]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>/g;
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Reads an XML document: elements, attributes, text, entities of characters. Namespaces stay in the names; documents that
 * define entities of their own are not resolved. Throws FormatError with the line and the reason.
 */
export function readXml(text: string, name = ''): XmlElement {
  const open: OpenElement[] = [{ name: '', attributes: {}, children: [], text: '' }];
  let at = 0;
  for (const match of text.matchAll(markup)) {
    const top = open[open.length - 1];
    top.text += withoutEntities(text.slice(at, match.index));
    at = match.index + match[0].length;
    const [, data, slash, tag, rest, selfClosing] = match;
    if (data !== undefined) top.text += data;
    if (tag === undefined) continue;
    if (slash === '/') {
      if (open.length < 2 || top.name !== tag) {
        const expected = open.length < 2 ? 'no closing tag' : `</${top.name}>`;
        throw fail(text, match.index, name, `expected ${expected}, got </${tag}>`);
      }
      open.pop();
      continue;
    }
    const element: OpenElement = { name: tag, attributes: readAttributes(rest), children: [], text: '' };
    top.children.push(element);
    if (selfClosing !== '/') open.push(element);
  }
  const [document] = open;
  if (open.length > 1) throw fail(text, text.length, name, `expected </${open[open.length - 1].name}>, got the end`);
  if (document.children.length !== 1) {
    throw fail(text, text.length, name, `expected one outermost element, got ${document.children.length}`);
  }
  return document.children[0];
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, key, double, single] of text.matchAll(attribute)) attributes[key] = withoutEntities(double ?? single);
  return attributes;
}

function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x?[0-9a-f]+|\w+);/gi, (whole, word: string) => {
    if (!word.startsWith('#')) return entities[word] ?? whole;
    const code =
      word[1].toLowerCase() === 'x' ? Number.parseInt(word.slice(2), 16) : Number.parseInt(word.slice(1), 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** The document as text; readXml() of it gives the same elements. */
export function writeXml({ name, attributes, children, text }: XmlElement): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const inner = children.length === 0 ? escaped(text) : children.map(writeXml).join('');
  return inner === '' ? `<${name}${list.join('')}/>` : `<${name}${list.join('')}>${inner}</${name}>`;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

function fail(text: string, at: number, name: string, reason: string): FormatError {
  const line = text.slice(0, at).split('\n').length;
  return new FormatError('XML', name === '' ? `line ${line}` : `${name}, line ${line}`, reason);
}
