import { isAbsolute, join } from 'node:path';
import { defaultSkeleton } from '@leib/body';
import { type BodyProfile, offsetsOfProfile, parseProfile, rolesOfProfile, spacesOfProfile } from '@leib/calibration';
import {
  decodeValue,
  findTrack,
  InputError,
  requireDecoded,
  type Schema,
  type Skeleton,
  type Timeline,
} from '@leib/core';
import { type AgentProportions, agentProportions, buildAgentSkeleton } from '@leib/core/pack';
import { type FeedSource, feedProtocols } from '@leib/feeds';
import { faceOfRecording, motionOfRecording, statureOfSkeleton } from '@leib/formats';
import {
  type BodySource,
  createFeedBodySource,
  createRecordedBodySource,
  type MocapOffsets,
  MotionPlayer,
  parseOffsets,
} from '@leib/mocap';
import { parseEndpoint } from '@leib/server';
import type { ActorDoc, BodyRef, ProfileRef, SourceRef } from '@leib/stage';
import { createRecordingSource, type TrackedSource, trackedPoints } from '@leib/tracking';
import * as v from 'valibot';
import type { CommandOutput } from '../command.js';
import { motionOf, readContent, trackingOf } from '../convert/content.js';
import { readInput, readText } from '../files.js';
import { readBodies, readBodyMap } from '../mocap/readBodies.js';
import { FeedPorts } from './feedPorts.js';
import type { RunClock } from './runLoop.js';

const path = v.pipe(v.string(), v.minLength(1));
const up = v.optional(v.picklist(['y', 'z']));
const fileFields = { kind: v.literal('file'), path, loop: v.optional(v.boolean(), false) };
const feedFields = {
  kind: v.picklist(feedProtocols),
  /** A port, which only this machine reaches, or an address with one: "0.0.0.0:5000". */
  port: v.union([v.pipe(v.number(), v.integer()), v.string()], 'expected a port (5000) or an address ("0.0.0.0:5000")'),
  up,
  /** NatNet: the computer with Motive, for its version and names. */
  server: v.optional(v.string()),
};
const bodiesSchema = v.variant('kind', [
  v.strictObject({ ...fileFields, up, bodies: v.optional(path) }),
  v.strictObject({ ...feedFields, bodies: v.optional(path) }),
]);
const point = v.picklist(trackedPoints);
const devicesSchema = v.variant('kind', [
  v.strictObject({ ...fileFields, points: v.optional(v.array(point)) }),
  v.strictObject({ ...feedFields, roles: v.optional(v.record(v.string(), point)) }),
]);
const profileSchema = v.variant('kind', [v.strictObject({ kind: v.literal('file'), path })]);

const ratio = v.pipe(v.number(), v.minValue(0.1), v.maxValue(10));
const lengths = { legs: ratio, feet: ratio, trunk: ratio, width: ratio, arms: ratio, hands: ratio, head: ratio };
const bodySchema = v.variant('kind', [
  v.strictObject({
    kind: v.literal('default'),
    /** Metres. */
    stature: v.optional(v.pipe(v.number(), v.minValue(0.3), v.maxValue(6))),
    proportions: v.optional(
      v.union(
        [v.picklist(Object.keys(agentProportions) as (keyof typeof agentProportions)[]), v.strictObject(lengths)],
        `expected ${Object.keys(agentProportions).join(', ')} or seven ratios`,
      ),
    ),
  }),
  v.strictObject({ kind: v.literal('file'), path }),
]);

type FeedRef = Extract<v.InferOutput<typeof devicesSchema>, { port: unknown }>;

/** A body of the document: its skeleton, and what a wall needs to draw it. */
export interface OpenBody {
  readonly skeleton: Skeleton;
  readonly proportions: AgentProportions | null;
  /** VRM or GLB; null for the default body. */
  readonly file: Uint8Array<ArrayBuffer> | null;
}

/** Opens what the document of a run refers to: files beside it, and ports of this machine. */
export class RunRefs {
  /** Play heads of all recordings. */
  readonly timelines: Timeline[] = [];
  /** Live sources that were opened. */
  readonly feeds: FeedSource[] = [];
  /** Ports that could not be opened: the document is right, and the machine has something against it. */
  readonly portProblems: string[] = [];
  readonly #faces = new WeakMap<TrackedSource, (seconds: number) => Float64Array>();
  readonly #folder: string;
  readonly #output: CommandOutput;
  readonly #ports: FeedPorts;

  constructor(folder: string, clock: RunClock, output: CommandOutput) {
    this.#folder = folder;
    this.#output = output;
    this.#ports = new FeedPorts(clock, (text) => output.note(text));
  }

  pathOf(name: string): string {
    return isAbsolute(name) || name === '-' ? name : join(this.#folder, name);
  }

  /** Bodies to be solved, which need a profile, or a file with a motion that is solved already. */
  async performer({ source, profile }: ActorDoc): Promise<BodySource | MotionPlayer> {
    const ref = decodeRef({ source }, bodiesSchema);
    const motion = ref.kind === 'file' && profile === null ? await this.#motion(ref.path) : null;
    if (motion && ref.kind === 'file') return this.#played(motion, ref.loop);
    if (profile === null) {
      throw new InputError('profile', 'expected how the bodies sit on the performer (leib-offsets/1), got nothing');
    }
    const file = ref.bodies === undefined ? undefined : this.pathOf(ref.bodies);
    const map = await placed('source.bodies', () => readBodyMap(file));
    if (ref.kind !== 'file') return createFeedBodySource(await this.#feed(ref), map);
    const { tracking, remarks } = await placed('source.path', () => readBodies(this.pathOf(ref.path), map, ref.up));
    return this.#played(createRecordedBodySource(tracking, ref.path, remarks), ref.loop);
  }

  async devices(source: SourceRef): Promise<TrackedSource> {
    const ref = decodeRef({ source }, devicesSchema);
    if (ref.kind !== 'file') {
      const feed = await this.#feed(ref);
      if (ref.roles) feed.roles = ref.roles;
      return feed;
    }
    return placed('source.path', async () => {
      const content = await readContent(this.pathOf(ref.path), {}, this.#output);
      const tracking = trackingOf(content);
      if (tracking === null) throw new InputError('', 'expected what was tracked, got a file without it');
      const source = this.#played(createRecordingSource(tracking, ref.path), ref.loop);
      const face = faceOfRecording(content.recording, findTrack(content.recording, 'devices'));
      if (face) this.#faces.set(source, face);
      return source;
    });
  }

  /** The face at the moment that a recorded source plays; null where none was recorded. */
  face(source: TrackedSource): ArrayLike<number> | null {
    return this.#faces.get(source)?.(source.timeline?.timeSeconds ?? 0) ?? null;
  }

  async offsets(profile: ProfileRef): Promise<MocapOffsets> {
    const ref = decodeRef({ profile }, profileSchema);
    return placed('profile.path', async () => requireDecoded(parseOffsets(await this.#text(ref.path))));
  }

  async profile(profile: ProfileRef): Promise<BodyProfile> {
    const ref = decodeRef({ profile }, profileSchema);
    return placed('profile.path', async () => requireDecoded(parseProfile(await this.#text(ref.path))));
  }

  async body(body: BodyRef): Promise<OpenBody> {
    const ref = decodeRef({ body }, bodySchema);
    if (ref.kind === 'file') {
      return placed('body.path', async () => {
        const file = this.pathOf(ref.path);
        const { skeleton } = motionOf(await readContent(file, {}, this.#output));
        const isMesh = /\.(vrm|glb)$/i.test(file);
        return { skeleton, proportions: null, file: isMesh ? new Uint8Array(await readInput(file)) : null };
      });
    }
    const { stature, proportions: chosen } = ref;
    const named = typeof chosen === 'string' ? agentProportions[chosen] : (chosen ?? null);
    const size = stature === undefined ? 1 : stature / statureOfSkeleton(defaultSkeleton);
    if (named === null && size === 1) return { skeleton: defaultSkeleton, proportions: null, file: null };
    const own = (part: keyof AgentProportions) => (named === null ? 1 : named[part]) * size;
    const parts = Object.keys(lengths) as (keyof AgentProportions)[];
    const proportions = Object.fromEntries(parts.map((part) => [part, own(part)])) as unknown as AgentProportions;
    return { skeleton: buildAgentSkeleton(defaultSkeleton, proportions), proportions, file: null };
  }

  /** A file's motion of a skeleton; null where it has none. */
  #motion(path: string): Promise<MotionPlayer | null> {
    return placed('source.path', async () => {
      const motion = motionOfRecording((await readContent(this.pathOf(path), {}, this.#output)).recording);
      return motion && new MotionPlayer(motion, path);
    });
  }

  async #feed({ kind, port, up: axis, server }: FeedRef): Promise<FeedSource> {
    const endpoint = await placed('source.port', async () => parseEndpoint(String(port)));
    const spec = { protocol: kind, ...endpoint, ...(axis && { up: axis }), ...(server && { natNetServer: server }) };
    try {
      const source = await this.#ports.open(spec);
      this.feeds.push(source);
      return source;
    } catch (error) {
      if (error instanceof InputError && error.where === '') this.portProblems.push(error.message);
      throw error;
    }
  }

  #played<Played extends { readonly timeline: Timeline | null }>(source: Played, isLooping: boolean): Played {
    if (source.timeline === null) return source;
    source.timeline.isLooping = isLooping;
    this.timelines.push(source.timeline);
    return source;
  }

  #text(name: string): Promise<string> {
    return readText(this.pathOf(name));
  }
}

/** What makes a source wear a profile: its roles, offsets and spaces. */
export function wearProfile(source: TrackedSource, profile: BodyProfile): void {
  source.offsets.set(offsetsOfProfile(profile, source.offsets));
  if (!('roles' in source)) return;
  const feed = source as FeedSource;
  feed.roles = { ...rolesOfProfile(profile), ...feed.roles };
  const [reference] = new Set(Object.values(profile.spaces).map((space) => space.reference));
  if (reference !== undefined) feed.spaces = spacesOfProfile(profile, reference);
}

/** A reference checked by its kind; the name of the member is the beginning of the place. */
export function decodeRef<S extends Schema>(member: Readonly<Record<string, unknown>>, schema: S): v.InferOutput<S> {
  const [[name, ref]] = Object.entries(member);
  return requireDecoded(decodeValue({ [name]: ref }, v.object({ [name]: schema })))[name] as v.InferOutput<S>;
}

/** Puts a place of the document before an error. */
export async function placed<Value>(place: string, open: () => Promise<Value>): Promise<Value> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(place, error.message, { cause: error });
  }
}
