import {
  addTrack,
  appendEvenly,
  appendMoment,
  createEvenTrack,
  createRecorder,
  finishTrack,
  type GrowingTrack,
  InputError,
  type Motion,
  type Pose,
  poseTrackSpec,
  recordingOf,
  type Skeleton,
  trackOfMotion,
  valuesOfPose,
} from '@leib/core';
import { faceTrackSpec } from '@leib/core/pack';
import {
  appendMarkers,
  faceOfRecording,
  floorOfMotion,
  markersTrackSpec,
  motionOfRecording,
  recordingOfFile,
} from '@leib/formats';
import {
  appendBodies,
  type BodyFrame,
  bodyTrackSpec,
  type Combination,
  combinationText,
  combineTakes,
  MotionPlayer,
  parseCombination,
  type Take,
} from '@leib/mocap';
import { saveFile } from '../../../files/saveFile.js';
import { TrackStream } from '../../../files/takes/growingTake.js';
import type { KeptTakes } from '../../../files/takes/keptTakes.js';
import { addBytes, addRecording } from '../../../files/takes/readTake.js';
import { fileNameOfTake, type KeptTake } from '../../../files/takes/take.js';
import { motionOfTake, saveTakeAs, type TakeFormat } from '../../../files/takes/takeFormats.js';
import { ExportDesk } from '../../../ui/exportDesk.js';
import type { FittedMarkers } from '../markers/fittedMarkers.js';

type Notify = (kind: 'info' | 'error', text: string) => void;

const ROOM = 'Mocap';
const RECORDED_HZ = 60;

/** A combination that became a take. */
export type CombinedTake = ReturnType<typeof combineTakes> & { readonly kept: KeptTake };

/** What a skeleton was solved from in a frame, and the face that was shown with it. */
export interface Measured {
  readonly bodies?: BodyFrame;
  readonly markers?: FittedMarkers;
  readonly face?: ArrayLike<number> | null;
}

interface Running {
  readonly stream: TrackStream;
  readonly body: ReturnType<typeof createEvenTrack>;
  readonly skeleton: Skeleton;
  readonly bodies: GrowingTrack | null;
  readonly face: GrowingTrack;
  readonly markers: { readonly track: GrowingTrack; readonly of: FittedMarkers } | null;
}

/** What this room does with the kept takes: records the solved body, opens motions as takes, puts takes together. */
export class MocapTakes {
  readonly kept: KeptTakes;
  readonly exports: ExportDesk;
  readonly #notify: Notify;
  #running: Running | null = null;

  constructor(kept: KeptTakes, notify: Notify) {
    this.kept = kept;
    this.#notify = notify;
    this.exports = new ExportDesk(kept.clock, notify);
    void kept.load();
  }

  /** Takes with a body that moves. */
  get list(): readonly KeptTake[] {
    return this.kept.takes.filter(isBodyTake);
  }

  get isRecording(): boolean {
    return this.#running !== null;
  }

  get recordedSeconds(): number {
    return Math.max(0, this.#running?.body.seconds ?? 0);
  }

  start(skeleton: Skeleton, measured: Measured = {}): void {
    if (this.#running) return;
    const recorder = createRecorder();
    const track = addTrack(recorder, poseTrackSpec('body', skeleton, RECORDED_HZ));
    const bodies = measured.bodies ? addTrack(recorder, bodyTrackSpec(RECORDED_HZ)) : null;
    const { markers: of } = measured;
    const labels = of?.fit.markers.map(({ label }) => label) ?? [];
    const markers = of ? { of, track: addTrack(recorder, markersTrackSpec(labels, RECORDED_HZ)) } : null;
    const face = addTrack(recorder, faceTrackSpec('face', RECORDED_HZ));
    const tracks = recorder.tracks.map((each) => ({ track: each }));
    this.#running = {
      stream: new TrackStream(this.kept, tracks),
      body: createEvenTrack(track),
      skeleton,
      bodies,
      face,
      markers,
    };
  }

  /**
   * Takes the actor's pose of this frame and what it was solved from, while a recording runs. Other joints than at its start,
   * and other markers, are left out.
   */
  append(skeleton: Skeleton, pose: Pose, dtSeconds: number, measured: Measured = {}): void {
    const running = this.#running;
    if (!running || skeleton.jointCount !== running.skeleton.jointCount) return;
    const { body, bodies, face, markers } = running;
    appendEvenly(body, valuesOfPose(pose), dtSeconds);
    if (measured.face) appendMoment(face, body.seconds, { weights: measured.face });
    if (bodies && measured.bodies) appendBodies(bodies, measured.bodies, body.seconds);
    if (markers && measured.markers === markers.of)
      appendMarkers(markers.track, body.seconds, markers.of.shown.measured);
    running.stream.step();
  }

  /** Ends the recording; null where nothing was recorded. */
  async stop(): Promise<KeptTake | null> {
    const running = this.#running;
    this.#running = null;
    if (!running) return null;
    const release = this.kept.clock.hold();
    try {
      const { bytes, take } = await running.stream.finish();
      const { body, bodies, face, markers } = running;
      const tracks = [body.track, bodies, face, markers?.track ?? null].filter((track) => track !== null);
      const recording = recordingOf(tracks.filter(({ momentCount }) => momentCount > 0).map(finishTrack));
      const about = { id: take.id, name: 'Take', room: ROOM };
      const added = body.track.momentCount > 1 ? await addBytes(this.kept, bytes, recording, about) : null;
      await take.end();
      return added;
    } finally {
      release();
    }
  }

  /** The body of a take as this room takes it. */
  async motionOf(take: KeptTake): Promise<Take> {
    return takeOf(motionOfTake(take, await this.kept.recordingOf(take)), take.room);
  }

  /** Plays it, with its face where one was recorded. */
  async playerOf(take: KeptTake): Promise<MotionPlayer> {
    const recording = await this.kept.recordingOf(take);
    return new MotionPlayer(motionOfTake(take, recording), take.name, faceOfRecording(recording));
  }

  /** Adds a motion that was made here. */
  async add(motion: Motion, source: string): Promise<KeptTake> {
    return addRecording(this.kept, recordingOf([trackOfMotion(motion)]), { name: motion.name, room: source });
  }

  /** A file with a body in it as a take, with all its tracks. */
  async open(bytes: Uint8Array, fileName: string): Promise<KeptTake> {
    const { recording } = await recordingOfFile(bytes, fileName);
    const name = fileName.replace(/\.(gz|bvh|glb|gltf|vrma|mcap|jsonl)$/gi, '');
    if (motionOfRecording(recording, name) === null)
      throw new InputError('', 'expected a motion, got a recording without a body');
    return addRecording(this.kept, recording, { name, room: fileName });
  }

  /** Throws InputError with the place where the combination is wrong. */
  async combine(combination: Combination): Promise<CombinedTake> {
    const named = Object.keys(combination.takes).map((name) => [name, this.#named(name, combination.takes[name].file)]);
    return this.#combine(combination, named as [string, KeptTake][]);
  }

  async #combine(combination: Combination, named: readonly (readonly [string, KeptTake])[]): Promise<CombinedTake> {
    const takes = new Map<string, Take>();
    for (const [name, take] of named) takes.set(name, await this.motionOf(take));
    const combined = combineTakes(combination, takes);
    return { ...combined, kept: await this.add(combined.motion, 'combined') };
  }

  /** As a file for `leib mocap combine`, which looks for the takes as BVH beside it. */
  saveCombination(combination: Combination): void {
    const name = fileNameOfTake(combination, 'json');
    saveFile(name, combinationText(combination), 'application/json');
    const files = Object.values(combination.takes).map(({ file }) => file);
    this.#notify('info', `Saved as ${name}. Export the takes as BVH beside it: ${files.join(', ')}.`);
  }

  /**
   * Combines kept takes as a file says (leib-combination/1). Its takes are found by their names, or by the names of
   * their files. Throws InputError with the take that is not here.
   */
  async combineFile(text: string): Promise<CombinedTake> {
    const decoded = parseCombination(text);
    if (!decoded.ok) throw new InputError(decoded.path, decoded.reason);
    return this.combine(decoded.value);
  }

  #named(name: string, file: string): KeptTake {
    const base = file.split(/[\\/]/).at(-1) ?? file;
    const ending = base.split('.').at(-1) ?? '';
    const isOf = (take: KeptTake) => take.room === base || fileNameOfTake(take, ending) === base;
    const found = this.list.find((take) => take.name === name) ?? this.list.find(isOf);
    if (found) return found;
    throw new InputError(
      `takes.${name}`,
      `expected a take of that name, or from ${file}, got none; drop that file here first, or use leib mocap combine`,
    );
  }

  async export(take: KeptTake, format: TakeFormat): Promise<void> {
    await this.exports.run(`${take.name} as ${format.label}`, () => saveTakeAs(this.kept, take, format));
  }
}

/** Whether this room lists a take. */
export function isBodyTake({ kind }: KeptTake): boolean {
  return kind !== 'puppet';
}

export function takeOf(motion: Motion, source: string): Take {
  return { name: motion.name, motion, source, floorY: floorOfMotion(motion) };
}
