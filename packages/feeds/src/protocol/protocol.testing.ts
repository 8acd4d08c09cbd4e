import { createFeedPacket, type FeedPacket } from '@leib/tracking';
import type { FeedDecoder } from './feedDecoder.js';

/** Tests only. */

/** Decodes into a new packet; null when the decoder returns false. */
export function decodeFresh(decoder: FeedDecoder, bytes: Uint8Array): FeedPacket | null {
  const packet = createFeedPacket();
  return decoder.decode(bytes, packet) ? packet : null;
}

export function sampleOf(packet: FeedPacket | null, key: string): FeedPacket['samples'][number] {
  const sample = packet?.samples.slice(0, packet.sampleCount).find((each) => each.key === key);
  if (!sample) throw new Error(`no sample "${key}"`);
  return sample;
}

export function keysOf(packet: FeedPacket | null): string[] {
  return packet ? packet.samples.slice(0, packet.sampleCount).map(({ key }) => key) : [];
}

/** The bytes cut off at every length, and with some bytes changed at random. */
export function* damagedVersions(bytes: Uint8Array, random: () => number, count: number): Generator<Uint8Array> {
  for (let length = 0; length < bytes.length; length++) yield bytes.slice(0, length);
  for (let i = 0; i < count; i++) {
    const changed = bytes.slice();
    const changes = 1 + Math.floor(random() * 8);
    for (let k = 0; k < changes; k++) changed[Math.floor(random() * changed.length)] = Math.floor(random() * 256);
    yield changed;
  }
}

/** Noise of any length up to `maxLength`. */
export function* noise(random: () => number, count: number, maxLength: number): Generator<Uint8Array> {
  for (let i = 0; i < count; i++) {
    yield Uint8Array.from({ length: Math.floor(random() * maxLength) }, () => Math.floor(random() * 256));
  }
}

/** Whether all samples have a key, a name and a pose. */
export function isSane(packet: FeedPacket): boolean {
  return packet.samples.slice(0, packet.sampleCount).every(({ key, name, pose }) => {
    return typeof key === 'string' && key !== '' && typeof name === 'string' && pose.length === 7;
  });
}
