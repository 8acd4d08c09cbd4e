import { factorCholesky, InputError } from '@leib/core';
import type { XmlElement } from '@leib/formats';
import { robotLimits, tooDeep } from './robotLimits.js';
import { type EditedElement, element, numbersOf } from './xmlEditing.js';

interface UrdfReading {
  readonly links: ReadonlyMap<string, XmlElement>;
  /** Joints by the link that they hang on. */
  readonly joints: ReadonlyMap<string, readonly XmlElement[]>;
  readonly materials: ReadonlyMap<string, string>;
  /** Assets by file and scale. */
  readonly assets: Map<string, EditedElement>;
  readonly equalities: EditedElement[];
  readonly placed: Set<string>;
  /** Names of joints that move. */
  readonly moving: ReadonlySet<string>;
}

/** Of the ball that stands in for links whose moments of inertia are impossible, metres. */
const BALL_RADIUS = 0.05;

const childOf = ({ children }: XmlElement, name: string) => children.find((child) => child.name === name);

/** URDF as MJCF: the same links, joints, masses and shapes. What is seen is in group 1, what collides in group 3. */
export function urdfToMjcf(urdf: XmlElement): EditedElement {
  const links = new Map(
    urdf.children.filter(({ name }) => name === 'link').map((each) => [each.attributes.name, each]),
  );
  if (links.size > robotLimits.body) {
    throw new InputError('URDF', `expected at most ${robotLimits.body} links, got ${links.size}`);
  }
  const joints = new Map<string, XmlElement[]>();
  const children = new Set<string>();
  for (const joint of urdf.children.filter(({ name }) => name === 'joint')) {
    const parent = childOf(joint, 'parent')?.attributes.link;
    const child = childOf(joint, 'child')?.attributes.link;
    if (parent === undefined || child === undefined) continue;
    const known = joints.get(parent);
    if (known) known.push(joint);
    else joints.set(parent, [joint]);
    children.add(child);
  }
  const roots = [...links.keys()].filter((name) => !children.has(name));
  if (roots.length === 0) throw new InputError('URDF', 'expected a link that hangs on no other, got none');
  const materials = new Map<string, string>();
  for (const each of urdf.children.filter(({ name }) => name === 'material')) {
    const color = childOf(each, 'color')?.attributes.rgba;
    if (color !== undefined) materials.set(each.attributes.name, color);
  }
  const moving = new Set(
    [...joints.values()]
      .flat()
      .filter(isMoving)
      .map(({ attributes }) => attributes.name),
  );
  const reading: UrdfReading = {
    links,
    joints,
    materials,
    assets: new Map(),
    equalities: [],
    placed: new Set(),
    moving,
  };
  const bodies = roots.map((root) => buildLink(reading, root, {}));
  return element('mujoco', {}, [
    // Links without a mass would stop the engine; impossible moments of inertia are made possible.
    element('compiler', { angle: 'radian', boundmass: '0.0001', boundinertia: '0.0000001', balanceinertia: 'true' }),
    element('asset', {}, [...reading.assets.values()]),
    element('worldbody', {}, bodies),
    element('equality', {}, reading.equalities),
  ]);
}

function isMoving({ attributes: { type } }: XmlElement): boolean {
  return type === 'revolute' || type === 'continuous' || type === 'prismatic';
}

function buildLink(reading: UrdfReading, name: string, place: Record<string, string>, level = 0): EditedElement {
  if (level > robotLimits.levels) throw tooDeep('URDF');
  if (reading.placed.has(name)) throw new InputError('URDF', `expected a tree of links, got "${name}" twice`);
  reading.placed.add(name);
  const body = element('body', { name, ...place });
  const link = reading.links.get(name);
  if (link) {
    const inertial = buildInertial(link);
    if (inertial) body.children.push(inertial);
    for (const each of link.children) {
      if (each.name === 'visual') body.children.push(...buildShape(reading, each, true));
      if (each.name === 'collision') body.children.push(...buildShape(reading, each, false));
    }
  }
  for (const joint of reading.joints.get(name) ?? []) body.children.push(buildJoint(reading, joint, level));
  return body;
}

function placeOf(each: XmlElement): { pos: string; quat: string } {
  const { xyz, rpy } = childOf(each, 'origin')?.attributes ?? {};
  return {
    pos: numbersOf(xyz, [0, 0, 0]).join(' '),
    quat: quatOfEuler(numbersOf(rpy, [0, 0, 0])).join(' '),
  };
}

function buildJoint(reading: UrdfReading, joint: XmlElement, level: number): EditedElement {
  const child = childOf(joint, 'child')?.attributes.link ?? '';
  const body = buildLink(reading, child, placeOf(joint), level + 1);
  const { name, type } = joint.attributes;
  if (!isMoving(joint)) return body;
  const { lower, upper } = childOf(joint, 'limit')?.attributes ?? {};
  const isLimited = type !== 'continuous' && Number(lower ?? 0) < Number(upper ?? 0);
  const axis = numbersOf(childOf(joint, 'axis')?.attributes.xyz, [1, 0, 0]);
  body.children.unshift(
    element('joint', {
      name,
      type: type === 'prismatic' ? 'slide' : 'hinge',
      axis: (Math.hypot(...axis) > 1e-9 ? axis : [1, 0, 0]).join(' '),
      limited: String(isLimited),
      range: isLimited ? `${Number(lower ?? 0)} ${Number(upper ?? 0)}` : undefined,
    }),
  );
  const mimic = childOf(joint, 'mimic')?.attributes;
  if (mimic?.joint !== undefined && reading.moving.has(mimic.joint)) {
    const polycoef = `${Number(mimic.offset ?? 0)} ${Number(mimic.multiplier ?? 1)} 0 0 0`;
    reading.equalities.push(element('joint', { joint1: name, joint2: mimic.joint, polycoef }));
  }
  return body;
}

function buildInertial(link: XmlElement): EditedElement | null {
  const inertial = childOf(link, 'inertial');
  const mass = Number(inertial && childOf(inertial, 'mass')?.attributes.value);
  const inertia = inertial && childOf(inertial, 'inertia')?.attributes;
  if (!inertial || !inertia || !(mass > 0)) return null;
  const { xyz, rpy } = childOf(inertial, 'origin')?.attributes ?? {};
  const [ixx, iyy, izz, ixy, ixz, iyz] = ['ixx', 'iyy', 'izz', 'ixy', 'ixz', 'iyz'].map((key) =>
    Number(inertia[key] ?? 0),
  );
  const turned = turnedInertia([ixx, iyy, izz, ixy, ixz, iyz], quatOfEuler(numbersOf(rpy, [0, 0, 0])));
  const pos = numbersOf(xyz, [0, 0, 0]).join(' ');
  if (isPossibleInertia(turned)) return element('inertial', { pos, mass: String(mass), fullinertia: turned.join(' ') });
  // No body has such moments: those of a ball of this mass instead.
  const moment = String(0.4 * mass * BALL_RADIUS * BALL_RADIUS);
  return element('inertial', { pos, mass: String(mass), diaginertia: `${moment} ${moment} ${moment}` });
}

function buildShape(reading: UrdfReading, shape: XmlElement, isSeen: boolean): EditedElement[] {
  const [geometry] = childOf(shape, 'geometry')?.children ?? [];
  if (geometry === undefined) return [];
  const size = sizeOf(geometry);
  const mesh = geometry.name === 'mesh' ? meshName(reading, geometry) : undefined;
  if (size === null && mesh === undefined) return [];
  const material = childOf(shape, 'material');
  const color =
    material && (childOf(material, 'color')?.attributes.rgba ?? reading.materials.get(material.attributes.name));
  const seen = isSeen ? { contype: '0', conaffinity: '0', group: '1', rgba: color } : { group: '3' };
  return [element('geom', { ...placeOf(shape), ...seen, mass: '0', ...(size ?? { type: 'mesh', mesh }) })];
}

function sizeOf({ name, attributes }: XmlElement): { type: string; size: string } | null {
  const half = (key: string) => Number(attributes[key]) / 2;
  if (name === 'sphere') return { type: 'sphere', size: attributes.radius };
  if (name === 'box')
    return {
      type: 'box',
      size: numbersOf(attributes.size, [0, 0, 0])
        .map((each) => each / 2)
        .join(' '),
    };
  if (name === 'cylinder' || name === 'capsule') return { type: name, size: `${attributes.radius} ${half('length')}` };
  return null;
}

/** The asset of a mesh file with a scale. */
function meshName({ assets }: UrdfReading, { attributes }: XmlElement): string | undefined {
  const { filename: file, scale } = attributes;
  if (file === undefined) return undefined;
  const key = `${file} ${scale ?? ''}`;
  const known = assets.get(key);
  if (known) return known.attributes.name;
  const name = `mesh ${assets.size}`;
  const factors = numbersOf(scale, [1, 1, 1]);
  const all = factors.length === 1 ? [factors[0], factors[0], factors[0]] : factors;
  assets.set(key, element('mesh', { name, file, scale: all.join(' ') }));
  return name;
}

/** Rotation w x y z of roll, pitch and yaw about fixed axes, as URDF has them. */
function quatOfEuler([roll, pitch, yaw]: readonly number[]): readonly [number, number, number, number] {
  const [a, b, c] = [roll / 2, pitch / 2, yaw / 2];
  const [ca, sa, cb, sb, cc, sc] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b), Math.cos(c), Math.sin(c)];
  return [
    ca * cb * cc + sa * sb * sc,
    sa * cb * cc - ca * sb * sc,
    ca * sb * cc + sa * cb * sc,
    ca * cb * sc - sa * sb * cc,
  ];
}

/** Moments xx, yy, zz, xy, xz, yz after a rotation w x y z: R I R^T. */
function turnedInertia(
  [xx, yy, zz, xy, xz, yz]: readonly number[],
  [w, x, y, z]: readonly [number, number, number, number],
): number[] {
  const r = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
  const inertia = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  const at = (row: number, column: number) => {
    let sum = 0;
    for (let i = 0; i < 3; i++) for (let k = 0; k < 3; k++) sum += r[row][i] * inertia[i][k] * r[column][k];
    return sum;
  };
  return [at(0, 0), at(1, 1), at(2, 2), at(0, 1), at(0, 2), at(1, 2)];
}

/** Whether moments xx, yy, zz, xy, xz, yz can be those of a body: all about principal axes are above zero. */
function isPossibleInertia([xx, yy, zz, xy, xz, yz]: readonly number[]): boolean {
  // A little less than given: the engine refuses moments that are above zero by rounding only.
  const less = 1e-6 * (xx + yy + zz) + 1e-12;
  return factorCholesky(Float64Array.of(xx - less, xy, xz, xy, yy - less, yz, xz, yz, zz - less), 3);
}
