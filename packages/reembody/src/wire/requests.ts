import { accept, type Decoded, InputError, refuse } from '@leib/core';
import { decodeJsonMessage, encodeJson, roomKind } from '@leib/net';
import * as v from 'valibot';
import { parseRemoteBodySettings } from '../settings/parseRemoteBodySettings.js';
import type { RemoteBodySettings } from '../settings/remoteBodySettings.js';
import { wholeNumberFrom } from '../settings/schemas.js';
import { remoteLimits } from './remoteLimits.js';

const settingsSchema = v.object({ settings: v.unknown() });
const countSchema = v.object({ count: wholeNumberFrom(1, remoteLimits.bodies) });

export function encodeSettings(settings: RemoteBodySettings): Uint8Array<ArrayBuffer> {
  return encodeJson(roomKind.settings, { settings });
}

export function decodeSettings(bytes: Uint8Array): Decoded<RemoteBodySettings> {
  const decoded = decodeJsonMessage(bytes, settingsSchema, '');
  return decoded.ok ? attempt(() => parseRemoteBodySettings(decoded.value.settings)) : decoded;
}

export function encodeCount(count: number): Uint8Array<ArrayBuffer> {
  return encodeJson(roomKind.count, { count });
}

/** How many bodies the client wants, 1 to remoteLimits.bodies. */
export function decodeCount(bytes: Uint8Array): Decoded<number> {
  const decoded = decodeJsonMessage(bytes, countSchema, '');
  return decoded.ok ? accept(decoded.value.count) : decoded;
}

/** What a reader returns, or the InputError that it throws, as a Decoded. */
export function attempt<T>(read: () => T): Decoded<T> {
  try {
    return accept(read());
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return refuse(error.where, error.reason);
  }
}
