import { type Decoded, refuse } from '@leib/core';
import * as v from 'valibot';
import { sha256Pattern } from '../files/roomFiles.js';
import { decodeJsonMessage, encodeJson, roomKind } from '../room/message.js';

/** What a scene and its frames may hold. */
export const displayLimits = {
  agents: 256,
  kinds: 16,
  viewers: 8,
  /** Streams beside the body's angles in one frame, and numbers in one of them. */
  streams: 512,
  streamValues: 128,
  /** Largest coordinate, metres. */
  metres: 1000,
} as const;

const wholeNumber = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most));
const shortText = v.pipe(v.string(), v.maxLength(80));

const ratio = v.pipe(v.number(), v.finite(), v.minValue(0.1), v.maxValue(10));
const metres = v.pipe(v.number(), v.finite(), v.minValue(-displayLimits.metres), v.maxValue(displayLimits.metres));

const proportionsSchema = v.object({
  legs: ratio,
  feet: ratio,
  trunk: ratio,
  width: ratio,
  arms: ratio,
  hands: ratio,
  head: ratio,
});

/** A body that agents have. */
const kindSchema = v.object({
  name: shortText,
  /** 'default': the body that every page has; otherwise SHA-256 of a GLB or VRM among the server's files. */
  mesh: v.union([v.literal('default'), v.pipe(v.string(), v.regex(sha256Pattern))]),
  /** Size against the mesh: 1.6 is a giant. Packed positions are in its own measure, and so in the room `scale` times as much. */
  scale: v.pipe(v.number(), v.finite(), v.minValue(0.05), v.maxValue(20)),
  /** Lengths against those of the mesh: a child, a giant. Its own where absent. */
  proportions: v.exactOptional(v.pipe(proportionsSchema, v.readonly())),
  /** Whether frames bring these streams for its agents; not where absent. */
  fingers: v.exactOptional(v.boolean()),
  face: v.exactOptional(v.boolean()),
});

const agentSchema = v.object({
  id: wholeNumber(0xffff),
  /** Number of its kind. */
  kind: wholeNumber(displayLimits.kinds - 1),
  /** Where the origin of its motion lies in the room, metres; the room's origin where absent. */
  origin: v.exactOptional(v.pipe(v.strictTuple([metres, metres, metres]), v.readonly())),
});

const sceneSchema = v.object({
  kinds: v.pipe(v.array(v.pipe(kindSchema, v.readonly())), v.maxLength(displayLimits.kinds), v.readonly()),
  agents: v.pipe(v.array(v.pipe(agentSchema, v.readonly())), v.maxLength(displayLimits.agents), v.readonly()),
  /** Names of the tracked heads, in the order of a frame's viewers. */
  viewers: v.pipe(v.array(shortText), v.maxLength(displayLimits.viewers), v.readonly()),
});

/** What stays the same from frame to frame; sent by the simulation once, and again where it changes. */
export type DisplayScene = Readonly<v.InferOutput<typeof sceneSchema>>;

export function encodeScene(scene: DisplayScene): Uint8Array<ArrayBuffer> {
  return encodeJson(roomKind.scene, scene);
}

export function decodeScene(bytes: Uint8Array): Decoded<DisplayScene> {
  const decoded = decodeJsonMessage(bytes, sceneSchema, 'scene');
  if (!decoded.ok) return decoded;
  const { agents, kinds } = decoded.value;
  const firsts = new Map<number, number>();
  for (const [index, { id, kind }] of agents.entries()) {
    if (kind >= kinds.length) {
      return refuse(`scene, agents[${index}].kind`, `expected a kind below ${kinds.length}, got ${kind}`);
    }
    const first = firsts.get(id);
    if (first !== undefined) {
      return refuse(`scene, agents[${index}].id`, `expected an id of its own, got ${id} as in agents[${first}]`);
    }
    firsts.set(id, index);
  }
  return decoded;
}
