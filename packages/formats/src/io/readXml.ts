import { FormatError } from '../formatError.js';
import { fileLimits } from '../limits/fileLimits.js';

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

const entities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** What begins with "<" and is no tag: how it begins and ends. The order counts, since the last begins like those before it. */
const otherMarkup = [
  { begin: '<!--', end: '-->', isText: false },
  { begin: '<![CDATA[', end: ']]>', isText: true },
  { begin: '<?', end: '?>', isText: false },
  { begin: '<!', end: '>', isText: false },
] as const;

/** `<name attributes>`, `</name>`, `<name/>`: ends of tags are found one after the other, since quotes may hold ">". */
const attribute = /\s*([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;

/**
 * Reads an XML document: elements, attributes, text, entities of characters. Namespaces stay in the names; documents that
 * define entities of their own are not resolved. Each character is looked at a few times at most, whatever the text is.
 * Throws FormatError with the line and the reason.
 */
export function readXml(text: string, name = ''): XmlElement {
  const document: OpenElement = { name: '', attributes: {}, children: [], text: '' };
  const open: OpenElement[] = [document];
  const { depth, xmlElements } = fileLimits;
  let elementCount = 0;
  let at = 0;
  while (at < text.length) {
    const top = open[open.length - 1];
    const next = text.indexOf('<', at);
    top.text += withoutEntities(text.slice(at, next < 0 ? text.length : next));
    if (next < 0) break;
    const other = otherMarkup.find(({ begin }) => text.startsWith(begin, next));
    if (other !== undefined) {
      const end = text.indexOf(other.end, next + other.begin.length);
      if (end < 0) throw fail(text, next, name, `expected ${other.end} after ${other.begin}, got the end`);
      if (other.isText) top.text += text.slice(next + other.begin.length, end);
      at = end + other.end.length;
      continue;
    }
    if (/[\s>/]/.test(text[next + (text[next + 1] === '/' ? 2 : 1)] ?? ' ')) {
      // "1 < 2": no name follows, so that it is text.
      top.text += '<';
      at = next + 1;
      continue;
    }
    const end = tagEnd(text, next + 1);
    if (end < 0) throw fail(text, next, name, 'expected > after <, got the end');
    at = end + 1;
    const tag = readTag(text.slice(next + 1, end));
    if (tag.isClosing) {
      if (open.length < 2 || top.name !== tag.name) {
        const expected = open.length < 2 ? 'no closing tag' : `</${top.name.slice(0, 40)}>`;
        throw fail(text, next, name, `expected ${expected}, got </${tag.name.slice(0, 40)}>`);
      }
      open.pop();
      continue;
    }
    if (++elementCount > xmlElements)
      throw fail(text, next, name, `expected at most ${xmlElements} elements, got more`);
    const element: OpenElement = { name: tag.name, attributes: readAttributes(tag.rest), children: [], text: '' };
    top.children.push(element);
    if (tag.isEmpty) continue;
    if (open.length > depth) throw fail(text, next, name, `expected at most ${depth} levels of elements, got more`);
    open.push(element);
  }
  if (open.length > 1)
    throw fail(text, text.length, name, `expected </${open[open.length - 1].name.slice(0, 40)}>, got the end`);
  if (document.children.length !== 1) {
    throw fail(text, text.length, name, `expected one outermost element, got ${document.children.length}`);
  }
  return document.children[0];
}

/** Place of the > that ends a tag; -1 where there is none. */
function tagEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === '>') return at;
    if (char !== '"' && char !== "'") continue;
    const close = text.indexOf(char, at + 1);
    if (close < 0) return -1;
    at = close;
  }
  return -1;
}

interface ReadTag {
  readonly name: string;
  readonly rest: string;
  readonly isClosing: boolean;
  readonly isEmpty: boolean;
}

/** The inside of a tag, taken apart. */
function readTag(inside: string): ReadTag {
  const isClosing = inside.startsWith('/');
  const isEmpty = !isClosing && inside.endsWith('/');
  const content = inside.slice(isClosing ? 1 : 0, isEmpty ? -1 : undefined);
  const blank = content.search(/[\s/]/);
  const name = blank < 0 ? content : content.slice(0, blank);
  return { name, rest: blank < 0 ? '' : content.slice(blank), isClosing, isEmpty };
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  for (let at = 0; at < text.length; ) {
    attribute.lastIndex = at;
    const match = attribute.exec(text);
    if (match !== null) attributes[match[1]] = withoutEntities(match[2] ?? match[3]);
    // A word that is no attribute is passed over.
    at = match === null ? afterWord(text, at) : attribute.lastIndex;
  }
  return attributes;
}

function afterWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && text[at].trim() === '') at++;
  while (at < text.length && text[at].trim() !== '') at++;
  return at;
}

function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x?[0-9a-f]+|\w+);/gi, (whole, word: string) => {
    if (!word.startsWith('#')) return entities.get(word) ?? whole;
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
