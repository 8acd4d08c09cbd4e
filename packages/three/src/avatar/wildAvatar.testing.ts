import {
  createPose,
  createQuat,
  createVec3,
  type HumanoidBone,
  humanoidBones,
  jointOfBone,
  type Quat,
  quat,
  type Skeleton,
  updateWorldPose,
  type Vec3,
  vec3,
} from '@leib/core';
import { randomQuat, seededRandom } from '@leib/core/testing';
import { writeGlb } from '@leib/formats';

/** Tests only: a body under any names, hung, posed, turned and scaled as other programs do it, as GLB. */

export interface WildJoint {
  /** The true bone; null for helpers. */
  bone: HumanoidBone | null;
  name: string;
  parent: WildJoint | null;
  /** Place in the T-pose, metres, and the bone that carries it. */
  readonly place: Vec3;
  readonly carrier: HumanoidBone;
  /** Whether skin hangs on it. */
  isSkinned: boolean;
}

export interface WildOptions {
  readonly nameOf?: (bone: HumanoidBone, number: number) => string;
  /** Changes joints: hangs them elsewhere, adds and removes some. */
  readonly edit?: (joints: WildJoint[]) => void;
  /** Turns of bones away from the T-pose at rest, Euler degrees. */
  readonly rest?: Readonly<Partial<Record<HumanoidBone, readonly [number, number, number]>>>;
  /** The same of the nodes where they do not rest in the bind pose. */
  readonly nodePose?: WildOptions['rest'];
  readonly unitsPerMetre?: number;
  readonly turn?: Quat;
  readonly offset?: readonly [number, number, number];
  /** Axes of the joints; 0: those of the world. */
  readonly axesSeed?: number;
  /** Things that are no body: boxes on bones, with the middle in the T-pose and half sizes. */
  readonly things?: readonly { readonly on: HumanoidBone; readonly at: Vec3; readonly half: Vec3 }[];
}

/** Joints of a body with humanoid bones only, in the person's proportions. */
export function wildJoints(person: Skeleton): WildJoint[] {
  const joints = new Map<number, WildJoint>();
  for (let joint = 0; joint < person.jointCount; joint++) {
    const bone = humanoidBones[person.jointToBone[joint]];
    if (bone === undefined) continue;
    let parent = person.parents[joint];
    while (parent >= 0 && !joints.has(parent)) parent = person.parents[parent];
    joints.set(joint, {
      bone,
      name: bone,
      parent: joints.get(parent) ?? null,
      place: createVec3(
        ...(person.restWorldPositions.subarray(joint * 3, joint * 3 + 3) as unknown as [number, number, number]),
      ),
      carrier: bone,
      isSkinned: true,
    });
  }
  return [...joints.values()];
}

export function helperJoint(name: string, parent: WildJoint | null, place: Vec3, carrier: HumanoidBone): WildJoint {
  return { bone: null, name, parent, place, carrier, isSkinned: false };
}

export function jointFor(joints: readonly WildJoint[], bone: HumanoidBone): WildJoint {
  const found = joints.find((joint) => joint.bone === bone);
  if (!found) throw new Error(`expected a joint for ${bone}, got none`);
  return found;
}

/** What hung on them hangs on the next joint above. */
export function removeJoints(joints: WildJoint[], bones: RegExp): void {
  for (const joint of [...joints]) {
    if (!joint.bone || !bones.test(joint.bone)) continue;
    for (const child of joints) if (child.parent === joint) child.parent = joint.parent;
    joints.splice(joints.indexOf(joint), 1);
  }
}

export interface WildAvatar {
  readonly bytes: ArrayBuffer;
  /** Name of the node of each bone. */
  readonly names: ReadonlyMap<HumanoidBone, string>;
}

export function buildWildAvatar(person: Skeleton, options: WildOptions = {}): WildAvatar {
  const joints = wildJoints(person);
  joints.forEach((joint, number) => {
    if (joint.bone && options.nameOf) joint.name = options.nameOf(joint.bone, number);
  });
  options.edit?.(joints);
  const ordered = inOrder(joints);
  const random = seededRandom(options.axesSeed ?? 1);
  const axes = ordered.map(() => (options.axesSeed ? randomQuat(random) : createQuat()));
  const bind = placesIn(person, ordered, options.rest ?? {}, axes, options);
  const nodes = placesIn(person, ordered, options.nodePose ?? options.rest ?? {}, axes, options);
  const bytes = writeWildGlb(ordered, bind, nodes, skinOf(person, ordered, options));
  return { bytes, names: new Map(ordered.flatMap(({ bone, name }) => (bone ? [[bone, name] as const] : []))) };
}

/** Parents before children. */
function inOrder(joints: readonly WildJoint[]): WildJoint[] {
  const ordered: WildJoint[] = [];
  const visit = (parent: WildJoint | null) => {
    for (const joint of joints) {
      if (joint.parent !== parent) continue;
      ordered.push(joint);
      visit(joint);
    }
  };
  visit(null);
  return ordered;
}

interface FilePlaces {
  readonly positions: readonly Vec3[];
  readonly rotations: readonly Quat[];
  /** A point of the T-pose that a bone carries -> the file's world. */
  toFile(point: Vec3, carrier: HumanoidBone): Vec3;
}

function placesIn(
  person: Skeleton,
  joints: readonly WildJoint[],
  turns: NonNullable<WildOptions['rest']>,
  axes: readonly Quat[],
  { unitsPerMetre = 1, turn = createQuat(), offset = [0, 0, 0] }: WildOptions,
): FilePlaces {
  const pose = createPose(person);
  for (const [bone, [x, y, z]] of Object.entries(turns) as [HumanoidBone, [number, number, number]][]) {
    pose.localRotations.set(quat.fromEuler(createQuat(), x, y, z) as Float64Array, jointOfBone(person, bone) * 4);
  }
  updateWorldPose(person, pose);
  const toFile = (point: Vec3, carrier: HumanoidBone) => {
    const joint = jointOfBone(person, carrier);
    const out = vec3.subtract(createVec3(), point, person.restWorldPositions.subarray(joint * 3, joint * 3 + 3));
    vec3.transformQuat(out, out, pose.worldRotations.subarray(joint * 4, joint * 4 + 4));
    vec3.add(out, out, pose.worldPositions.subarray(joint * 3, joint * 3 + 3));
    vec3.add(out, vec3.transformQuat(out, out, turn), offset);
    return vec3.scale(out, out, unitsPerMetre);
  };
  return {
    positions: joints.map(({ place, carrier }) => toFile(place, carrier)),
    rotations: joints.map(({ carrier }, i) => {
      const joint = jointOfBone(person, carrier);
      const world = quat.multiply(createQuat(), turn, pose.worldRotations.subarray(joint * 4, joint * 4 + 4));
      return quat.multiply(world, world, axes[i]);
    }),
    toFile,
  };
}

interface WildSkin {
  readonly points: readonly Vec3[];
  readonly carriers: readonly HumanoidBone[];
  readonly joints: readonly number[];
}

/** Four points round the middle of every bone, and the corners of things; each on the joint of its bone, or the next above. */
function skinOf(person: Skeleton, joints: readonly WildJoint[], { things = [] }: WildOptions): WildSkin {
  const points: Vec3[] = [];
  const carriers: HumanoidBone[] = [];
  const owners: number[] = [];
  const add = (point: Vec3, carrier: HumanoidBone) => {
    const owner = joints.findIndex(({ bone }) => bone === carrier);
    if (owner < 0 || !joints[owner].isSkinned) return;
    points.push(point);
    carriers.push(carrier);
    owners.push(owner);
  };
  for (const { bone, place } of wildJoints(person)) {
    if (!bone) continue;
    const end = wildJoints(person).find(
      ({ parent, bone: below }) => parent?.bone === bone && !/Eye|jaw|Thumb/.test(below ?? ''),
    );
    const tip = end
      ? end.place
      : vec3.add(
          createVec3(),
          place,
          bone === 'head' ? [0, 0.2, 0] : /Foot|Toes/.test(bone) ? [0, 0, 0.06] : [0, 0, 0],
        );
    const middle = vec3.lerp(createVec3(), place, tip, 0.5);
    const ground = bone.endsWith('Foot') || bone.endsWith('Toes') ? Math.min(0.02, place[1]) : null;
    for (const [x, y, z] of [
      [1, 1, 1],
      [1, -1, -1],
      [-1, 1, -1],
      [-1, -1, 1],
    ]) {
      const point = vec3.add(createVec3(), middle, [0.03 * x, 0.03 * y, 0.03 * z]);
      if (ground !== null && y < 0) point[1] = 0;
      add(point, bone);
    }
    if (bone === 'head')
      for (const y of [0, 0.05, 0.1, 0.15, 0.2])
        for (const x of [-0.08, 0.08, 0]) add(vec3.add(createVec3(), place, [x, y, 0.02]), bone);
  }
  for (const { on, at, half } of things) {
    for (const [x, y, z] of [
      [1, 1, 1],
      [1, -1, -1],
      [-1, 1, -1],
      [-1, -1, 1],
    ]) {
      add(vec3.add(createVec3(), at, [half[0] * x, half[1] * y, half[2] * z]), on);
    }
  }
  return { points, carriers, joints: owners };
}

function writeWildGlb(
  joints: readonly WildJoint[],
  bind: FilePlaces,
  nodePlaces: FilePlaces,
  skin: WildSkin,
): ArrayBuffer {
  const numberOf = new Map(joints.map((joint, number) => [joint, number]));
  const nodes: Record<string, unknown>[] = joints.map(({ name, parent }, number) => {
    const { positions, rotations } = nodePlaces;
    const above = parent ? (numberOf.get(parent) as number) : -1;
    const toParent = above < 0 ? createQuat() : quat.conjugate(createQuat(), rotations[above]);
    const local = vec3.subtract(createVec3(), positions[number], above < 0 ? [0, 0, 0] : positions[above]);
    vec3.transformQuat(local, local, toParent);
    const children = joints.flatMap((joint, child) => (joint.parent === joints[number] ? [child] : []));
    return {
      name,
      translation: [...local],
      rotation: [...quat.multiply(createQuat(), toParent, rotations[number])],
      ...(children.length > 0 && { children }),
    };
  });
  nodes.push({ name: 'Body', mesh: 0, skin: 0 });
  const tops = joints.flatMap(({ parent }, number) => (parent === null ? [number] : []));
  const inverseBinds = bind.positions.flatMap((position, i) => inverseMatrix(position, bind.rotations[i]));
  const points = skin.points.flatMap((point, i) => [...bind.toFile(point, skin.carriers[i])]);
  const chunks: Uint8Array[] = [];
  const accessors: object[] = [];
  const bufferViews: object[] = [];
  let byteOffset = 0;
  const add = (data: Float32Array | Uint16Array, type: string, width: number, more: object = {}) => {
    const bytes = new Uint8Array(Math.ceil(data.byteLength / 4) * 4);
    bytes.set(new Uint8Array(data.buffer));
    bufferViews.push({ buffer: 0, byteOffset, byteLength: data.byteLength });
    const componentType = data instanceof Float32Array ? 5126 : 5123;
    accessors.push({ bufferView: bufferViews.length - 1, componentType, count: data.length / width, type, ...more });
    chunks.push(bytes);
    byteOffset += bytes.byteLength;
    return accessors.length - 1;
  };
  const axis = (k: number) => points.filter((_, i) => i % 3 === k);
  const attributes = {
    POSITION: add(Float32Array.from(points), 'VEC3', 3, {
      min: [0, 1, 2].map((k) => Math.min(...axis(k))),
      max: [0, 1, 2].map((k) => Math.max(...axis(k))),
    }),
    JOINTS_0: add(Uint16Array.from(skin.joints.flatMap((joint) => [joint, 0, 0, 0])), 'VEC4', 4),
    WEIGHTS_0: add(Float32Array.from(skin.joints.flatMap(() => [1, 0, 0, 0])), 'VEC4', 4),
  };
  const triangles = Uint16Array.from(skin.points.slice(2).flatMap((_, i) => [i, i + 1, i + 2]));
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [...tops, nodes.length - 1] }],
    nodes,
    meshes: [{ primitives: [{ attributes, indices: add(triangles, 'SCALAR', 1) }] }],
    skins: [{ joints: joints.map((_, i) => i), inverseBindMatrices: add(Float32Array.from(inverseBinds), 'MAT4', 16) }],
    accessors,
    bufferViews,
    buffers: [{ byteLength: byteOffset }],
  };
  return writeGlb({ json, binary: Uint8Array.from(chunks.flatMap((chunk) => [...chunk])) }).buffer;
}

/** Column-major (T R)^-1. */
function inverseMatrix(position: Vec3, rotation: Quat): number[] {
  const back = quat.conjugate(createQuat(), rotation);
  const column = (x: number, y: number, z: number) => [...vec3.transformQuat(createVec3(), [x, y, z], back), 0];
  const moved = vec3.transformQuat(createVec3(), position, back);
  return [...column(1, 0, 0), ...column(0, 1, 0), ...column(0, 0, 1), -moved[0], -moved[1], -moved[2], 1];
}
