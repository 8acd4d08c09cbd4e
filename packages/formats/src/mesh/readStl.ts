import { FormatError } from '../formatError.js';
import { textOf, viewOf } from '../io/bytes.js';
import { createTextCursor, nextLine, nextNumber, nextWord } from '../io/textCursor.js';
import type { Mesh } from './mesh.js';
import { createGrowingFloat64, gathered, pushFloat64 } from './mesh.js';

const HEADER_BYTES = 84;
const TRIANGLE_BYTES = 50;

/** Whether bytes are an STL file: text that begins with "solid" and has facets, or a count that fits the length. */
export function looksLikeStl(bytes: Uint8Array): boolean {
  return isBinary(bytes) || isText(bytes);
}

function isBinary(bytes: Uint8Array): boolean {
  if (bytes.length < HEADER_BYTES) return false;
  const count = new DataView(bytes.buffer, bytes.byteOffset).getUint32(80, true);
  const expected = HEADER_BYTES + TRIANGLE_BYTES * count;
  // Some programs leave bytes behind the last triangle; binary files may begin with "solid", too.
  return expected === bytes.length || (count > 0 && expected < bytes.length && !isText(bytes));
}

function isText(bytes: Uint8Array): boolean {
  const start = textOf(bytes.subarray(0, 512)).trimStart().toLowerCase();
  return start.startsWith('solid') && /facet|endsolid/.test(start);
}

/** Reads an STL file, binary or text. Every triangle has three vertices of its own. Throws FormatError. */
export function readStl(bytes: Uint8Array): Mesh {
  const positions = isBinary(bytes) ? readBinary(bytes) : readText(bytes);
  const triangles = Uint32Array.from({ length: positions.length / 3 }, (_, i) => i);
  return { name: '', positions, triangles, groups: [] };
}

function readBinary(bytes: Uint8Array): Float64Array {
  const view = viewOf(bytes);
  const count = view.getUint32(80, true);
  const positions = new Float64Array(count * 9);
  for (let triangle = 0; triangle < count; triangle++) {
    const at = HEADER_BYTES + triangle * TRIANGLE_BYTES + 12;
    for (let k = 0; k < 9; k++) positions[triangle * 9 + k] = view.getFloat32(at + k * 4, true);
  }
  return positions;
}

function readText(bytes: Uint8Array): Float64Array {
  const cursor = createTextCursor(bytes);
  const positions = createGrowingFloat64();
  while (nextLine(cursor)) {
    if (nextWord(cursor).toLowerCase() !== 'vertex') continue;
    for (let k = 0; k < 3; k++) {
      const value = nextNumber(cursor);
      if (Number.isNaN(value))
        throw new FormatError('STL', `line ${cursor.line}`, 'expected three numbers after "vertex"');
      pushFloat64(positions, value);
    }
  }
  const all = gathered(positions);
  if (all.length % 9 !== 0) {
    throw new FormatError('STL', '', `expected three vertices a facet, got ${all.length / 3} vertices in all`);
  }
  return all;
}
