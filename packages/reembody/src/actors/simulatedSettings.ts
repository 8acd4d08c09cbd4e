import { decodeValue, InputError, requireDecoded } from '@leib/core';
import type { Act, ActorDoc, Ref } from '@leib/stage';
import * as v from 'valibot';
import { parseRemoteBodySettings } from '../settings/parseRemoteBodySettings.js';
import { MAX_LATENCY_SECONDS, type RemoteBodySettings } from '../settings/remoteBodySettings.js';
import { boneSchema, numberFrom } from '../settings/schemas.js';
import type { FollowedSource } from './follower.js';

/** What a document says of a simulated body. */
export interface SimulatedDocSettings {
  /** Where its world is simulated: opened by whoever made the kind. */
  readonly place: Ref;
  /** How late all groups are that have no delay of their own. */
  readonly latencyMs: number;
  /** The hips are late, too. */
  readonly delaysHips: boolean;
  /** Where it touches something is written into the frame: for drawing. */
  readonly contacts: boolean;
  /** Joints, masses, shapes, drives: what differs from the defaults. */
  readonly body: RemoteBodySettings;
}

const settingsSchema = v.strictObject({
  place: v.optional(v.looseObject({ kind: v.string() }), { kind: 'inline' }),
  latencyMs: v.optional(numberFrom(0, MAX_LATENCY_SECONDS * 1000), 0),
  delaysHips: v.optional(v.boolean(), false),
  contacts: v.optional(v.boolean(), false),
  body: v.optional(v.unknown(), {}),
});

/** @param before what is not changed stays the same object: other settings of a body build it anew */
export function readSimulatedSettings(
  { settings }: ActorDoc,
  before: { readonly doc: ActorDoc; readonly settings: SimulatedDocSettings } | null,
): SimulatedDocSettings {
  const decoded = requireDecoded(decodeValue({ settings }, v.object({ settings: settingsSchema }))).settings;
  const isSameBody = before !== null && settings.body === before.doc.settings.body;
  const isSamePlace = before !== null && settings.place === before.doc.settings.place;
  return {
    ...decoded,
    place: isSamePlace ? before.settings.place : (decoded.place as Ref),
    body: isSameBody ? before.settings.body : parseBody(decoded.body),
  };
}

function parseBody(given: unknown): RemoteBodySettings {
  try {
    return parseRemoteBodySettings(given);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    // Its places begin with "settings", too.
    throw new InputError(`settings.body${error.where.slice('settings'.length)}`, error.reason, { cause: error });
  }
}

const metres = numberFrom(-1000, 1000);
const sourceSchema = v.strictObject({
  kind: v.literal('pose'),
  of: v.string(),
  x: v.optional(metres, 0),
  z: v.optional(metres, 0),
  yaw: v.optional(metres, 0),
  isMirrored: v.optional(v.boolean(), false),
});

export function readFollowedSource({ source }: ActorDoc): FollowedSource {
  const { of, x, z, yaw, isMirrored } = requireDecoded(
    decodeValue({ source }, v.object({ source: sourceSchema })),
  ).source;
  const isElsewhere = x !== 0 || z !== 0 || yaw !== 0 || isMirrored;
  return { of, place: isElsewhere ? { x, z, yaw, isMirrored } : null };
}

const share = numberFrom(0, 1);
const newtons = numberFrom(-5000, 5000);
const actSchemas = {
  push: v.strictObject({
    part: boneSchema,
    force: v.strictTuple([newtons, newtons, newtons]),
    seconds: v.optional(numberFrom(0, 10), 0.25),
  }),
  grab: v.strictObject({ left: v.optional(share, 0), right: v.optional(share, 0) }),
};

/** What an act does to a simulated body; null: others do it. Throws InputError where its data are wrong. */
export function readBodyAct({ kind, data }: Act) {
  if (kind === 'push')
    return { kind, ...requireDecoded(decodeValue({ push: data }, v.object({ push: actSchemas.push }))).push };
  if (kind === 'grab')
    return { kind, ...requireDecoded(decodeValue({ grab: data }, v.object({ grab: actSchemas.grab }))).grab };
  return kind === 'stand' ? ({ kind } as const) : null;
}
