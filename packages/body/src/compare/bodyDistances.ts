import { FormatError } from '@leib/formats';
import type { NamedVertices } from './namedVertices.js';

/** A straight distance between two named places. */
export interface BodyDistance {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Reads `From, To, Name`, one to a line; `#` and `//` begin comments. A place that one of the vertices files does not
 * define, and a name that comes twice, are errors. Throws FormatError with line and reason.
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
      throw new FormatError('distances', where, `"${line.slice(0, 40)}" is not "From, To, Name"`);
    }
    const [from, to, name] = parts;
    for (const place of [from, to]) {
      if (names.some(({ indices }) => !indices.has(place))) {
        throw new FormatError('distances', where, `${place} is not defined by the vertices file`);
      }
    }
    if (distances.some((distance) => distance.name === name)) {
      throw new FormatError('distances', where, `${name} comes twice`);
    }
    distances.push({ name, from, to });
  });
  if (distances.length === 0) throw new FormatError('distances', '', 'the file has no distance');
  return distances;
}
