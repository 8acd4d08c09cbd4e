import { FormatError, shown } from '../formatError.js';
import { textOf } from '../io/bytes.js';
import { readXml, type XmlElement } from '../io/readXml.js';
import { checkCount, fileLimits, mostNumbers } from '../limits/fileLimits.js';
import type { Mesh, MeshGroup } from './mesh.js';
import { createGrowingFloat64, createGrowingUint32, type Growing, gathered, pushFloat64, pushUint32 } from './mesh.js';

/** A surface of a COLLADA file, in metres, z up; `colors` has the diffuse colour of each group, or null. */
interface ColladaMesh extends Mesh {
  readonly colors: readonly (readonly [red: number, green: number, blue: number, opacity: number] | null)[];
}

export function looksLikeCollada(bytes: Uint8Array): boolean {
  return textOf(bytes.subarray(0, 1024)).includes('<COLLADA');
}

interface Reading {
  readonly byId: ReadonlyMap<string, XmlElement>;
  readonly positions: Growing<Float64Array>;
  readonly triangles: Growing<Uint32Array>;
  readonly groups: MeshGroup[];
  readonly colors: ColladaMesh['colors'][number][];
  /** Numbers of elements that were read before: several surfaces may share one list. */
  readonly numbers: Map<XmlElement, Float64Array>;
  readonly fileBytes: number;
  /** Places of nodes that were worked out before: other nodes may show them again. */
  readonly places: Map<XmlElement, Matrix>;
  /** Nodes that were placed, those of other nodes' instances counted each time. */
  nodeCount: number;
  /** Elements that were looked at: what is shown thousands of times is looked through as often. */
  lookedAt: number;
}

/** A robot's part of some MB takes a hundred thousand. */
const MOST_LOOKED_AT = 10_000_000;

/**
 * Reads the surfaces of a COLLADA file (.dae) as its scene places them: triangles, polylists and polygons, in the file's
 * unit made metres, with z up as robots have it. Skins, animations, cameras, lights and textures are passed over. Throws
 * FormatError.
 */
export function readCollada(bytes: Uint8Array): ColladaMesh {
  const root = readXml(textOf(bytes), 'COLLADA');
  const byId = new Map<string, XmlElement>();
  const note = (element: XmlElement) => {
    if (element.attributes.id !== undefined) byId.set(element.attributes.id, element);
    element.children.forEach(note);
  };
  note(root);
  const reading: Reading = {
    byId,
    positions: createGrowingFloat64(),
    triangles: createGrowingUint32(),
    groups: [],
    colors: [],
    numbers: new Map(),
    fileBytes: bytes.length,
    places: new Map(),
    nodeCount: 0,
    lookedAt: 0,
  };
  const child = (element: XmlElement | undefined, name: string) => childOf(reading, element, name);
  const asset = child(root, 'asset');
  const unit = Number(child(asset, 'unit')?.attributes.meter ?? 1) || 1;
  const isYUp = (child(asset, 'up_axis')?.text.trim() ?? 'Y_UP') === 'Y_UP';
  const toRobot: Matrix = isYUp
    ? [unit, 0, 0, 0, 0, 0, -unit, 0, 0, unit, 0, 0]
    : [unit, 0, 0, 0, 0, unit, 0, 0, 0, 0, unit, 0];
  const sceneId = child(child(root, 'scene'), 'instance_visual_scene')?.attributes.url;
  const scene = referred(byId, sceneId) ?? child(child(root, 'library_visual_scenes'), 'visual_scene');
  for (const node of scene?.children ?? []) if (node.name === 'node') readNode(reading, node, toRobot, 0);
  const positions = gathered(reading.positions);
  if (positions.length === 0) throw new FormatError('COLLADA', '', 'expected a surface in its scene, got none');
  const triangles = gathered(reading.triangles);
  return { name: '', positions, triangles, groups: reading.groups, colors: reading.colors };
}

/** Children of an element, all of which are about to be looked at. Throws FormatError where that is too many in all. */
function childrenOf(reading: Reading, element: XmlElement | undefined): readonly XmlElement[] {
  reading.lookedAt += element?.children.length ?? 0;
  checkCount(reading.lookedAt, MOST_LOOKED_AT, 'COLLADA', '', 'elements, each as often as it is shown');
  return element?.children ?? [];
}

function childOf(reading: Reading, element: XmlElement | undefined, name: string): XmlElement | undefined {
  return childrenOf(reading, element).find((child) => child.name === name);
}

function referred(byId: ReadonlyMap<string, XmlElement>, url: string | undefined): XmlElement | undefined {
  return url === undefined ? undefined : byId.get(url.replace(/^#/, ''));
}

/** A file whose nodes instance each other in a circle stops here. */
const MAX_DEPTH = 64;

function readNode(reading: Reading, node: XmlElement, above: Matrix, depth: number): void {
  if (depth > MAX_DEPTH) throw new FormatError('COLLADA', '', `expected nodes at most ${MAX_DEPTH} deep, got more`);
  checkCount(++reading.nodeCount, fileLimits.nodes, 'COLLADA', '', 'nodes');
  const own = reading.places.get(node) ?? colladaMatrix(node);
  reading.places.set(node, own);
  const place = multiplied(above, own);
  for (const child of childrenOf(reading, node)) {
    if (child.name === 'node') readNode(reading, child, place, depth + 1);
    const target = referred(reading.byId, child.attributes.url);
    if (child.name === 'instance_node' && target) readNode(reading, target, place, depth + 1);
    if (child.name === 'instance_geometry' && target) readGeometry(reading, target, child, place);
  }
}

function readGeometry(reading: Reading, geometry: XmlElement, instance: XmlElement, place: Matrix): void {
  for (const piece of childrenOf(reading, childOf(reading, geometry, 'mesh'))) {
    if (piece.name !== 'triangles' && piece.name !== 'polylist' && piece.name !== 'polygons') continue;
    const firstTriangle = reading.triangles.length / 3;
    readPiece(reading, piece, place);
    const triangleCount = reading.triangles.length / 3 - firstTriangle;
    if (triangleCount === 0) continue;
    reading.groups.push({ name: piece.attributes.material ?? '', firstTriangle, triangleCount });
    reading.colors.push(colorOf(reading, instance, piece.attributes.material));
  }
}

function readPiece(reading: Reading, piece: XmlElement, place: Matrix): void {
  const { byId, positions, triangles } = reading;
  const inputs = childrenOf(reading, piece).filter(({ name }) => name === 'input');
  const vertex = inputs.find(({ attributes }) => attributes.semantic === 'VERTEX');
  const vertices = referred(byId, vertex?.attributes.source);
  const input = childrenOf(reading, vertices).find(({ attributes }) => attributes.semantic === 'POSITION');
  const source = childOf(reading, referred(byId, input?.attributes.source), 'float_array');
  if (vertex === undefined || source === undefined) return;
  const stride = 1 + inputs.reduce((most, { attributes }) => Math.max(most, offsetOf(attributes.offset)), 0);
  const offset = offsetOf(vertex.attributes.offset);
  const values = numbersIn(reading, source);
  checkNumberCount(reading, values.length);
  const first = positions.length / 3;
  for (let i = 0; i + 2 < values.length; i += 3) placed(place, values, i, (value) => pushFloat64(positions, value));
  const counts = childOf(reading, piece, 'vcount');
  const sizes = counts ? numbersIn(reading, counts) : null;
  for (const list of piece.children.filter(({ name }) => name === 'p')) {
    const indices = numbersIn(reading, list);
    checkNumberCount(reading, 3 * indices.length);
    let at = 0;
    for (let face = 0; at + 3 * stride <= indices.length; face++) {
      const corners = sizes ? sizes[face] : piece.name === 'triangles' ? 3 : indices.length / stride;
      if (!(corners > 0)) break;
      const corner = (k: number) => first + indices[at + k * stride + offset];
      // Faces of robots' parts are convex: a fan.
      for (let k = 2; k < corners; k++)
        for (const c of [0, k - 1, k]) pushUint32(triangles, checked(corner(c), positions));
      at += corners * stride;
    }
  }
}

function checked(index: number, positions: Growing<Float64Array>): number {
  if (index * 3 < positions.length) return index;
  throw new FormatError('COLLADA', '', `expected indices below ${positions.length / 3}, got ${index}`);
}

/** Place of an input among the numbers of a corner. */
function offsetOf(text = '0'): number {
  const offset = Number(text);
  if (Number.isInteger(offset) && offset >= 0 && offset < 64) return offset;
  throw new FormatError('COLLADA', 'input', `expected an offset from 0 to 63, got ${shown(text)}`);
}

/** Instances multiply what they show: stops before the memory is full. */
function checkNumberCount({ positions, triangles, fileBytes }: Reading, more: number): void {
  const found = positions.length + triangles.length + more;
  checkCount(found, mostNumbers(fileBytes), 'COLLADA', '', 'numbers of vertices and triangles');
}

function numbersIn({ numbers }: Reading, element: XmlElement): Float64Array {
  const known = numbers.get(element);
  if (known !== undefined) return known;
  const read = numbersOf(element.text);
  numbers.set(element, read);
  return read;
}

/** Words of numbers; NaN where one is none. */
function numbersOf(text: string): Float64Array {
  const trimmed = text.trim();
  return trimmed === '' ? new Float64Array(0) : Float64Array.from(trimmed.split(/\s+/), Number);
}

function colorOf(reading: Reading, instance: XmlElement, symbol: string | undefined): ColladaMesh['colors'][number] {
  const { byId } = reading;
  const child = (element: XmlElement | undefined, name: string) => childOf(reading, element, name);
  const bound = childrenOf(reading, child(child(instance, 'bind_material'), 'technique_common')).find(
    ({ attributes }) => attributes.symbol === symbol,
  );
  const material = referred(byId, bound?.attributes.target) ?? referred(byId, symbol);
  const effect = material && referred(byId, child(material, 'instance_effect')?.attributes.url);
  const technique = childrenOf(reading, child(child(effect, 'profile_COMMON'), 'technique')).find((one) =>
    child(one, 'diffuse'),
  );
  const color = child(child(technique, 'diffuse'), 'color');
  const [red, green, blue, opacity = 1] = color ? numbersIn(reading, color) : [];
  return Number.isFinite(blue) ? [red, green, blue, opacity] : null;
}

/** Three rows of four: turn, stretch and shift. */
type Matrix = readonly number[];

const identity: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** Place of a node in its parent: its matrix, translate, rotate and scale elements, in their order. */
function colladaMatrix(node: XmlElement): Matrix {
  let out = identity;
  for (const { name, text } of node.children) {
    const v = text.trim().split(/\s+/).map(Number);
    if (name === 'matrix') out = multiplied(out, v.slice(0, 12));
    if (name === 'translate') out = multiplied(out, [1, 0, 0, v[0], 0, 1, 0, v[1], 0, 0, 1, v[2]]);
    if (name === 'scale') out = multiplied(out, [v[0], 0, 0, 0, 0, v[1], 0, 0, 0, 0, v[2], 0]);
    if (name === 'rotate') out = multiplied(out, turnOf(v));
  }
  return out;
}

/** Axis and angle in degrees. */
function turnOf([ax, ay, az, degrees]: readonly number[]): Matrix {
  const length = Math.hypot(ax, ay, az) || 1;
  const [x, y, z] = [ax / length, ay / length, az / length];
  const c = Math.cos((degrees * Math.PI) / 180);
  const s = Math.sin((degrees * Math.PI) / 180);
  const v = 1 - c;
  return [
    c + x * x * v,
    x * y * v - z * s,
    x * z * v + y * s,
    0,
    y * x * v + z * s,
    c + y * y * v,
    y * z * v - x * s,
    0,
    z * x * v - y * s,
    z * y * v + x * s,
    c + z * z * v,
    0,
  ];
}

function multiplied(a: Matrix, b: Matrix): Matrix {
  const out: number[] = [];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) {
      let sum = column === 3 ? a[row * 4 + 3] : 0;
      for (let k = 0; k < 3; k++) sum += a[row * 4 + k] * b[k * 4 + column];
      out.push(sum);
    }
  }
  return out;
}

/** Hands over the three coordinates of a point where the matrix places it. */
function placed(m: Matrix, values: ArrayLike<number>, at: number, give: (value: number) => void): void {
  for (let row = 0; row < 3; row++) {
    give(m[row * 4] * values[at] + m[row * 4 + 1] * values[at + 1] + m[row * 4 + 2] * values[at + 2] + m[row * 4 + 3]);
  }
}
