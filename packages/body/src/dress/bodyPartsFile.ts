import { decodeJson, InputError } from '@leib/core';
import { crc32 } from '@leib/formats';
import * as v from 'valibot';
import { padToFour } from '../shape/bodySpaceHeader.js';
import type { BodyField, BodyPart, BodyParts } from './bodyParts.js';

/**
 * The file of parts, little-endian:
 *
 *   0  magic "LEIBPART"       8  version u32      12  CRC-32 u32 of everything from byte 16
 *  16  header length u32     20  header, UTF-8 JSON, padded with spaces to a multiple of four
 *      arrays, one after the other, each padded with zeros to a multiple of four: cloth amounts; vertices and
 *      displacements of each field; then of each part its arrays in the order of partArrays()
 */
export const PARTS_MAGIC = 'LEIBPART';
export const PARTS_VERSION = 1;
export const PARTS_PREFIX = 20;

const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65535));
const point = v.pipe(v.array(v.pipe(v.number(), v.finite())), v.length(3));
const box = v.object({ min: point, max: point });
const lids = v.object({ vertices: v.array(count), places: v.array(v.pipe(v.number(), v.finite())) });
const field = v.object({ name: v.string(), restShare: v.number(), count, step: v.pipe(v.number(), v.minValue(0)) });
const headerSchema = v.object({
  bodyVertexCount: count,
  bodyTriangleCount: count,
  eyesApart: v.number(),
  lids: v.object({ left: lids, right: lids }),
  ankleHeight: v.number(),
  soleHeight: v.number(),
  foot: v.object({ left: box, right: box }),
  head: box,
  expressions: v.array(field),
  ageing: field,
  parts: v.array(
    v.object({
      name: v.string(),
      material: v.picklist(['skin', 'top', 'trousers', 'hair', 'shoes', 'sole', 'brows', 'eye']),
      binding: v.picklist(['surface', 'eye', 'foot', 'head']),
      side: v.picklist(['left', 'right', 'middle']),
      vertexCount: count,
      triangleCount: count,
      hasColours: v.boolean(),
      hasBare: v.boolean(),
    }),
  ),
});

export type BodyPartsHeader = v.InferOutput<typeof headerSchema>;
type FieldHeader = BodyPartsHeader['ageing'];
type PartHeader = BodyPartsHeader['parts'][number];

const fail = (reason: string): never => {
  throw new InputError('body parts', reason);
};

/** Reads leib-parts.bin. Throws InputError where the bytes are damaged, cut off or another file. */
export function loadBodyParts(bytes: Uint8Array): BodyParts {
  const { header, at } = readHeader(bytes);
  const read = createReader(bytes, at);
  const clothAmounts = read(Uint8Array, header.bodyVertexCount);
  const expressions = header.expressions.map((each) => readField(each, header.bodyVertexCount, read));
  const ageing = readField(header.ageing, header.bodyVertexCount, read);
  const parts = header.parts.map((each) => readPart(each, header, read));
  const { bodyVertexCount, bodyTriangleCount, eyesApart, lids, ankleHeight, soleHeight, foot, head } = header;
  const sizes = { bodyVertexCount, bodyTriangleCount, eyesApart, lids, ankleHeight, soleHeight, foot, head };
  return { ...sizes, parts, expressions, ageing, clothAmounts };
}

function readHeader(bytes: Uint8Array): { header: BodyPartsHeader; at: number } {
  if (bytes.length < PARTS_PREFIX) fail(`expected at least ${PARTS_PREFIX} bytes, got ${bytes.length}`);
  const magic = String.fromCharCode(...bytes.subarray(0, 8));
  if (magic !== PARTS_MAGIC) fail(`expected ${PARTS_MAGIC} at byte 0, got another file`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(8, true);
  if (version !== PARTS_VERSION) fail(`expected version ${PARTS_VERSION}, got version ${version}`);
  if (crc32(bytes.subarray(16)) !== view.getUint32(12, true)) {
    fail('the checksum does not match; the file is damaged or cut off');
  }
  const at = PARTS_PREFIX + view.getUint32(16, true);
  const header = decodeJson(new TextDecoder().decode(bytes.subarray(PARTS_PREFIX, at)), headerSchema);
  if (!header.ok) throw new InputError(`body parts, ${header.path}`, header.reason);
  return { header: header.value, at };
}

interface Numbers<Values> {
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): Values;
  readonly BYTES_PER_ELEMENT: number;
}
type Reader = <Values>(type: Numbers<Values>, length: number) => Values;

/** Reads one array after the other. */
function createReader(bytes: Uint8Array, start: number): Reader {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  let at = start;
  return (type, length) => {
    const byteLength = length * type.BYTES_PER_ELEMENT;
    if (at + byteLength > aligned.length) fail(`expected ${at + byteLength} bytes or more, got ${aligned.length}`);
    const values = new type(aligned.buffer, aligned.byteOffset + at, length);
    at += padToFour(byteLength);
    return values;
  };
}

function readField({ name, restShare, count, step }: FieldHeader, vertexCount: number, read: Reader): BodyField {
  const vertices = read(Uint16Array, count);
  const steps = read(Int16Array, count * 3);
  const displacements = new Float32Array(vertexCount * 3);
  vertices.forEach((vertex, i) => {
    if (vertex >= vertexCount) fail(`${name}: expected vertices below ${vertexCount}, got ${vertex}`);
    for (let k = 0; k < 3; k++) displacements[vertex * 3 + k] = steps[i * 3 + k] * step;
  });
  return { name, restShare, displacements };
}

function readPart(header: PartHeader, { bodyTriangleCount }: BodyPartsHeader, read: Reader): BodyPart {
  const { name, material, binding, side, vertexCount, triangleCount } = header;
  const triangles = read(Uint16Array, triangleCount * 3);
  if (triangles.some((vertex) => vertex >= vertexCount)) fail(`${name}: expected vertices below ${vertexCount}`);
  const colours = header.hasColours ? read(Uint8Array, vertexCount * 3) : null;
  const common = { name, material, vertexCount, triangles, colours };
  if (binding !== 'surface') {
    const places = read(Int16Array, vertexCount * 3);
    return {
      ...common,
      binding,
      side,
      places,
      joints: read(Uint8Array, vertexCount * 4),
      shares: read(Uint8Array, vertexCount * 4),
    };
  }
  const anchorTriangles = read(Uint16Array, vertexCount);
  if (anchorTriangles.some((triangle) => triangle >= bodyTriangleCount)) {
    fail(`${name}: expected triangles of the body below ${bodyTriangleCount}`);
  }
  return {
    ...common,
    binding,
    anchorTriangles,
    anchorShares: read(Uint16Array, vertexCount * 2),
    heights: read(Int16Array, vertexCount),
    shifts: read(Int16Array, vertexCount * 3),
    bare: header.hasBare ? { heights: read(Int16Array, vertexCount), shifts: read(Int16Array, vertexCount * 3) } : null,
  };
}

/** Arrays of a part in file order. */
export function partArrays(part: BodyPart): ArrayBufferView[] {
  const common = [part.triangles, ...(part.colours ? [part.colours] : [])];
  if (part.binding !== 'surface') return [...common, part.places, part.joints, part.shares];
  const { anchorTriangles, anchorShares, heights, shifts, bare } = part;
  return [...common, anchorTriangles, anchorShares, heights, shifts, ...(bare ? [bare.heights, bare.shifts] : [])];
}
