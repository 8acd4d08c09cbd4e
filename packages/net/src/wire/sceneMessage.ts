import { type Decoded, refuse } from '@leib/core';
import * as v from 'valibot';
import { sha256Pattern } from '../files/roomFiles.js';
import { decodeJsonMessage, encodeJson, roomKind } from '../room/message.js';
import { displayLimits } from './displayLimits.js';

/** What stays the same from frame to frame; sent by the simulation once, and again where it changes. */
export interface DisplayScene {
  readonly kinds: readonly AgentKind[];
  readonly agents: readonly PlacedAgent[];
  /** Names of the tracked heads, in the order of a frame's viewers. */
  readonly viewers: readonly string[];
}

export interface PlacedAgent {
  readonly id: number;
  /** Number of its kind. */
  readonly kind: number;
  /** Where the origin of its motion lies in the room, metres; the room's origin where absent. */
  readonly origin?: readonly [x: number, y: number, z: number];
}

/** A body that agents have. */
export interface AgentKind {
  readonly name: string;
  /** 'default': the body that every page has; otherwise SHA-256 of a GLB or VRM among the server's files. */
  readonly mesh: string;
  /** Size against the mesh: 1.6 is a giant. Packed positions are in its own measure, and so in the room `scale` times as much. */
  readonly scale: number;
  /** Lengths against those of the mesh: a child, a giant. Its own where absent. */
  readonly proportions?: Readonly<v.InferOutput<typeof proportionsSchema>>;
  /** Whether frames bring these streams for its agents; not where absent. */
  readonly fingers?: boolean;
  readonly face?: boolean;
}

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

const sceneSchema = v.object({
  kinds: v.pipe(
    v.array(
      v.object({
        name: shortText,
        mesh: v.union([v.literal('default'), v.pipe(v.string(), v.regex(sha256Pattern))]),
        scale: v.pipe(v.number(), v.finite(), v.minValue(0.05), v.maxValue(20)),
        proportions: v.exactOptional(proportionsSchema),
        fingers: v.exactOptional(v.boolean()),
        face: v.exactOptional(v.boolean()),
      }),
    ),
    v.maxLength(displayLimits.kinds),
  ),
  agents: v.pipe(
    v.array(
      v.object({
        id: wholeNumber(0xffff),
        kind: wholeNumber(displayLimits.kinds - 1),
        origin: v.exactOptional(v.strictTuple([metres, metres, metres])),
      }),
    ),
    v.maxLength(displayLimits.agents),
  ),
  viewers: v.pipe(v.array(shortText), v.maxLength(displayLimits.viewers)),
});

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
