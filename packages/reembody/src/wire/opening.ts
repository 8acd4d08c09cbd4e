import {
  buildSkeleton,
  type Decoded,
  humanoidBones,
  InputError,
  type RawJoint,
  requireDecoded,
  type Skeleton,
} from '@leib/core';
import { createMessage, decodeJsonBytes, HEADER_SIZE, roomKind } from '@leib/net';
import * as v from 'valibot';
import type { SkinnedSurface } from '../colliders/skinnedSurface.js';
import type { RemoteBodySetup } from '../session/sessionBody.js';
import { parseRemoteBodySettings } from '../settings/parseRemoteBodySettings.js';
import { boneSchema, numberFrom, wholeNumberFrom } from '../settings/schemas.js';
import { decodeWorldObjects } from '../world/decodeWorldObjects.js';
import type { WorldObject } from '../world/worldObject.js';
import { attempt, remoteLimits } from './remoteMessage.js';

/** What a client brings into a world: a body, how many copies of it, where they stand at first, the things of the room. */
export interface RemoteOpening {
  readonly body: RemoteBodySetup;
  /** First position of each body's root, world space, metres; its length is the count of bodies. */
  readonly starts: readonly (readonly [number, number, number])[];
  readonly objects: readonly WorldObject[];
}

/** Bytes of one vertex: position, weights, joints. */
const VERTEX_SIZE = 3 * 4 + 4 * 4 + 4 * 2;

/** A uint32 length, JSON of that length, then the skin: all positions, all weights (float32), all joints (uint16). */
export function encodeOpening({ body, starts, objects }: RemoteOpening): Uint8Array<ArrayBuffer> {
  const { skeleton, skin, settings } = body;
  const vertexCount = skin === null ? 0 : skin.positions.length / 3;
  const json = new TextEncoder().encode(
    JSON.stringify({ skeleton: writeSkeleton(skeleton), vertexCount, settings, objects, starts }),
  );
  const message = createMessage(roomKind.open, 4 + json.length + vertexCount * VERTEX_SIZE);
  const view = new DataView(message.buffer);
  view.setUint32(HEADER_SIZE, json.length, true);
  message.set(json, HEADER_SIZE + 4);
  if (skin === null) return message;
  let at = HEADER_SIZE + 4 + json.length;
  for (const values of [skin.positions, skin.weights]) {
    for (let i = 0; i < values.length; i++, at += 4) view.setFloat32(at, values[i], true);
  }
  for (let i = 0; i < skin.joints.length; i++, at += 2) view.setUint16(at, skin.joints[i], true);
  return message;
}

/** An opening from an unknown client, or why it is refused. */
export function decodeOpening(bytes: Uint8Array): Decoded<RemoteOpening> {
  return attempt(() => readOpening(bytes));
}

const metres = numberFrom(-remoteLimits.metres, remoteLimits.metres);
const triple = v.strictTuple([metres, metres, metres]);
const openingSchema = v.object({
  skeleton: v.pipe(
    v.array(v.object({ parent: v.number(), offset: triple, bone: v.nullable(boneSchema) })),
    v.maxLength(
      remoteLimits.joints,
      ({ input }) => `expected at most ${remoteLimits.joints} joints, got ${input.length}`,
    ),
  ),
  vertexCount: v.optional(wholeNumberFrom(0, remoteLimits.vertices), 0),
  settings: v.optional(v.unknown()),
  starts: v.optional(v.pipe(v.array(triple), v.minLength(1), v.maxLength(remoteLimits.bodies))),
  objects: v.optional(v.unknown()),
});
type OpeningJson = v.InferOutput<typeof openingSchema>;

function readOpening(bytes: Uint8Array): RemoteOpening {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const from = HEADER_SIZE + 4;
  const length = bytes.length >= from ? view.getUint32(HEADER_SIZE, true) : Number.POSITIVE_INFINITY;
  if (from + length > bytes.length) {
    throw new InputError('open', `expected ${length} bytes of JSON, got ${Math.max(0, bytes.length - from)}`);
  }
  const json = requireDecoded(decodeJsonBytes(bytes.subarray(from, from + length), openingSchema), 'open');
  const skeleton = readSkeleton(json.skeleton);
  const { restOffsets: rest } = skeleton;
  return {
    body: {
      skeleton,
      skin: readSkin(view, from + length, json.vertexCount, skeleton.jointCount),
      settings: parseRemoteBodySettings(json.settings ?? {}),
    },
    starts: json.starts ?? [[rest[0], rest[1], rest[2]]],
    objects: requireDecoded(
      decodeWorldObjects(json.objects ?? [], { count: remoteLimits.objects, metres: remoteLimits.metres }),
      'open, objects',
    ),
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

/** Parents are numbers of earlier joints, -1 for the first. */
function readSkeleton(joints: OpeningJson['skeleton']): Skeleton {
  // Joints are named by their numbers: some rigs have the same name twice.
  return buildSkeleton(
    joints.map(({ parent, offset, bone }, index): RawJoint => {
      const isRoot = index === 0;
      const isParent = isRoot ? parent === -1 : Number.isInteger(parent) && parent >= 0 && parent < index;
      if (!isParent) {
        throw new InputError(`open, skeleton[${index}].parent`, `expected a joint before it, got ${parent}`);
      }
      return { name: String(index), parent: isRoot ? null : String(parent), offset, bone };
    }),
  );
}

function readSkin(view: DataView, from: number, vertexCount: number, jointCount: number): SkinnedSurface | null {
  if (vertexCount === 0) return null;
  const wanted = from + vertexCount * VERTEX_SIZE;
  if (view.byteLength !== wanted) {
    throw new InputError('open, skin', `expected ${vertexCount} vertices up to byte ${wanted}, got ${view.byteLength}`);
  }
  const positions = new Float32Array(vertexCount * 3);
  const weights = new Float32Array(vertexCount * 4);
  const joints = new Uint16Array(vertexCount * 4);
  let at = from;
  for (const values of [positions, weights]) {
    for (let i = 0; i < values.length; i++, at += 4) {
      values[i] = view.getFloat32(at, true);
      if (!(Math.abs(values[i]) <= remoteLimits.metres)) {
        throw new InputError(
          `open, skin, byte ${at}`,
          `expected a number within ${remoteLimits.metres}, got ${values[i]}`,
        );
      }
    }
  }
  for (let i = 0; i < joints.length; i++, at += 2) {
    joints[i] = view.getUint16(at, true);
    if (joints[i] >= jointCount) {
      throw new InputError(`open, skin, byte ${at}`, `expected a joint below ${jointCount}, got ${joints[i]}`);
    }
  }
  return { positions, joints, weights };
}
