import {
  buildSkeleton,
  type HumanoidBone,
  humanoidBones,
  InputError,
  isRecord,
  type RawJoint,
  type Skeleton,
} from '@leib/core';
import type { SkinnedSurface } from '../colliders/skinnedSurface.js';
import type { RemoteBodySetup } from '../session/sessionBody.js';
import { parseRemoteBodySettings } from '../settings/parseRemoteBodySettings.js';
import { parseWorldObjects } from '../world/parseWorldObjects.js';
import type { WorldObject } from '../world/worldObject.js';
import { remoteLimits } from './remoteLimits.js';
import { createMessage, type DecodedMessage, REMOTE_HEADER_SIZE, remoteKind } from './remoteMessage.js';

/** Who comes into a world: a body, how many of it, where they stand at first, and what is in the room. */
export interface RemoteOpening {
  readonly body: RemoteBodySetup;
  /** One triple a body: its root at first, world space, metres. As many as there are bodies. */
  readonly starts: readonly (readonly [number, number, number])[];
  readonly objects: readonly WorldObject[];
}

/** Bytes of one vertex: position, weights, joints. */
const VERTEX_SIZE = 3 * 4 + 4 * 4 + 4 * 2;

/** JSON with its length before it, then the skin: all positions, all weights (float32), all joints (uint16). */
export function encodeOpening({ body, starts, objects }: RemoteOpening): Uint8Array<ArrayBuffer> {
  const { skeleton, skin, settings } = body;
  const vertexCount = skin === null ? 0 : skin.positions.length / 3;
  const json = new TextEncoder().encode(
    JSON.stringify({ skeleton: writeSkeleton(skeleton), vertexCount, settings, objects, starts }),
  );
  const message = createMessage(remoteKind.open, 4 + json.length + vertexCount * VERTEX_SIZE);
  const view = new DataView(message.buffer);
  view.setUint32(REMOTE_HEADER_SIZE, json.length, true);
  message.set(json, REMOTE_HEADER_SIZE + 4);
  if (skin === null) return message;
  let at = REMOTE_HEADER_SIZE + 4 + json.length;
  for (const values of [skin.positions, skin.weights]) {
    for (let i = 0; i < values.length; i++, at += 4) view.setFloat32(at, values[i], true);
  }
  for (let i = 0; i < skin.joints.length; i++, at += 2) view.setUint16(at, skin.joints[i], true);
  return message;
}

/** From a stranger: an opening, or why it is none. */
export function decodeOpening(bytes: Uint8Array): DecodedMessage<RemoteOpening> {
  try {
    return { ok: true, value: readOpening(bytes) };
  } catch (error) {
    if (error instanceof InputError) return { ok: false, reason: error.message };
    if (error instanceof SyntaxError) return { ok: false, reason: 'open: its words are no JSON.' };
    throw error;
  }
}

function readOpening(bytes: Uint8Array): RemoteOpening {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const from = REMOTE_HEADER_SIZE + 4;
  const length = bytes.length >= from ? view.getUint32(REMOTE_HEADER_SIZE, true) : Number.POSITIVE_INFINITY;
  if (from + length > bytes.length) throw new InputError('open', 'it ends before its words do.');
  const given = JSON.parse(new TextDecoder().decode(bytes.subarray(from, from + length))) as unknown;
  if (!isRecord(given)) throw new InputError('open', 'expected an object.');
  const skeleton = readSkeleton(given.skeleton);
  return {
    body: {
      skeleton,
      skin: readSkin(view, from + length, given.vertexCount, skeleton.jointCount),
      settings: parseRemoteBodySettings(given.settings ?? {}),
    },
    starts: readStarts(given.starts, skeleton),
    objects: parseWorldObjects(given.objects ?? [], remoteLimits.objects, remoteLimits.metres),
  };
}

function writeSkeleton({ jointCount, names, parents, restOffsets, jointToBone }: Skeleton) {
  return Array.from({ length: jointCount }, (_, joint) => ({
    name: names[joint],
    parent: parents[joint],
    offset: Array.from(restOffsets.subarray(joint * 3, joint * 3 + 3)),
    bone: jointToBone[joint] < 0 ? null : humanoidBones[jointToBone[joint]],
  }));
}

/** A list of {name, parent (by number, before it; -1 for the first), offset, bone}. */
function readSkeleton(given: unknown): Skeleton {
  if (!Array.isArray(given)) throw new InputError('open.skeleton', 'expected a list of joints.');
  if (given.length > remoteLimits.joints) {
    throw new InputError('open.skeleton', `${given.length} joints; at most ${remoteLimits.joints} are taken.`);
  }
  // Names are only for telling joints apart here; rigs have been seen with two of one name.
  const names = given.map((_, index) => String(index));
  return buildSkeleton(
    given.map((joint: unknown, index): RawJoint => {
      const where = `open.skeleton[${index}]`;
      if (!isRecord(joint)) throw new InputError(where, 'expected an object.');
      const { parent, bone } = joint;
      const isRoot = index === 0;
      const isParent = isRoot
        ? parent === -1
        : Number.isInteger(parent) && Number(parent) >= 0 && Number(parent) < index;
      if (!isParent) throw new InputError(`${where}.parent`, `${JSON.stringify(parent)} does not come before it.`);
      if (bone !== null && !humanoidBones.includes(bone as HumanoidBone)) {
        throw new InputError(`${where}.bone`, `${JSON.stringify(bone)} is no humanoid bone.`);
      }
      return {
        name: names[index],
        parent: isRoot ? null : names[Number(parent)],
        offset: readTriple(joint.offset, `${where}.offset`),
        bone: bone as HumanoidBone | null,
      };
    }),
  );
}

function readSkin(view: DataView, from: number, vertexCount: unknown, jointCount: number): SkinnedSurface | null {
  if (vertexCount === 0 || vertexCount === undefined) return null;
  if (!(typeof vertexCount === 'number' && vertexCount > 0 && vertexCount <= remoteLimits.vertices)) {
    throw new InputError('open.vertexCount', `expected up to ${remoteLimits.vertices}, not ${vertexCount}.`);
  }
  const wanted = from + vertexCount * VERTEX_SIZE;
  if (view.byteLength !== wanted) {
    throw new InputError('open', `${vertexCount} vertices end at byte ${wanted}, the message at ${view.byteLength}.`);
  }
  const positions = new Float32Array(vertexCount * 3);
  const weights = new Float32Array(vertexCount * 4);
  const joints = new Uint16Array(vertexCount * 4);
  let at = from;
  for (const values of [positions, weights]) {
    for (let i = 0; i < values.length; i++, at += 4) {
      values[i] = view.getFloat32(at, true);
      if (!(Math.abs(values[i]) <= remoteLimits.metres)) {
        throw new InputError('open', `the skin has a number ${values[i]} at byte ${at}.`);
      }
    }
  }
  for (let i = 0; i < joints.length; i++, at += 2) {
    joints[i] = view.getUint16(at, true);
    if (joints[i] >= jointCount) throw new InputError('open', `the skin follows joint ${joints[i]}, of ${jointCount}.`);
  }
  return { positions, joints, weights };
}

function readStarts(given: unknown, skeleton: Skeleton): RemoteOpening['starts'] {
  if (given === undefined) return [[skeleton.restOffsets[0], skeleton.restOffsets[1], skeleton.restOffsets[2]]];
  if (!Array.isArray(given) || given.length < 1 || given.length > remoteLimits.bodies) {
    throw new InputError('open.starts', `expected 1 to ${remoteLimits.bodies} places.`);
  }
  return given.map((start, index) => readTriple(start, `open.starts[${index}]`));
}

function readTriple(given: unknown, where: string): [number, number, number] {
  const isTriple =
    Array.isArray(given) &&
    given.length === 3 &&
    given.every((value) => typeof value === 'number' && Math.abs(value) <= remoteLimits.metres);
  if (!isTriple) throw new InputError(where, `expected three numbers within ${remoteLimits.metres} m.`);
  return [given[0], given[1], given[2]];
}
