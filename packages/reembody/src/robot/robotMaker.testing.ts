import type { HumanoidBone } from '@leib/core';
import { seededRandom } from '@leib/core/testing';
import { type FileSet, fileSetOfBytes } from '@leib/formats';

/** Tests only: humanoid robots made by a seed, as MJCF or URDF, with zero poses, axes, names and files of many kinds. */

type V = readonly [number, number, number];
type Q = readonly [w: number, x: number, y: number, z: number];

export interface MadeRobot {
  readonly set: FileSet;
  readonly text: string;
  /** Joints in the order of the file, with the bone that each is for. */
  readonly bones: ReadonlyMap<string, HumanoidBone | null>;
  /** Mesh files that the description names. */
  readonly meshNames: readonly string[];
}

export interface RobotMakerOptions {
  readonly format: 'mjcf' | 'urdf';
  readonly scheme: keyof typeof schemes;
  /** Whether links are meshes in files rather than capsules. */
  readonly hasMeshes?: boolean;
  /** Whether the base is turned in some way in its file. */
  readonly isTurned?: boolean;
  /** Whether the robot is in a file that another includes. */
  readonly isIncluded?: boolean;
}

/** Names of joints: left or right, part of the limb, number of the hinge in the part, number in the limb. */
export const schemes = {
  unitree: (side: string, part: string, i: number) =>
    [side, part, ['pitch', 'roll', 'yaw'][i], 'joint'].filter(Boolean).join('_'),
  nao: (side: string, part: string, i: number) =>
    `${side.charAt(0).toUpperCase()}${part.charAt(0).toUpperCase()}${part.slice(1)}${['Pitch', 'Roll', 'Yaw'][i]}`,
  talos: (side: string, part: string, _: number, n: number) => {
    const limb = limbOf[part];
    return limb === 'torso' || limb === 'head' ? `${limb}_${n + 1}_joint` : `${limb}_${side}_${n + 1}_joint`;
  },
  op3: (side: string, part: string, i: number) =>
    [side.charAt(0), { shoulder: 'sho', elbow: 'el', ankle: 'ank' }[part] ?? part, ['pitch', 'roll', 'yaw'][i]]
      .filter(Boolean)
      .join('_'),
  cmu: (side: string, part: string, i: number) =>
    `${side.charAt(0)}${{ shoulder: 'humerus', elbow: 'radius', wrist: 'wrist', hip: 'femur', knee: 'tibia', ankle: 'foot', waist: 'lowerback' }[part] ?? part}r${'xyz'[i]}`,
  numbered: (_side: string, _part: string, _i: number, _n: number, all: number) => `joint_${all}`,
} as const;

const limbOf: Readonly<Record<string, string>> = {
  shoulder: 'arm',
  elbow: 'arm',
  wrist: 'arm',
  hip: 'leg',
  knee: 'leg',
  ankle: 'leg',
  waist: 'torso',
  neck: 'head',
};

interface Joint {
  readonly name: string;
  readonly axis: V;
  readonly bone: HumanoidBone | null;
}

interface Link {
  readonly name: string;
  readonly joints: readonly Joint[];
  /** From the parent's joint, in the parent's space. */
  readonly place: V;
  /** Where it ends, in its own space. */
  readonly end: V;
  readonly children: Link[];
}

const zeroPoses: readonly (readonly [upper: V, lower: V])[] = [
  [
    [0, 0, -1],
    [0, 0, -1],
  ],
  [
    [1, 0, 0],
    [1, 0, 0],
  ],
  [
    [0, 1, 0],
    [0, 1, 0],
  ],
  [
    [0, 0, -1],
    [1, 0, 0],
  ],
  [
    [0, 0.6, -0.8],
    [0.8, 0, -0.6],
  ],
];

const scaled = (v: V, by: number): V => [v[0] * by, v[1] * by, v[2] * by];
const mirrored = (v: V, side: string): V => (side === 'left' ? v : [v[0], -v[1], v[2]]);

/** Names joints and draws lots while a robot is made. */
class Maker {
  readonly random: () => number;
  readonly bones = new Map<string, HumanoidBone | null>();
  readonly #scheme: RobotMakerOptions['scheme'];

  constructor(seed: number, scheme: RobotMakerOptions['scheme']) {
    this.random = seededRandom(seed);
    this.#scheme = scheme;
  }

  joint(side: string, part: string, at: readonly [i: number, n: number], axis: V, bone: HumanoidBone): Joint {
    const name = schemes[this.#scheme](side, part, at[0], at[1], this.bones.size);
    this.bones.set(name, bone);
    return { name, axis, bone };
  }

  three(side: string, part: string, n: number, bone: HumanoidBone, order: readonly V[]): Joint[] {
    return order.map((axis, i) => this.joint(side, part, [i, n + i], axis, bone));
  }

  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((each) => [this.random(), each] as const)
      .sort(([a], [b]) => a - b)
      .map(([, each]) => each);
  }
}

const axes: readonly V[] = [
  [0, 1, 0],
  [1, 0, 0],
  [0, 0, 1],
];

interface Measures {
  readonly upper: V;
  readonly lower: V;
  readonly elbowAxis: V;
  readonly shoulderOrder: readonly V[];
  readonly hipOrder: readonly V[];
  readonly armLength: number;
  readonly legLength: number;
}

function makeArm(maker: Maker, side: 'left' | 'right', measures: Measures): Link {
  const { upper, lower, elbowAxis, armLength } = measures;
  const wristAxes = [lower, elbowAxis, crossed(lower, elbowAxis)].map((axis) => mirrored(axis, side));
  const shoulder = maker.three(side, 'shoulder', 0, `${side}UpperArm`, measures.shoulderOrder);
  const elbow = maker.joint(side, 'elbow', [0, 3], mirrored(elbowAxis, side), `${side}LowerArm`);
  const hand: Link = {
    name: `${side} hand`,
    joints: maker.three(side, 'wrist', 4, `${side}Hand`, wristAxes),
    place: mirrored(scaled(lower, armLength * 0.9), side),
    end: mirrored(scaled(lower, 0.12), side),
    children: [],
  };
  const forearm: Link = {
    name: `${side} forearm`,
    joints: [elbow],
    place: mirrored(scaled(upper, armLength), side),
    end: hand.place,
    children: [hand],
  };
  return {
    name: `${side} upper arm`,
    joints: shoulder,
    place: mirrored([0, 0.2, 0.4], side),
    end: forearm.place,
    children: [forearm],
  };
}

function makeLeg(maker: Maker, side: 'left' | 'right', { hipOrder, legLength }: Measures): Link {
  const hip = maker.three(side, 'hip', 0, `${side}UpperLeg`, hipOrder);
  const knee = maker.joint(side, 'knee', [0, 3], [0, 1, 0], `${side}LowerLeg`);
  const down: V = [0, 0, -legLength];
  const foot: Link = {
    name: `${side} foot`,
    joints: [
      maker.joint(side, 'ankle', [0, 4], [0, 1, 0], `${side}Foot`),
      maker.joint(side, 'ankle', [1, 5], [1, 0, 0], `${side}Foot`),
    ],
    place: down,
    end: [0.15, 0, -0.04],
    children: [],
  };
  const shin: Link = { name: `${side} shin`, joints: [knee], place: down, end: down, children: [foot] };
  return { name: `${side} thigh`, joints: hip, place: mirrored([0, 0.1, -0.05], side), end: down, children: [shin] };
}

export function makeRobot(seed: number, options: RobotMakerOptions): MadeRobot {
  const maker = new Maker(seed, options.scheme);
  const { random } = maker;
  const [upper, lower] = zeroPoses[Math.floor(random() * zeroPoses.length)];
  const bend = crossed(upper, lower);
  // Across both segments, so that the arm can be straight.
  const elbowAxis: V = Math.hypot(...bend) > 0.1 ? unitOf(bend) : Math.abs(lower[1]) > 0.9 ? [0, 0, 1] : [0, 1, 0];
  const measures: Measures = {
    upper,
    lower,
    elbowAxis,
    shoulderOrder: maker.shuffled(axes),
    hipOrder: maker.shuffled(axes),
    armLength: 0.25 + 0.1 * random(),
    legLength: 0.35 + 0.1 * random(),
  };
  const legs = [makeLeg(maker, 'left', measures), makeLeg(maker, 'right', measures)];
  const waist = maker.three('', 'waist', 0, 'spine', maker.shuffled(axes));
  const arms = [makeArm(maker, 'left', measures), makeArm(maker, 'right', measures)];
  const neck = maker.three('', 'neck', 0, 'neck', maker.shuffled(axes));
  const head: Link = { name: 'head', joints: neck, place: [0, 0, 0.45], end: [0, 0, 0.2], children: [] };
  const torso: Link = {
    name: 'torso',
    joints: waist,
    place: [0, 0, 0.1],
    end: [0, 0, 0.4],
    children: [...arms, head],
  };
  const pelvis: Link = {
    name: 'pelvis',
    joints: [],
    place: [0, 0, 0.9],
    end: [0, 0, 0.08],
    children: [...legs, torso],
  };
  const turn: Q = options.isTurned ? randomTurn(random) : [1, 0, 0, 0];
  return writeFiles(pelvis, turn, options, maker.bones, random);
}

function unitOf(v: V): V {
  return scaled(v, 1 / Math.hypot(...v));
}

function crossed(a: V, b: V): V {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function randomTurn(random: () => number): Q {
  const parts = [0, 0, 0, 0].map(() => random() - 0.5);
  const length = Math.hypot(...parts);
  return parts.map((part) => part / length) as unknown as Q;
}

type Kind = 'obj' | 'ascii' | 'stl' | 'dae';

function writeFiles(
  root: Link,
  turn: Q,
  options: RobotMakerOptions,
  bones: MadeRobot['bones'],
  random: () => number,
): MadeRobot {
  const files: [string, Uint8Array][] = [];
  const meshNames: string[] = [];
  const meshOf = (link: Link): string => {
    const kinds: readonly Kind[] = ['obj', 'ascii', 'stl', 'dae'];
    const kind = kinds[Math.floor(random() * kinds.length)];
    const name = `${link.name.replaceAll(' ', '_')}.${kind === 'ascii' ? 'stl' : kind}`;
    files.push([`robot/meshes/deep/${name}`, meshBytes(kind, link.end)]);
    meshNames.push(name);
    return name;
  };
  const text =
    options.format === 'mjcf' ? writeMjcf(root, turn, options, meshOf) : writeUrdf(root, turn, options, meshOf);
  const name = options.format === 'mjcf' ? 'robot/made.xml' : 'robot/urdf/made.urdf';
  files.push([name, new TextEncoder().encode(text)]);
  if (options.isIncluded) {
    const scene =
      '<mujoco><include file="made.xml"/><worldbody><geom name="floor" type="plane" size="5 5 1"/></worldbody></mujoco>';
    files.push(['robot/scene.xml', new TextEncoder().encode(scene)]);
  }
  return { set: fileSetOfBytes('robot', files), text, bones, meshNames };
}

function writeMjcf(root: Link, turn: Q, { hasMeshes }: RobotMakerOptions, meshOf: (link: Link) => string): string {
  const assets: string[] = [];
  const body = (link: Link, quat = ''): string => {
    const file = hasMeshes ? meshOf(link) : null;
    if (file) assets.push(`<mesh name="${link.name}" file="deep/${file}"/>`);
    const shape = file
      ? `<inertial pos="0 0 0" mass="1" diaginertia="0.01 0.01 0.01"/><geom class="seen" mesh="${link.name}"/>`
      : `<geom type="capsule" size="0.03" fromto="0 0 0 ${link.end.join(' ')}" mass="1"/>`;
    const joints = link.joints.map(({ name, axis }) => `<joint name="${name}" axis="${axis.join(' ')}"/>`).join('');
    return `<body name="${link.name}" pos="${link.place.join(' ')}"${quat}>${joints}${shape}${link.children.map((child) => body(child)).join('')}</body>`;
  };
  const inner = body(root, ` quat="${turn.join(' ')}"`).replace(/>/, '><freejoint/>');
  return `<mujoco><compiler angle="degree" meshdir="meshes" autolimits="true"/><default><joint range="-175 175" armature="0.01"/>
<default class="seen"><geom type="mesh" contype="0" conaffinity="0" group="2"/></default></default>
<asset>${assets.join('')}</asset><worldbody>${inner}</worldbody>
<actuator>${''}</actuator></mujoco>`;
}

function writeUrdf(root: Link, turn: Q, { hasMeshes }: RobotMakerOptions, meshOf: (link: Link) => string): string {
  const out: string[] = [];
  const inertial =
    '<inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>';
  const fixed = (name: string, content: string) => out.push(`<link name="${name}">${content}</link>`);
  const write = (link: Link, parent: string) => {
    let above = parent;
    for (const [i, { name, axis }] of link.joints.entries()) {
      const isLast = i === link.joints.length - 1;
      const child = isLast ? link.name : `${link.name} ${i}`;
      if (!isLast) fixed(child, inertial);
      const place = i === 0 ? link.place : [0, 0, 0];
      out.push(
        `<joint name="${name}" type="revolute"><parent link="${above}"/><child link="${child}"/><origin xyz="${place.join(' ')}"/><axis xyz="${axis.join(' ')}"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>`,
      );
      above = child;
    }
    const geometry = hasMeshes
      ? `<mesh filename="package://made_description/meshes/deep/${meshOf(link)}"/>`
      : `<box size="${link.end.map((each) => Math.max(0.04, 2 * Math.abs(each))).join(' ')}"/>`;
    const origin = hasMeshes ? '' : `<origin xyz="${link.end.join(' ')}"/>`;
    fixed(link.name, `${inertial}<visual>${origin}<geometry>${geometry}</geometry></visual>`);
    for (const child of link.children) write(child, link.name);
  };
  fixed('world link', '');
  const [w, x, y, z] = turn;
  const rpy = [
    Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
    Math.asin(Math.max(-1, Math.min(1, 2 * (w * y - z * x)))),
    Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
  ];
  out.push(
    `<joint name="base" type="fixed"><parent link="world link"/><child link="pelvis"/><origin rpy="${rpy.join(' ')}"/></joint>`,
  );
  write(root, 'world link');
  return `<?xml version="1.0"?><robot name="made">${out.join('')}</robot>`;
}

/** A thin tetrahedron from the origin to a point. */
function meshBytes(kind: Kind, end: V): Uint8Array {
  const width = 0.02;
  const corners: V[] = [[width, 0, 0], [-width, width, 0], [-width, -width, width], end];
  const faces = [
    [0, 1, 2],
    [0, 1, 3],
    [1, 2, 3],
    [2, 0, 3],
  ];
  const encode = (text: string) => new TextEncoder().encode(text);
  const lines = (f: (corner: V) => string) => corners.map(f).join('');
  if (kind === 'obj')
    return encode(
      `${lines((c) => `v ${c.join(' ')}\n`)}${faces.map((f) => `f ${f.map((i) => i + 1).join(' ')}\n`).join('')}`,
    );
  if (kind === 'ascii') {
    const facets = faces.map(
      (f) =>
        `facet normal 0 0 0\nouter loop\n${f.map((i) => `vertex ${corners[i].join(' ')}\n`).join('')}endloop\nendfacet\n`,
    );
    return encode(`solid made\n${facets.join('')}endsolid made\n`);
  }
  if (kind === 'dae') {
    return encode(`<?xml version="1.0"?><COLLADA><asset><unit meter="0.001"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="a" count="12">${corners
      .flat()
      .map((c) => c * 1000)
      .join(' ')}</float_array></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/><p>${faces.flat().join(' ')}</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>`);
  }
  const view = new DataView(new ArrayBuffer(84 + 50 * faces.length));
  view.setUint32(80, faces.length, true);
  for (const [f, face] of faces.entries()) {
    for (const [k, i] of face.entries()) {
      for (let axis = 0; axis < 3; axis++)
        view.setFloat32(84 + f * 50 + 12 + (k * 3 + axis) * 4, corners[i][axis], true);
    }
  }
  return new Uint8Array(view.buffer);
}
