import { FormatError } from '@leib/formats';
import type { NamedVertices } from './namedVertices.js';

/** A straight distance between two named places. */
export interface BodyDistance {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Parses `From, To, Name`, one per line; `#` and `//` begin comments. From and To must be in every vertices file, names
 * must be unique. Throws FormatError with line and reason.
 */
export function parseBodyDistances(text: string, names: readonly NamedVertices[]): BodyDistance[] {
  const distances: BodyDistance[] = [];
  text.split(/\r\n|\n|\r/).forEach((whole, i) => {
    const line = whole
      .replace(/(?:#|\/\/).*$/, '')
      .replace(/^\uFEFF/, '')
      .trim();
    if (line === '') return;
    const where = `line ${i + 1}`;
    const parts = line.split(',').map((part) => part.trim());
    if (parts.length !== 3 || parts.includes('')) {
      throw new FormatError('distances', where, `expected "From, To, Name", got "${line.slice(0, 40)}"`);
    }
    const [from, to, name] = parts;
    for (const place of [from, to]) {
      if (names.some(({ indices }) => !indices.has(place))) {
        throw new FormatError('distances', where, `expected a name of the vertices file, got "${place}"`);
      }
    }
    if (distances.some((distance) => distance.name === name)) {
      throw new FormatError('distances', where, `expected unique names, got "${name}" a second time`);
    }
    distances.push({ name, from, to });
  });
  if (distances.length === 0) throw new FormatError('distances', '', 'expected lines "From, To, Name", got none');
  return distances;
}
