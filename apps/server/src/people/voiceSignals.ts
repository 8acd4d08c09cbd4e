import { accept, type Decoded, refuse } from '@leib/core';
import { audioOf, decodeSignal, personOfSignal, readKind, roomKind } from '@leib/net';

/**
 * For whom a signal is ([PV1] to [PV3] of SPEC.md), or why it is refused. `maySpeak`: what two browsers agree on may have the
 * sender's voice in it.
 */
export function readSignal(bytes: Uint8Array, maySpeak: boolean): Decoded<number> {
  const signal = decodeSignal(bytes);
  if (!signal.ok) return signal;
  const { description } = signal.value;
  const audio = description ? audioOf(description.sdp) : null;
  if (audio?.ok === false) return audio;
  if (audio?.value === 'sends' && !maySpeak)
    return refuse('signal', 'expected one who only listens, got a voice: a host has muted you, or you look on');
  return accept(personOfSignal(bytes));
}

/** Bytes before a signal that goes to another node. */
const TO_SIZE = 2;

/** For another node: for whom it is, then the signal, which says whom it is from ([NO9]). */
export function packPassed(to: number, signal: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(TO_SIZE + signal.length);
  bytes.set([to & 255, to >> 8]);
  bytes.set(signal, TO_SIZE);
  return bytes;
}

/** What another node has passed on; null where it is no signal. */
export function readPassed(
  bytes: Uint8Array,
): { readonly to: number; readonly signal: Uint8Array<ArrayBuffer> } | null {
  // A copy: the message is a piece of a larger block, which would be kept with it.
  const signal = bytes.slice(TO_SIZE);
  const kind = readKind(signal);
  return kind.ok && kind.value === roomKind.signal ? { to: bytes[0] | (bytes[1] << 8), signal } : null;
}
