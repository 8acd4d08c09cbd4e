import { accept, type Decoded, refuse } from '@leib/core';
import * as v from 'valibot';
import { createMessage, decodeJsonMessage, encodeJson, HEADER_SIZE, roomKind } from '../room/message.js';

/** Bounds of what is said about voices. */
export const voiceLimits = {
  /** Of a `signal`, with its header: a description of one voice takes two to three kilobytes. */
  signalBytes: HEADER_SIZE + (8 << 10),
  /** Of one candidate, letters; and how many there are in one signal. */
  candidateLetters: 1000,
  candidates: 24,
} as const;

const callName = v.pipe(v.string(), v.maxLength(32));
const candidateSchema = v.object({
  candidate: v.pipe(v.string(), v.maxLength(voiceLimits.candidateLetters)),
  sdpMid: v.nullish(v.pipe(v.string(), v.maxLength(32)), null),
  sdpMLineIndex: v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), null),
  usernameFragment: v.nullish(v.pipe(v.string(), v.maxLength(256)), null),
});
const signalSchema = v.object({
  call: callName,
  to: callName,
  hears: v.optional(v.boolean()),
  description: v.optional(v.object({ type: v.picklist(['offer', 'answer']), sdp: v.string() })),
  candidates: v.optional(v.pipe(v.array(candidateSchema), v.maxLength(voiceLimits.candidates))),
  isOver: v.optional(v.boolean()),
});

/**
 * What one person says to another so that they hear each other. `call` names the sender's end of the connection, `to` the
 * receiver's; empty where there is none (yet). `hears`: whether the sender wants to hear. `isOver`: the end `to` has nobody at
 * its other end any more.
 */
export type Signal = v.InferOutput<typeof signalSchema>;

type Message = Uint8Array<ArrayBuffer>;

/** @param person to whom, by their number on the wire; the server puts the sender's in its place */
export function encodeSignal(person: number, signal: Signal): Message {
  const message = encodeJson(roomKind.signal, signal);
  setPersonOfSignal(message, person);
  return message;
}

export const decodeSignal = (bytes: Uint8Array): Decoded<Signal> =>
  decodeJsonMessage(bytes, signalSchema, 'signal', voiceLimits.signalBytes - HEADER_SIZE);

export function personOfSignal(bytes: Uint8Array): number {
  return bytes[2] | (bytes[3] << 8);
}

/** In place. */
export function setPersonOfSignal(bytes: Uint8Array, person: number): void {
  bytes[2] = person & 255;
  bytes[3] = person >> 8;
}

const idle = ['recvonly', 'inactive'];

/**
 * What a description (SDP, RFC 8866) says of sound: it is sent, or only heard. Refused where it is not about one sound and
 * nothing else: no pictures, no data.
 */
export function audioOf(sdp: string): Decoded<'sends' | 'hears'> {
  const [session, ...media] = sdp.split(/\r?\nm=/);
  if (media.length !== 1 || !media[0].startsWith('audio '))
    return refuse('description', 'expected one sound and nothing else');
  const direction = /^a=(sendrecv|sendonly|recvonly|inactive)\r?$/m;
  // Without one it is sendrecv (RFC 8866, section 6.7).
  const said = (direction.exec(media[0]) ?? direction.exec(session))?.[1] ?? 'sendrecv';
  return accept(idle.includes(said) ? 'hears' : 'sends');
}

const iceSchema = v.object({
  servers: v.pipe(
    v.array(
      v.object({
        urls: v.pipe(v.string(), v.regex(/^(stun|turn)s?:[^\s]{1,300}$/)),
        username: v.optional(v.pipe(v.string(), v.maxLength(200))),
        credential: v.optional(v.pipe(v.string(), v.maxLength(200))),
      }),
    ),
    v.maxLength(8),
  ),
  isRelayOnly: v.boolean(),
  holdsSeconds: v.pipe(v.number(), v.minValue(1)),
});

/** By which servers people find ways to each other. `holdsSeconds`: for so long the word for a relay is good. */
export type IceAdvice = Readonly<v.InferOutput<typeof iceSchema>>;

export const encodeIce = (advice: IceAdvice): Message => encodeJson(roomKind.ice, advice);
/** Asks for it again. */
export const encodeIceQuestion = (): Message => createMessage(roomKind.ice, 0);
export const decodeIce = (bytes: Uint8Array): Decoded<IceAdvice> => decodeJsonMessage(bytes, iceSchema, 'ice');
