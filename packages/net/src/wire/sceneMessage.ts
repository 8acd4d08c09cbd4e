import { accept, type Decoded, refuse } from '@leib/core';
import type { AgentProportions } from '@leib/core/pack';
import * as v from 'valibot';
import { createMessage, decodeJsonMessage, displayKind, displayLimits, encodeJson, HEADER_SIZE } from './message.js';

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
  /** 'default': the body that every page has; 'sent': a GLB or VRM that follows in a mesh message. */
  readonly mesh: 'default' | 'sent';
  /** Size against the mesh: 1.6 is a giant. Packed positions are in its own measure, and so in the room `scale` times as much. */
  readonly scale: number;
  /** Lengths against those of the mesh: a child, a giant. Its own where absent. */
  readonly proportions?: AgentProportions;
  /** Whether frames bring these streams for its agents; not where absent. */
  readonly fingers?: boolean;
  readonly face?: boolean;
}

const wholeNumber = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most));
const shortText = v.pipe(v.string(), v.maxLength(80));

const ratio = v.pipe(v.number(), v.finite(), v.minValue(0.1), v.maxValue(10));
const metres = v.pipe(v.number(), v.finite(), v.minValue(-displayLimits.metres), v.maxValue(displayLimits.metres));

const sceneSchema = v.object({
  kinds: v.pipe(
    v.array(
      v.object({
        name: shortText,
        mesh: v.picklist(['default', 'sent']),
        scale: v.pipe(v.number(), v.finite(), v.minValue(0.05), v.maxValue(20)),
        proportions: v.exactOptional(
          v.object({ legs: ratio, feet: ratio, trunk: ratio, width: ratio, arms: ratio, hands: ratio, head: ratio }),
        ),
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
  return encodeJson(displayKind.scene, scene);
}

export function decodeScene(bytes: Uint8Array): Decoded<DisplayScene> {
  const decoded = decodeJsonMessage(bytes, sceneSchema, 'scene');
  if (!decoded.ok) return decoded;
  const { agents, kinds } = decoded.value;
  for (const [index, { id, kind }] of agents.entries()) {
    if (kind >= kinds.length) {
      return refuse(`scene, agents[${index}].kind`, `expected a kind below ${kinds.length}, got ${kind}`);
    }
    const first = agents.findIndex((other) => other.id === id);
    if (first < index) {
      return refuse(`scene, agents[${index}].id`, `expected an id of its own, got ${id} as in agents[${first}]`);
    }
  }
  return decoded;
}

/** The file of a kind whose mesh is 'sent'. */
export interface MeshMessage {
  /** Number of the kind in the scene. */
  readonly kind: number;
  /** GLB or VRM. */
  readonly file: Uint8Array<ArrayBuffer>;
}

/** Kind (uint32), then the file. */
export function encodeMesh({ kind, file }: MeshMessage): Uint8Array<ArrayBuffer> {
  const message = createMessage(displayKind.mesh, 4 + file.length);
  new DataView(message.buffer).setUint32(HEADER_SIZE, kind, true);
  message.set(file, HEADER_SIZE + 4);
  return message;
}

export function decodeMesh(bytes: Uint8Array): Decoded<MeshMessage> {
  const size = bytes.length - HEADER_SIZE - 4;
  if (size < 1 || size > displayLimits.meshBytes) {
    return refuse('mesh', `expected a file of 1 to ${displayLimits.meshBytes} bytes, got ${Math.max(0, size)}`);
  }
  const kind = new DataView(bytes.buffer, bytes.byteOffset).getUint32(HEADER_SIZE, true);
  if (kind >= displayLimits.kinds) {
    return refuse('mesh, kind', `expected a kind below ${displayLimits.kinds}, got ${kind}`);
  }
  return accept({ kind, file: bytes.subarray(HEADER_SIZE + 4) as Uint8Array<ArrayBuffer> });
}
