import { FormatError } from '../formatError.js';
import {
  createTextCursor,
  nextLine,
  nextNumber,
  nextWord,
  restOfLine,
  shownWord,
  skipBlanks,
  skipNotFinite,
  type TextCursor,
} from '../io/textCursor.js';
import type { NotFiniteOptions } from './gltfAccessor.js';
import type { Mesh, MeshGroup } from './mesh.js';
import { createGrowingFloat64, createGrowingUint32, gathered, pushFloat64, pushUint32 } from './mesh.js';
import { createPolygonCutter, triangulatePolygon } from './triangulatePolygon.js';

/** A group while its faces are read. */
interface OpenGroup {
  readonly name: string;
  readonly firstFace: number;
}

const LETTER_V = 0x76;
const LETTER_F = 0x66;
const SLASH = 0x2f;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

/**
 * Reads the surface of a Wavefront OBJ file: `v`, `f` with corners of any kind (`7`, `7/1/2`, `7//2`, negative ones
 * counted back from the last vertex), `o` and `g`. Textures, normals, lines and materials are passed over; vertices keep
 * the file's order. Throws FormatError with line and reason.
 */
export function readObj(bytes: Uint8Array, { keepsNotFinite = false }: NotFiniteOptions = {}): Mesh {
  const cursor = createTextCursor(bytes);
  const coordinates = createGrowingFloat64();
  const corners = createGrowingUint32();
  // Faces may name vertices that come later, so they are checked and cut when all are there.
  const faceEnds = createGrowingUint32();
  const faceLines = createGrowingUint32();
  const openGroups: OpenGroup[] = [];
  let name = '';
  while (nextLine(cursor)) {
    if (!skipBlanks(cursor)) continue;
    const letter = bytes[cursor.at];
    const isAlone = cursor.at + 1 >= cursor.lineEnd || bytes[cursor.at + 1] <= 0x20;
    if (letter === LETTER_V && isAlone) {
      cursor.at++;
      for (let axis = 0; axis < 3; axis++) {
        const value = nextNumber(cursor);
        const isKept = Number.isNaN(value) && keepsNotFinite && skipNotFinite(cursor);
        if (Number.isNaN(value) && !isKept) throw fail(cursor, `${'xyz'[axis]} of a vertex is ${shownWord(cursor)}`);
        pushFloat64(coordinates, value);
      }
    } else if (letter === LETTER_F && isAlone) {
      cursor.at++;
      const start = corners.length;
      while (skipBlanks(cursor)) pushUint32(corners, readCorner(cursor, coordinates.length / 3));
      if (corners.length - start < 3)
        throw fail(cursor, `expected a face of 3 or more corners, got ${corners.length - start}`);
      pushUint32(faceEnds, corners.length);
      pushUint32(faceLines, cursor.line);
    } else {
      const word = nextWord(cursor);
      if (word !== 'o' && word !== 'g') continue;
      const groupName = restOfLine(cursor);
      if (word === 'o' && name === '') name = groupName;
      openGroups.push({ name: groupName, firstFace: faceEnds.length });
    }
  }
  if (coordinates.length === 0) throw new FormatError('OBJ', '', 'has no vertices');
  const positions = gathered(coordinates);
  checkCorners(positions.length / 3, corners.values, faceEnds, faceLines);

  const cutter = createPolygonCutter();
  const { triangles } = cutter;
  const trianglesBefore = new Uint32Array(faceEnds.length + 1);
  for (let face = 0, first = 0; face < faceEnds.length; face++) {
    const end = faceEnds.values[face];
    triangulatePolygon(positions, corners.values, first, end - first, cutter);
    trianglesBefore[face + 1] = triangles.length / 3;
    first = end;
  }
  return { name, positions, triangles: gathered(triangles), groups: closeGroups(openGroups, trianglesBefore) };
}

/** Index of the vertex a corner names, from 0. Those after the last vertex so far are judged at the end of the file. */
function readCorner(cursor: TextCursor, vertexCount: number): number {
  const { bytes, lineEnd } = cursor;
  const start = cursor.at;
  let at = start;
  const isNegative = bytes[at] === MINUS;
  if (isNegative) at++;
  const firstDigit = at;
  let index = 0;
  for (; at < lineEnd && bytes[at] >= ZERO && bytes[at] <= NINE; at++) index = index * 10 + (bytes[at] - ZERO);
  const isWhole = at > firstDigit && (at === lineEnd || bytes[at] <= 0x20 || bytes[at] === SLASH);
  if (!isWhole || index > 0xffffffff) throw fail(cursor, `a corner is ${shownWord(cursor)}`);
  if (index === 0) throw fail(cursor, 'a corner names vertex 0; OBJ counts from 1');
  if (isNegative && index > vertexCount) {
    throw fail(cursor, `a corner names vertex -${index}, but only ${vertexCount} came before`);
  }
  // Texture coordinate and normal.
  while (at < lineEnd && bytes[at] > 0x20) at++;
  cursor.at = at;
  return isNegative ? vertexCount - index : index - 1;
}

function checkCorners(
  vertexCount: number,
  corners: Uint32Array,
  faceEnds: { readonly values: Uint32Array; readonly length: number },
  faceLines: { readonly values: Uint32Array },
): void {
  for (let face = 0, corner = 0; face < faceEnds.length; face++) {
    for (; corner < faceEnds.values[face]; corner++) {
      if (corners[corner] < vertexCount) continue;
      const reason = `a corner names vertex ${corners[corner] + 1} of ${vertexCount}`;
      throw new FormatError('OBJ', `line ${faceLines.values[face]}`, reason);
    }
  }
}

/** Groups that hold triangles. */
function closeGroups(open: readonly OpenGroup[], trianglesBefore: Uint32Array): MeshGroup[] {
  const faceCount = trianglesBefore.length - 1;
  return open
    .map(({ name, firstFace }, i): MeshGroup => {
      const endFace = i + 1 < open.length ? open[i + 1].firstFace : faceCount;
      const firstTriangle = trianglesBefore[firstFace];
      return { name, firstTriangle, triangleCount: trianglesBefore[endFace] - firstTriangle };
    })
    .filter(({ triangleCount }) => triangleCount > 0);
}

function fail(cursor: TextCursor, reason: string): FormatError {
  return new FormatError('OBJ', `line ${cursor.line}`, reason);
}

/** Whether a text begins like OBJ: comments, then a line with one of its words. */
export function looksLikeObj(bytes: Uint8Array): boolean {
  const cursor = createTextCursor(bytes.subarray(0, 64 * 1024));
  while (nextLine(cursor)) {
    const word = nextWord(cursor);
    if (word === '' || word.startsWith('#')) continue;
    return ['v', 'vn', 'vt', 'vp', 'f', 'o', 'g', 's', 'mtllib', 'usemtl'].includes(word);
  }
  return false;
}
