import {
  accept,
  type Decoded,
  decodeValue,
  describeValue,
  InputError,
  isRecord,
  parseJson,
  refuse,
  requireDecoded,
} from '@leib/core';
import { checkReferences } from './checkReferences.js';
import { checkValues } from './checkValues.js';
import type { PuppetFile } from './puppetFile.js';
import { puppetSchema } from './puppetSchema.js';

const PUPPET_FORMAT = 'leib-puppet/1';

/** A puppet from the text of a file: the value, or the place in the file and the reason why it cannot be used. */
export function parsePuppet(text: string): Decoded<PuppetFile> {
  const parsed = parseJson(text);
  return parsed.ok ? checkPuppet(parsed.value) : parsed;
}

/** Checks types, names that lead somewhere, and values that make sense; rotations come out with unit length. */
export function checkPuppet(value: unknown): Decoded<PuppetFile> {
  if (!isRecord(value)) return refuse('', `expected an object, got ${describeValue(value)}`);
  const version = typeof value.format === 'string' ? value.format : PUPPET_FORMAT;
  if (version !== PUPPET_FORMAT && version.startsWith('leib-puppet/')) {
    return refuse('format', `expected "${PUPPET_FORMAT}", got "${version.slice(0, 40)}"; open it with a newer Leib`);
  }
  const decoded = decodeValue(value, puppetSchema);
  if (!decoded.ok) return decoded;
  try {
    checkReferences(decoded.value);
    return accept(checkValues(decoded.value));
  } catch (error) {
    if (error instanceof InputError) return refuse(error.where, error.reason);
    throw error;
  }
}

/**
 * The text of a puppet's file: keys in the order of the format, lists of numbers on one line. The same puppet is the
 * same text. Throws InputError with the place where it could not be read again.
 */
export function writePuppet(file: PuppetFile): string {
  return `${printJson(requireDecoded(checkPuppet(file), 'puppet'), '')}\n`;
}

/** Longest object or list that stands on one line. */
const LINE_WIDTH = 100;

function printJson(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((entry) => printJson(entry, inner))
    : Object.entries(value)
        .filter(([, entry]) => entry !== undefined)
        .map(([key, entry]) => `${JSON.stringify(key)}: ${printJson(entry, inner)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const line = isList ? `[${entries.join(', ')}]` : `{ ${entries.join(', ')} }`;
  if (entries.length === 0) return `${open}${close}`;
  if (line.length + indent.length <= LINE_WIDTH && !line.includes('\n')) return line;
  return `${open}\n${entries.map((entry) => inner + entry).join(',\n')}\n${indent}${close}`;
}
