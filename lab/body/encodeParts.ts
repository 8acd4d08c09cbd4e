import { crc32 } from '@leib/formats';
import {
  type BodyParts,
  type BodyPartsHeader,
  PARTS_MAGIC,
  PARTS_PREFIX,
  PARTS_VERSION,
  padToFour,
  partArrays,
} from './internals.ts';

/** Displacements below this are left out, metres. */
const STILL = 2e-5;

/** Writes the file that loadBodyParts() reads; see bodyPartsFile.ts. */
export function encodeParts(parts: BodyParts): Uint8Array {
  const fields = [...parts.expressions, parts.ageing].map(sparseField);
  const header: BodyPartsHeader = {
    bodyVertexCount: parts.bodyVertexCount,
    bodyTriangleCount: parts.bodyTriangleCount,
    eyesApart: parts.eyesApart,
    lids: { left: plainLids(parts.lids.left), right: plainLids(parts.lids.right) },
    ankleHeight: parts.ankleHeight,
    soleHeight: parts.soleHeight,
    foot: { left: plainBox(parts.foot.left), right: plainBox(parts.foot.right) },
    head: plainBox(parts.head),
    expressions: fields.slice(0, -1).map(({ header }) => header),
    ageing: fields[fields.length - 1].header,
    parts: parts.parts.map((part) => ({
      name: part.name,
      material: part.material,
      binding: part.binding,
      side: part.binding === 'surface' ? 'middle' : part.side,
      vertexCount: part.vertexCount,
      triangleCount: part.triangles.length / 3,
      hasColours: part.colours !== null,
      hasBare: part.binding === 'surface' && part.bare !== null,
    })),
  };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const headerLength = padToFour(text.length);
  const arrays = [parts.clothAmounts, ...fields.flatMap(({ arrays }) => arrays), ...parts.parts.flatMap(partArrays)];
  const length = arrays.reduce((sum, { byteLength }) => sum + padToFour(byteLength), 0);
  const bytes = new Uint8Array(PARTS_PREFIX + headerLength + length);
  bytes.set(new TextEncoder().encode(PARTS_MAGIC), 0);
  bytes.fill(0x20, PARTS_PREFIX, PARTS_PREFIX + headerLength);
  bytes.set(text, PARTS_PREFIX);
  let at = PARTS_PREFIX + headerLength;
  for (const { buffer, byteOffset, byteLength } of arrays) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += padToFour(byteLength);
  }
  const view = new DataView(bytes.buffer);
  view.setUint32(8, PARTS_VERSION, true);
  view.setUint32(16, headerLength, true);
  view.setUint32(12, crc32(bytes.subarray(16)), true);
  return bytes;
}

const plainBox = ({ min, max }: BodyParts['head']) => ({ min: [...min], max: [...max] });

const plainLids = ({ vertices, places }: BodyParts['lids']['left']) => ({
  vertices: [...vertices],
  places: places.map((value) => Number(value.toFixed(6))),
});

/** The moving vertices of a field, in int16 steps of its largest displacement. */
function sparseField({ name, restShare, displacements }: BodyParts['ageing']) {
  const moving: number[] = [];
  for (let at = 0; at < displacements.length; at += 3) {
    if (Math.hypot(...displacements.subarray(at, at + 3)) > STILL) moving.push(at / 3);
  }
  const largest = displacements.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const step = Number((largest / 32767).toPrecision(9));
  const steps = moving.flatMap((vertex) =>
    [...displacements.subarray(vertex * 3, vertex * 3 + 3)].map((value) => Math.round(value / step)),
  );
  return {
    header: { name, restShare, count: moving.length, step },
    arrays: [Uint16Array.from(moving), Int16Array.from(steps)],
  };
}
