import type { Mesh } from './mesh.js';

/** A name on one line. */
const onOneLine = (name: string): string => name.replace(/[\r\n\\]+/g, ' ').trim();

/** Writes a mesh as Wavefront OBJ: vertices in their order, to the nanometre where the unit is the metre. */
export function writeObj({ name, positions, triangles, groups }: Mesh): Uint8Array<ArrayBuffer> {
  const lines: string[] = [];
  if (onOneLine(name) !== '') lines.push(`o ${onOneLine(name)}`);
  for (let at = 0; at < positions.length; at += 3) {
    lines.push(`v ${decimal(positions[at])} ${decimal(positions[at + 1])} ${decimal(positions[at + 2])}`);
  }
  const starts = new Map(groups.map((group) => [group.firstTriangle, onOneLine(group.name)]));
  for (let at = 0; at < triangles.length; at += 3) {
    const start = starts.get(at / 3);
    if (start !== undefined) lines.push(`g ${start}`);
    lines.push(`f ${triangles[at] + 1} ${triangles[at + 1] + 1} ${triangles[at + 2] + 1}`);
  }
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

/** Plain digits: some readers know no exponents. */
function decimal(value: number): string {
  return value.toFixed(9).replace(/\.?0+$/, '');
}

interface PlyWriteOptions {
  /** Binary, little-endian, when absent. */
  readonly encoding?: 'ascii' | 'binary_little_endian' | 'binary_big_endian';
}

const vertexBytes = 3 * 8;
const faceBytes = 1 + 3 * 4;

/** Writes a mesh as PLY, positions in double precision; names are left out, PLY has none. */
export function writePly(
  { positions, triangles }: Mesh,
  { encoding = 'binary_little_endian' }: PlyWriteOptions = {},
): Uint8Array<ArrayBuffer> {
  const vertexCount = positions.length / 3;
  const triangleCount = triangles.length / 3;
  const header = [
    'ply',
    `format ${encoding} 1.0`,
    `element vertex ${vertexCount}`,
    'property double x',
    'property double y',
    'property double z',
    `element face ${triangleCount}`,
    'property list uchar uint vertex_indices',
    'end_header\n',
  ].join('\n');
  if (encoding === 'ascii') return new TextEncoder().encode(header + asciiLines(positions, triangles));
  const headerBytes = new TextEncoder().encode(header);
  const bytes = new Uint8Array(headerBytes.length + vertexCount * vertexBytes + triangleCount * faceBytes);
  bytes.set(headerBytes);
  const view = new DataView(bytes.buffer);
  const isLittle = encoding === 'binary_little_endian';
  let at = headerBytes.length;
  for (let i = 0; i < positions.length; i++, at += 8) view.setFloat64(at, positions[i], isLittle);
  for (let i = 0; i < triangles.length; i += 3, at += faceBytes) {
    view.setUint8(at, 3);
    for (let k = 0; k < 3; k++) view.setUint32(at + 1 + k * 4, triangles[i + k], isLittle);
  }
  return bytes;
}

function asciiLines(positions: Float64Array, triangles: Uint32Array): string {
  let text = '';
  for (let at = 0; at < positions.length; at += 3) {
    text += `${positions[at]} ${positions[at + 1]} ${positions[at + 2]}\n`;
  }
  for (let at = 0; at < triangles.length; at += 3) {
    text += `3 ${triangles[at]} ${triangles[at + 1]} ${triangles[at + 2]}\n`;
  }
  return text;
}
