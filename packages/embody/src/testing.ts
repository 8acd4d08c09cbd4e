import { buildSkeleton, type HumanoidBone, type RawJoint, type Skeleton } from '@leib/core';
import {
  createDeviceFrame,
  createJointFrame,
  createJointReader,
  createTrackerOffsets,
  devicesOfJoints,
  type JointFrame,
  readJoints,
  setJoint,
  type defaultJointReaderSettings,
} from '@leib/tracking';

/** Tests only: a plain person of 1.70 m, head joint at 1.53 m. Not part of the public door. */

type Place = readonly [x: number, y: number, z: number];

const trunk: [HumanoidBone, HumanoidBone | null, Place][] = [
  ['hips', null, [0, 0.93, 0]],
  ['spine', 'hips', [0, 1.03, -0.01]],
  ['chest', 'spine', [0, 1.15, -0.02]],
  ['upperChest', 'chest', [0, 1.27, -0.03]],
  ['neck', 'upperChest', [0, 1.42, -0.03]],
  ['head', 'neck', [0, 1.53, 0]],
];

function limbs(side: 'left' | 'right'): [HumanoidBone, HumanoidBone | null, Place][] {
  const m = side === 'left' ? 1 : -1;
  const at = (x: number, y: number, z: number): Place => [m * x, y, z];
  const finger = (name: 'Index' | 'Middle' | 'Ring' | 'Little', z: number, length: number) =>
    [
      [`${side}${name}Proximal`, `${side}Hand`, at(0.79, 1.39, z)],
      [`${side}${name}Intermediate`, `${side}${name}Proximal`, at(0.79 + 0.45 * length, 1.39, z * 1.1)],
      [`${side}${name}Distal`, `${side}${name}Intermediate`, at(0.79 + 0.75 * length, 1.39, z * 1.15)],
    ] as [HumanoidBone, HumanoidBone, Place][];
  return [
    [`${side}Shoulder`, 'upperChest', at(0.03, 1.38, -0.02)],
    [`${side}UpperArm`, `${side}Shoulder`, at(0.165, 1.39, -0.03)],
    [`${side}LowerArm`, `${side}UpperArm`, at(0.445, 1.39, -0.03)],
    [`${side}Hand`, `${side}LowerArm`, at(0.695, 1.39, -0.03)],
    [`${side}ThumbMetacarpal`, `${side}Hand`, at(0.72, 1.38, 0)],
    [`${side}ThumbProximal`, `${side}ThumbMetacarpal`, at(0.75, 1.37, 0.03)],
    [`${side}ThumbDistal`, `${side}ThumbProximal`, at(0.775, 1.365, 0.05)],
    ...finger('Index', 0.0, 0.075),
    ...finger('Middle', -0.022, 0.082),
    ...finger('Ring', -0.044, 0.075),
    ...finger('Little', -0.065, 0.06),
    [`${side}UpperLeg`, 'hips', at(0.09, 0.88, 0)],
    [`${side}LowerLeg`, `${side}UpperLeg`, at(0.095, 0.48, 0.005)],
    [`${side}Foot`, `${side}LowerLeg`, at(0.1, 0.08, -0.02)],
    [`${side}Toes`, `${side}Foot`, at(0.11, 0.02, 0.11)],
  ];
}

/** The person, without some bones: what hung on them hangs on the next bone up. `above`: extra joints over the hips. */
export function buildTestBody(without: readonly HumanoidBone[] = [], above: readonly RawJoint[] = []): Skeleton {
  const all = [...trunk, ...limbs('left'), ...limbs('right')];
  const places = new Map(all.map(([bone, , place]) => [bone, place]));
  const parents = new Map(all.map(([bone, parent]) => [bone, parent]));
  const parentOf = (bone: HumanoidBone): HumanoidBone | null => {
    const parent = parents.get(bone) ?? null;
    return parent !== null && without.includes(parent) ? parentOf(parent) : parent;
  };
  const joints: RawJoint[] = [...above];
  const base: Place = above.reduce<Place>(
    ([x, y, z], { offset }) => [x + offset[0], y + offset[1], z + offset[2]],
    [0, 0, 0],
  );
  for (const [bone, , place] of all) {
    if (without.includes(bone)) continue;
    const parent = parentOf(bone);
    const from = parent === null ? base : (places.get(parent) as Place);
    joints.push({
      name: bone,
      parent: parent ?? above.at(-1)?.name ?? null,
      offset: [place[0] - from[0], place[1] - from[1], place[2] - from[2]],
      bone,
    });
  }
  return buildSkeleton(joints);
}

export const setPoint = setJoint;

/** Reads frames of a test as if devices sat exactly on the joints: lost points are held, NaN is kept out. */
export function createTestReader(skeleton: Skeleton, settings?: typeof defaultJointReaderSettings) {
  const reader = createJointReader(skeleton, settings);
  const devices = createDeviceFrame();
  const offsets = createTrackerOffsets();
  return (frame: JointFrame, dtSeconds: number): JointFrame => {
    devicesOfJoints(frame, offsets, devices);
    return readJoints(reader, devices, offsets, dtSeconds);
  };
}

/** Standing at the origin, facing +Z, hands hanging a little ahead of the thighs. */
export function standingFrame(): JointFrame {
  const frame = createJointFrame();
  const half = Math.SQRT1_2;
  setPoint(frame, 'head', [0, 1.525, 0, 0, 0, 0, 1]);
  setPoint(frame, 'leftHand', [0.24, 0.89, 0.05, 0, 0, -half, half]);
  setPoint(frame, 'rightHand', [-0.24, 0.89, 0.05, 0, 0, half, half]);
  return frame;
}

/**
 * A person who wanders, looks about, crouches and reaches, smoothly and differently for every seed: what laws about
 * whole movements are tried with.
 */
export function wanderingFrame(seed: number, timeSeconds: number, out: JointFrame): void {
  const wave = (number: number, slowest: number) =>
    Math.sin(timeSeconds * slowest * (1 + 0.37 * number) + seed * 1.7 + number * 2.3);
  const yaw = 1.2 * wave(1, 0.5);
  const pitch = 0.35 * wave(2, 0.7);
  const head = [0.6 * wave(3, 0.4), 1.46 + 0.06 * wave(4, 0.9), 0.6 * wave(5, 0.45)];
  const [sinYaw, cosYaw] = [Math.sin(yaw / 2), Math.cos(yaw / 2)];
  const [sinPitch, cosPitch] = [Math.sin(pitch / 2), Math.cos(pitch / 2)];
  setPoint(out, 'head', [...head, cosYaw * sinPitch, sinYaw * cosPitch, -sinYaw * sinPitch, cosYaw * cosPitch]);
  for (const [point, mirror] of [
    ['leftHand', 1],
    ['rightHand', -1],
  ] as const) {
    // From the head, in the axes it looks along, within reach of the shoulder.
    const x = mirror * (0.24 + 0.1 * wave(6 + mirror, 0.8));
    const y = -0.3 + 0.2 * wave(9 + mirror, 1.1);
    const z = 0.22 + 0.12 * wave(12 + mirror, 0.9);
    const [sin, cos] = [Math.sin(yaw), Math.cos(yaw)];
    const turn = (mirror * -Math.PI) / 2 + 0.4 * wave(15 + mirror, 0.6);
    // Fingers ahead: a quarter turn about Y, in the person's axes.
    const half = (yaw + turn) / 2;
    setPoint(out, point, [
      head[0] + cos * x + sin * z,
      head[1] + y,
      head[2] - sin * x + cos * z,
      0,
      Math.sin(half),
      0,
      Math.cos(half),
    ]);
  }
  out.timeSeconds = timeSeconds;
}

/** A copy of all that a state holds but what is `shared`; what it holds twice is one thing in the copy, too. */
export function copyOf<T>(value: T, shared: readonly unknown[] = []): T {
  return copy(value, new Map(shared.map((part) => [part, part])));
}

function copy<T>(value: T, copies: Map<unknown, unknown>): T {
  if (typeof value !== 'object' || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known as T;
  if (ArrayBuffer.isView(value)) {
    const numbers = (value as unknown as Float64Array).slice();
    copies.set(value, numbers);
    return numbers as unknown as T;
  }
  const out = Array.isArray(value) ? [] : Object.create(Object.getPrototypeOf(value));
  copies.set(value, out);
  for (const [key, part] of Object.entries(value)) out[key] = copy(part, copies);
  return out;
}
