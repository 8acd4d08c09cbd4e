import { FormatError } from '../formatError.js';
import type { NotFiniteOptions } from './gltfAccessor.js';
import type { Mesh } from './mesh.js';
import { createGrowingUint32, type Growing, gathered, pushUint32 } from './mesh.js';
import {
  createPlyValues,
  type PlyElement,
  type PlyHeader,
  type PlyValues,
  readPlyHeader,
  smallestInstance,
} from './plyValues.js';
import { createPolygonCutter, triangulatePolygon } from './triangulatePolygon.js';

/**
 * Reads the surface of a PLY file, ascii or binary of either byte order: x, y, z of the vertices in their order, faces
 * and triangle strips. Other elements and properties are passed over; a file without faces is a cloud of points.
 * Throws FormatError with line or byte and reason.
 */
export function readPly(bytes: Uint8Array, options: NotFiniteOptions = {}): Mesh {
  const header = readPlyHeader(bytes);
  checkSize(bytes, header);
  const values = createPlyValues(bytes, header, options);
  let positions: Float64Array | null = null;
  const lists = createGrowingUint32();
  const faceEnds = createGrowingUint32();
  const cutter = createPolygonCutter();
  const { triangles } = cutter;
  for (const element of header.elements) {
    if (element.properties.length === 0) continue;
    if (element.name === 'vertex') {
      positions = readVertices(element, values, options);
    } else if (element.name === 'face') {
      readLists(element, values, lists, (start, end) => {
        if (end - start < 3)
          throw new FormatError('PLY', values.where(), `expected a face of 3 or more corners, got ${end - start}`);
        pushUint32(faceEnds, end);
      });
    } else if (element.name === 'tristrips') {
      const strips = createGrowingUint32();
      readLists(element, values, strips, (start, end) => cutStrip(strips.values, start, end, triangles));
    } else if (!values.skipFixed(element)) {
      for (let index = 0; index < element.count; index++) readInstance(element, index, values, () => {});
    }
  }
  if (positions === null || positions.length === 0) throw new FormatError('PLY', '', 'has no vertices');
  const vertexCount = positions.length / 3;
  for (let face = 0, first = 0; face < faceEnds.length; face++) {
    const end = faceEnds.values[face];
    for (let corner = first; corner < end; corner++) checkIndex(lists.values[corner], vertexCount, face);
    triangulatePolygon(positions, lists.values, first, end - first, cutter);
    first = end;
  }
  for (let at = 0; at < triangles.length; at++) checkIndex(triangles.values[at], vertexCount, -1);
  return { name: '', positions, triangles: gathered(triangles), groups: [] };
}

/** A file that promises more than its size can hold is cut off, and must not make us reserve what it promises. */
function checkSize(bytes: Uint8Array, header: PlyHeader): void {
  let room = bytes.length - header.dataAt + 1;
  for (const element of header.elements) {
    room -= element.count * smallestInstance(element, header);
    if (room >= 0) continue;
    const reason = `the file is cut off, it cannot hold ${element.count} of ${element.name}`;
    throw new FormatError('PLY', `byte ${bytes.length}`, reason);
  }
}

function readVertices(
  element: PlyElement,
  values: PlyValues,
  { keepsNotFinite = false }: NotFiniteOptions,
): Float64Array {
  const places = ['x', 'y', 'z'].map((name) =>
    element.properties.findIndex((property) => property.name === name && property.countType === null),
  );
  const missing = places.indexOf(-1);
  if (missing >= 0) throw new FormatError('PLY', 'element vertex', `has no property ${'xyz'[missing]}`);
  const axisOf = new Int8Array(element.properties.length).fill(-1);
  places.forEach((place, axis) => {
    axisOf[place] = axis;
  });
  const positions = new Float64Array(element.count * 3);
  for (let index = 0; index < element.count; index++) {
    readInstance(element, index, values, (place, value) => {
      if (axisOf[place] < 0) return;
      if (!keepsNotFinite && !Number.isFinite(value))
        throw new FormatError('PLY', values.where(), `vertex ${index} is not finite`);
      positions[index * 3 + axisOf[place]] = value;
    });
  }
  return positions;
}

/** Reads the index lists of an element; `done` gets the range that each filled. */
function readLists(
  element: PlyElement,
  values: PlyValues,
  out: Growing<Uint32Array>,
  done: (start: number, end: number) => void,
): void {
  const wanted = element.properties.findIndex(
    ({ name, countType }) => countType !== null && (name === 'vertex_indices' || name === 'vertex_index'),
  );
  if (wanted < 0) throw new FormatError('PLY', `element ${element.name}`, 'has no list vertex_indices');
  for (let index = 0; index < element.count; index++) {
    const start = out.length;
    readInstance(element, index, values, (place, value) => {
      if (place !== wanted) return;
      // -1 ends a strip; checkIndex refuses it elsewhere.
      const isIndex = Number.isInteger(value) && value >= -1 && value <= 0xffffffff;
      if (!isIndex) throw new FormatError('PLY', values.where(), `${element.name} ${index} names vertex ${value}`);
      pushUint32(out, value < 0 ? stripEnd : value);
    });
    done(start, out.length);
  }
}

const stripEnd = 0xffffffff;

function readInstance(
  element: PlyElement,
  index: number,
  values: PlyValues,
  take: (property: number, value: number) => void,
): void {
  const { properties } = element;
  values.begin(element, index);
  for (let place = 0; place < properties.length; place++) {
    const { type, countType } = properties[place];
    if (countType === null) {
      take(place, values.next(type));
      continue;
    }
    const length = values.next(countType);
    if (!Number.isInteger(length) || length < 0) {
      throw new FormatError('PLY', values.where(), `a list of ${length} in ${element.name} ${index}`);
    }
    for (let k = 0; k < length; k++) take(place, values.next(type));
  }
  values.end();
}

/** Every other triangle of a strip is turned round. */
function cutStrip(strip: Uint32Array, start: number, end: number, triangles: Growing<Uint32Array>): void {
  let first = start;
  for (let at = start; at < end; at++) {
    if (strip[at] === stripEnd) {
      first = at + 1;
      continue;
    }
    if (at < first + 2) continue;
    const isOdd = (at - first) % 2 === 1;
    pushUint32(triangles, strip[at - 2]);
    pushUint32(triangles, strip[isOdd ? at : at - 1]);
    pushUint32(triangles, strip[isOdd ? at - 1 : at]);
  }
}

function checkIndex(index: number, vertexCount: number, face: number): void {
  if (index < vertexCount) return;
  const what = index === stripEnd ? '-1' : String(index);
  const where = face < 0 ? 'element tristrips' : `face ${face}`;
  throw new FormatError('PLY', where, `names vertex ${what}; there are 0 to ${vertexCount - 1}`);
}
