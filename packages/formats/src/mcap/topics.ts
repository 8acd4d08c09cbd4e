import type { Track, TrackKind, TrackSpec } from '@leib/core';
import * as v from 'valibot';
import { fileLimits } from '../limits/fileLimits.js';
import { finiteNumber, rateNumber } from '../lines/jsonLines.js';

/** Topics whose messages are lines of a format of their own. SPEC.md describes them all. */
export const topics = {
  tracking: '/tracking',
  joints: '/joints',
  remote: '/remote',
  settings: '/settings',
  events: '/events',
} as const;

/** Every other track: its name follows. */
const trackTopic = '/track/';

/** Topic of a track. */
export function topicOf({ name, kind }: Pick<Track, 'name' | 'kind'>): string {
  if (kind === 'devices' && name === 'devices') return topics.tracking;
  if (kind === 'joints' && name === 'joints') return topics.joints;
  if (kind === 'joints' && name === 'reached') return topics.remote;
  return trackTopic + name;
}

/** Whether a topic is one of ours. */
export function isOurTopic(topic: string): boolean {
  return topic.startsWith(trackTopic) || Object.values(topics).some((each) => each === topic);
}

/** MCAP profile: marks our files among other MCAP files. */
export const sessionProfile = 'leib-session/1';

/** Metadata record with the recorder's epoch, and the one with the versions. */
export const sessionMetadata = 'leib-session';
export const versionsMetadata = 'leib-versions';

/** Media types of attachments that are files of a room: models, and anything else. Their names are the SHA-256 of their bytes. */
export const fileMediaTypes = { model: 'model/gltf-binary', other: 'application/octet-stream' } as const;
export const fileName = /^[0-9a-f]{64}$/;

/** Key of the channel metadata that holds a track's header as JSON. */
export const headerKey = 'header';

const kinds: readonly [TrackKind, ...TrackKind[]] = [
  'devices',
  'bodies',
  'markers',
  'joints',
  'pose',
  'hand',
  'parts',
  'face',
  'forces',
  'sound',
];

const channelSchema = v.object({
  kind: v.picklist(['line', 'step', 'rotation', 'pose']),
  count: v.pipe(finiteNumber, v.integer(), v.minValue(0), v.maxValue(fileLimits.moreNumbers)),
  grade: v.optional(v.string()),
  store: v.optional(v.picklist(['double', 'single', 'bytes'])),
});

/** Header of a track that has no format of its own. */
export const trackHeaderSchema = v.object({
  name: v.pipe(v.string(), v.minLength(1)),
  kind: v.picklist(kinds),
  hz: rateNumber,
  about: v.record(v.string(), v.unknown()),
  channels: v.record(v.string(), channelSchema),
});

export function trackHeader({ name, kind, hz, about, channels }: TrackSpec): object {
  const said = Object.entries(channels).map(([channel, { kind: mix, count, grade, store }]) => [
    channel,
    { kind: mix, count, ...(grade !== undefined && { grade }), ...(store && store !== 'double' && { store }) },
  ]);
  return { format: 'leib-track/1', name, kind, hz, about, channels: Object.fromEntries(said) };
}

const numbers = { type: 'array', items: { type: 'number' } };
const numbersOrNull = { ...numbers, type: ['array', 'null'] };
const object = (title: string, required: readonly string[], properties: object) => ({
  title,
  type: 'object',
  properties: { t: { type: 'number' }, ...properties },
  required: ['t', ...required],
});
const joints = { p: numbers, q: numbers };

/** JSON Schema of each topic's messages, so that other MCAP programs can plot them. */
const schemas: Readonly<Record<string, { readonly title: string }>> = {
  [topics.tracking]: object('leib.Tracking', [], {
    head: numbersOrNull,
    leftHand: numbersOrNull,
    rightHand: numbersOrNull,
  }),
  [topics.joints]: object('leib.Joints', ['p', 'q'], joints),
  [topics.remote]: object('leib.Remote', ['delay', 'p', 'q'], { delay: { type: 'number' }, ...joints }),
  [topics.settings]: object('leib.Settings', ['settings'], { settings: {} }),
  [topics.events]: object('leib.Event', ['kind', 'data'], { kind: { type: 'string' }, data: {} }),
};

export function schemaOf(topic: string): { readonly title: string } {
  return schemas[topic] ?? object('leib.Track', [], {});
}

/** Seconds on the recorder's clock -> MCAP's nanoseconds. */
export function toLogTime(epochNs: bigint, timeSeconds: number): bigint {
  return epochNs + BigInt(Math.round(timeSeconds * 1e9));
}
