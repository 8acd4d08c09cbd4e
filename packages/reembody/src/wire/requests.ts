import { accept, type Decoded, InputError, refuse } from '@leib/core';
import * as v from 'valibot';
import { parseRemoteBodySettings } from '../settings/parseRemoteBodySettings.js';
import type { RemoteBodySettings } from '../settings/remoteBodySettings.js';
import { wholeNumberFrom } from '../settings/schemas.js';
import { remoteLimits } from './remoteLimits.js';
import { decodeJson, encodeJson, remoteKind } from './remoteMessage.js';

const settingsSchema = v.object({ settings: v.unknown() });
const countSchema = v.object({ count: wholeNumberFrom(1, remoteLimits.bodies) });
const failureSchema = v.object({ reason: v.string(), isOver: v.boolean() });

/** Why a request, or the whole connection, came to nothing. */
export interface RemoteFailure {
  readonly reason: string;
  /** True: the server closes the connection. */
  readonly isOver: boolean;
}

export function encodeSettings(settings: RemoteBodySettings): Uint8Array<ArrayBuffer> {
  return encodeJson(remoteKind.settings, { settings });
}

export function decodeSettings(bytes: Uint8Array): Decoded<RemoteBodySettings> {
  const decoded = decodeJson(bytes, settingsSchema);
  return decoded.ok ? attempt(() => parseRemoteBodySettings(decoded.value.settings)) : decoded;
}

export function encodeCount(count: number): Uint8Array<ArrayBuffer> {
  return encodeJson(remoteKind.count, { count });
}

/** How many bodies the client wants, 1 to remoteLimits.bodies. */
export function decodeCount(bytes: Uint8Array): Decoded<number> {
  const decoded = decodeJson(bytes, countSchema);
  return decoded.ok ? accept(decoded.value.count) : decoded;
}

export function encodeFailure(failure: RemoteFailure): Uint8Array<ArrayBuffer> {
  return encodeJson(remoteKind.failed, failure);
}

export function decodeFailure(bytes: Uint8Array): Decoded<RemoteFailure> {
  return decodeJson(bytes, failureSchema);
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
