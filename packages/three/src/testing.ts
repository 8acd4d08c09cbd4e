import { type HumanoidBone, parentBone, type Quat, quat, type Vec3, vec3 } from '@leib/core';
import { type GltfJson, writeGlb } from '@leib/formats';

export { createTestRenderer, takePicture } from './pictures/testing.js';

/** Tests only: small rigged people written as GLB, in the habits of several programs. Not part of the public door. */

/** T-pose facing +Z, metres; left is +X. */
const restPoints: readonly (readonly [HumanoidBone, number, number, number])[] = [
  ['hips', 0, 1, 0],
  ['spine', 0, 1.12, -0.01],
  ['chest', 0, 1.28, -0.02],
  ['neck', 0, 1.5, -0.01],
  ['head', 0, 1.58, 0.01],
  ['leftShoulder', 0.03, 1.45, 0],
  ['leftUpperArm', 0.18, 1.45, 0],
  ['leftLowerArm', 0.45, 1.45, -0.01],
  ['leftHand', 0.7, 1.45, 0],
  ['rightShoulder', -0.03, 1.45, 0],
  ['rightUpperArm', -0.18, 1.45, 0],
  ['rightLowerArm', -0.45, 1.45, -0.01],
  ['rightHand', -0.7, 1.45, 0],
  ['leftUpperLeg', 0.09, 0.95, 0],
  ['leftLowerLeg', 0.09, 0.52, 0.01],
  ['leftFoot', 0.09, 0.08, -0.02],
  ['leftToes', 0.09, 0.02, 0.11],
  ['rightUpperLeg', -0.09, 0.95, 0],
  ['rightLowerLeg', -0.09, 0.52, 0.01],
  ['rightFoot', -0.09, 0.08, -0.02],
  ['rightToes', -0.09, 0.02, 0.11],
];

const mixamoNames: Partial<Record<HumanoidBone, string>> = {
  hips: 'Hips',
  spine: 'Spine',
  chest: 'Spine1',
  neck: 'Neck',
  head: 'Head',
  leftShoulder: 'LeftShoulder',
  leftUpperArm: 'LeftArm',
  leftLowerArm: 'LeftForeArm',
  leftHand: 'LeftHand',
  rightShoulder: 'RightShoulder',
  rightUpperArm: 'RightArm',
  rightLowerArm: 'RightForeArm',
  rightHand: 'RightHand',
  leftUpperLeg: 'LeftUpLeg',
  leftLowerLeg: 'LeftLeg',
  leftFoot: 'LeftFoot',
  leftToes: 'LeftToeBase',
  rightUpperLeg: 'RightUpLeg',
  rightLowerLeg: 'RightLeg',
  rightFoot: 'RightFoot',
  rightToes: 'RightToeBase',
};

export interface TestRigOptions {
  readonly format?: 'vrm0' | 'vrm1' | 'gltf';
  /** Names of the nodes: VRM bones (prefixed, so that only the extension tells), Mixamo's, or nothing useful. */
  readonly names?: 'vroid' | 'mixamo' | 'numbers';
  readonly hasLegs?: boolean;
  /** Bones that it does not have; what hangs on them hangs on the next bone above. */
  readonly without?: RegExp;
  /** Bones that hang on nothing, in trees of their own beside the body. */
  readonly loose?: RegExp;
  /** Units per metre: 100 is a rig in centimetres. */
  readonly unitsPerMetre?: number;
  /** Every joint's axes are turned by a rotation of its own. */
  readonly hasRolls?: boolean;
  /** An "Armature" node above the hips that turns Z-up centimetres into Y-up metres, as Blender's exports have. */
  readonly hasArmature?: boolean;
  /** Arms lowered from the T-pose, radians. */
  readonly armDrop?: number;
  /** A loose strand on the head that VRM's spring bones move. */
  readonly hasSpring?: boolean;
  /** Length of the legs against the usual ones: 0.4 is a cartoon with a big head. */
  readonly legs?: number;
  /** Yaw of the whole person, radians; VRM 0 people face -Z by themselves. */
  readonly yaw?: number;
}

/** A small person of boxes: red body, green head, unlit. */
export function buildTestRig(options: TestRigOptions = {}): ArrayBuffer {
  const { format = 'gltf', names = 'mixamo', hasLegs = true, unitsPerMetre = 1 } = options;
  const { hasRolls = false, hasArmature = false, armDrop = 0, hasSpring = false, legs = 1 } = options;
  const yaw = (options.yaw ?? 0) + (format === 'vrm0' ? Math.PI : 0);
  const facing = quat.setAxisAngle(quat.create(), [0, 1, 0], yaw);
  const bones = restPoints.filter(([bone]) => (hasLegs || !/Leg|Foot|Toes/.test(bone)) && !options.without?.test(bone));

  const nameOf = (bone: HumanoidBone, index: number) =>
    names === 'mixamo' ? `mixamorig:${mixamoNames[bone]}` : names === 'vroid' ? `J_${bone}` : `node${index}`;
  const joints: TestJoint[] = bones.map(([bone, x, y, z], index) => ({
    name: nameOf(bone, index),
    bone,
    parent: options.loose?.test(bone) ? -1 : parentIndex(bones, bone),
    world: vec3.transformQuat(vec3.create(), shortenLegs(dropArm(bone, [x, y, z], armDrop), legs), facing),
    rotation: hasRolls ? rollOf(index) : quat.create(),
  }));
  if (hasSpring) {
    const head = joints.findIndex(({ bone }) => bone === 'head');
    const rest = { bone: null, rotation: quat.create() };
    joints.push({ ...rest, name: 'strand1', parent: head, world: [0, 1.7, -0.1] });
    joints.push({ ...rest, name: 'strand2', parent: joints.length - 1, world: [0, 1.6, -0.25] });
  }
  // The armature undoes what lies below it: axes Z-up, units as given.
  const armature = hasArmature ? quat.setAxisAngle(quat.create(), [1, 0, 0], -Math.PI / 2) : quat.create();
  return writeRig(joints, { format, unitsPerMetre, armature, hasArmature, hasSpring });
}

interface TestJoint {
  readonly name: string;
  readonly bone: HumanoidBone | null;
  readonly parent: number;
  /** Rest position, metres, and rotation of the joint's axes, in the file's world. */
  readonly world: Vec3;
  readonly rotation: Quat;
}

function parentIndex(bones: readonly (readonly [HumanoidBone, ...unknown[]])[], bone: HumanoidBone): number {
  for (let at = parentBone(bone); at !== null; at = parentBone(at)) {
    const index = bones.findIndex(([name]) => name === at);
    if (index >= 0) return index;
  }
  return -1;
}

/** Everything below the hips comes nearer to the floor, everything above goes down with them. */
function shortenLegs([x, y, z]: Vec3, legs: number): Vec3 {
  const [, , hipsY] = restPoints.find(([bone]) => bone === 'hips') ?? ['hips', 0, 1, 0];
  return [x, y <= hipsY ? y * legs : y - (1 - legs) * hipsY, z];
}

function dropArm(bone: HumanoidBone, point: [number, number, number], angle: number): Vec3 {
  if (!/LowerArm|Hand/.test(bone) || angle === 0) return point;
  const side = Math.sign(point[0]);
  const out: Vec3 = [0, 0, 0];
  return vec3.rotateZ(out, point, [side * 0.18, 1.45, 0], -side * angle);
}

function rollOf(index: number): Quat {
  const out = quat.setAxisAngle(
    quat.create(),
    [Math.sin(index * 3), Math.cos(index), Math.sin(index + 2)],
    index * 0.7,
  );
  return quat.normalize(out, out);
}

interface GlbOptions {
  readonly format: 'vrm0' | 'vrm1' | 'gltf';
  readonly unitsPerMetre: number;
  readonly armature: Quat;
  readonly hasArmature: boolean;
  readonly hasSpring: boolean;
}

function writeRig(joints: readonly TestJoint[], options: GlbOptions): ArrayBuffer {
  const { format, unitsPerMetre, armature, hasArmature, hasSpring } = options;
  const toArmature = quat.invert(quat.create(), armature);
  // Rest transforms in the armature's space, in the file's units.
  const at = joints.map(({ world }) => {
    const point = vec3.transformQuat(vec3.create(), world, toArmature);
    return vec3.scale(point, point, unitsPerMetre);
  });
  const turn = joints.map(({ rotation }) => quat.multiply(quat.create(), toArmature, rotation));
  const nodes: Record<string, unknown>[] = joints.map(({ name, parent }, index) => {
    const children = joints.flatMap((joint, child) => (joint.parent === index ? [child] : []));
    const local = vec3.create();
    const rotation = quat.create();
    if (parent < 0) {
      vec3.copy(local, at[index]);
      quat.copy(rotation, turn[index]);
    } else {
      const toParent = quat.invert(quat.create(), turn[parent]);
      vec3.transformQuat(local, vec3.subtract(local, at[index], at[parent]), toParent);
      quat.multiply(rotation, toParent, turn[index]);
    }
    return { name, translation: [...local], rotation: [...rotation], ...(children.length ? { children } : {}) };
  });
  const meshNode = nodes.length;
  nodes.push({ name: 'Body', mesh: 0, skin: 0 });
  let tops = joints.flatMap(({ parent }, index) => (parent < 0 ? [index] : []));
  if (hasArmature) {
    nodes.push({ name: 'Armature', children: tops, rotation: [...armature], scale: Array(3).fill(1 / unitsPerMetre) });
    tops = [nodes.length - 1];
  }

  const { positions, colors, jointIndices, weights, indices } = boxes(joints, unitsPerMetre);
  const inverseBinds = new Float32Array(joints.length * 16);
  joints.forEach(({ world, rotation }, index) => {
    // The mesh is stored in the file's world units; joints below an armature carry its scale.
    const scale = hasArmature ? 1 / unitsPerMetre : 1;
    const meshPoint = vec3.scale(vec3.create(), world, hasArmature ? 1 : unitsPerMetre);
    const inverse = quat.invert(quat.create(), rotation);
    const matrix = rotationColumns(inverse).map((value) => value / scale);
    const moved = vec3.transformQuat(vec3.create(), meshPoint, inverse);
    inverseBinds.set([...matrix.slice(0, 3), 0, ...matrix.slice(3, 6), 0, ...matrix.slice(6, 9), 0], index * 16);
    inverseBinds.set([-moved[0] / scale, -moved[1] / scale, -moved[2] / scale, 1], index * 16 + 12);
  });
  const meshScale = hasArmature ? 1 / unitsPerMetre : 1;
  const storedPositions = Float32Array.from(positions, (value) => value * meshScale);

  const chunks: Uint8Array[] = [];
  const bufferViews: object[] = [];
  const accessors: object[] = [];
  let offset = 0;
  const add = (data: Float32Array | Uint16Array, type: string, componentType: number, width: number, extra = {}) => {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    bufferViews.push({ buffer: 0, byteOffset: offset, byteLength: bytes.byteLength });
    accessors.push({ bufferView: bufferViews.length - 1, componentType, count: data.length / width, type, ...extra });
    const padded = new Uint8Array(Math.ceil(bytes.byteLength / 4) * 4);
    padded.set(bytes);
    chunks.push(padded);
    offset += padded.byteLength;
    return accessors.length - 1;
  };
  const range = (axis: number, pick: (...values: number[]) => number) =>
    storedPositions.reduce((best, value, i) => (i % 3 === axis ? pick(best, value) : best), storedPositions[axis]);
  const POSITION = add(storedPositions, 'VEC3', 5126, 3, {
    min: [0, 1, 2].map((axis) => range(axis, Math.min)),
    max: [0, 1, 2].map((axis) => range(axis, Math.max)),
  });
  const json = {
    asset: { version: '2.0', generator: 'leib test' },
    scene: 0,
    scenes: [{ nodes: [...tops, meshNode] }],
    nodes,
    meshes: [
      {
        primitives: [
          {
            attributes: {
              POSITION,
              COLOR_0: add(colors, 'VEC3', 5126, 3),
              JOINTS_0: add(jointIndices, 'VEC4', 5123, 4),
              WEIGHTS_0: add(weights, 'VEC4', 5126, 4),
            },
            indices: add(indices, 'SCALAR', 5123, 1),
            material: 0,
          },
        ],
      },
    ],
    materials: [{ name: 'skin', extensions: { KHR_materials_unlit: {} } }],
    skins: [{ joints: joints.map((_, i) => i), inverseBindMatrices: add(inverseBinds, 'MAT4', 5126, 16), skeleton: 0 }],
    accessors,
    bufferViews,
    buffers: [{ byteLength: offset }],
    ...extensions(joints, format, hasSpring),
  };
  return glbOf(json, chunks);
}

function extensions(joints: readonly TestJoint[], format: GlbOptions['format'], hasSpring: boolean): object {
  const used = ['KHR_materials_unlit'];
  if (format === 'gltf') return { extensionsUsed: used };
  const mapped = joints.flatMap(({ bone }, node) => (bone ? [{ bone, node }] : []));
  if (format === 'vrm0') {
    const VRM = {
      meta: { title: 'Tester 0' },
      humanoid: { humanBones: mapped },
      materialProperties: [{ name: 'skin', shader: 'VRM_USE_GLTFSHADER' }],
    };
    return { extensionsUsed: [...used, 'VRM'], extensions: { VRM } };
  }
  const VRMC_vrm = {
    specVersion: '1.0',
    meta: { name: 'Tester 1', authors: ['Leib'], licenseUrl: 'https://vrm.dev/licenses/1.0/' },
    humanoid: { humanBones: Object.fromEntries(mapped.map(({ bone, node }) => [bone, { node }])) },
  };
  const strand = joints.length - 2;
  const spring = {
    specVersion: '1.0',
    springs: [{ joints: [{ node: strand, stiffness: 0.2, gravityPower: 1, hitRadius: 0.01 }, { node: strand + 1 }] }],
  };
  return hasSpring
    ? { extensionsUsed: [...used, 'VRMC_vrm', 'VRMC_springBone'], extensions: { VRMC_vrm, VRMC_springBone: spring } }
    : { extensionsUsed: [...used, 'VRMC_vrm'], extensions: { VRMC_vrm } };
}

/** One box around each joint, a wide one for the trunk, a green one for the head. */
function boxes(joints: readonly TestJoint[], unitsPerMetre: number) {
  const corners = [-1, 1].flatMap((z) => [-1, 1].flatMap((y) => [-1, 1].map((x) => [x, y, z])));
  const faces = [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
  ];
  const positions: number[] = [];
  const colors: number[] = [];
  const jointIndices: number[] = [];
  const indices: number[] = [];
  joints.forEach(({ bone, world }, joint) => {
    const isHead = bone === 'head';
    const half = isHead
      ? [0.1, 0.12, 0.1]
      : bone && /hips|spine|chest/.test(bone)
        ? [0.16, 0.1, 0.09]
        : [0.05, 0.05, 0.05];
    const lift = isHead ? 0.12 : bone?.endsWith('Toes') ? 0.03 : 0;
    indices.push(...faces.map((corner) => corner + positions.length / 3));
    for (const corner of corners) {
      for (let k = 0; k < 3; k++)
        positions.push((world[k] + corner[k] * half[k] + (k === 1 ? lift : 0)) * unitsPerMetre);
      colors.push(...(isHead ? [0, 1, 0] : [1, 0, 0]));
      jointIndices.push(joint, 0, 0, 0);
    }
  });
  const weights = Float32Array.from({ length: jointIndices.length }, (_, i) => (i % 4 === 0 ? 1 : 0));
  return {
    positions: Float32Array.from(positions),
    colors: Float32Array.from(colors),
    jointIndices: Uint16Array.from(jointIndices),
    weights,
    indices: Uint16Array.from(indices),
  };
}

function rotationColumns([x, y, z, w]: Quat): number[] {
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y + w * z),
    2 * (x * z - w * y),
    2 * (x * y - w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z + w * x),
    2 * (x * z + w * y),
    2 * (y * z - w * x),
    1 - 2 * (x * x + y * y),
  ];
}

function glbOf(json: GltfJson, chunks: readonly Uint8Array[]): ArrayBuffer {
  return writeGlb({ json, binary: Uint8Array.from(chunks.flatMap((chunk) => [...chunk])) }).buffer;
}
