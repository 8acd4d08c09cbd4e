import { InputError, type Pose } from '@leib/core';
import type { Ground, PersonOptions, WornAvatar } from '@leib/embody';
import { fetchFile, peopleLevels, sha256Pattern } from '@leib/net';
import type { ActorDoc, ActorId, ActorKind, Stage } from '@leib/stage';
import {
  createRemoteKind,
  type MeetingBody,
  type RemoteActor,
  type RemoteRefs,
  RoomReplay,
  readFileBody,
  type SharedRoom,
} from '@leib/together';
import type { Object3D } from 'three';
import { type Avatar, loadAvatar } from '../avatar/loadAvatar.js';
import { fetchPrior } from '../avatar/wearAvatar.js';
import type { FaceValues } from '../face/livingFace.js';
import { HeardFace } from './heardFace.js';

export interface OthersOptions {
  /** What they are drawn in. */
  readonly scene: Object3D;
  /** Address of the body of who has none of their own, and of everybody until theirs is here: `@leib/body/leib-neutral.vrm`. */
  readonly standIn: string;
  /** The learned prior's weights (`@leib/embody/prior.bin`), or their address. */
  readonly prior?: PersonOptions['prior'] | string;
  /** What everybody stands on, the world's metres; a floor at 0 unless given. */
  readonly ground?: Ground;
  /** Address of the server that has the bodies' files, any page of it; this page's unless given. */
  readonly serverUrl?: string;
  /** From where one looks, of which the world matrix is read: whoever is far off is worked out less often. */
  eye?(): Pick<Object3D, 'matrixWorld'>;
  /** How loud somebody speaks, 0 to 1, null where no voice comes: opens the mouths of those whose faces do not come. `voices.loudness(id)`. */
  loudness?(id: ActorId): number | null;
  /** One sentence about a body that cannot be shown: the stand-in stays. */
  onProblem?(reason: string): void;
}

/** Somebody else as they are drawn. */
export interface ShownPerson {
  readonly id: ActorId;
  /** As the room's document has it. */
  name: string;
  readonly avatar: Avatar;
  readonly actor: RemoteActor;
  /** What the face shows. */
  readonly face: Readonly<FaceValues>;
  /** Is not drawn, for this visitor alone. */
  isHidden: boolean;
}

type Actors = Readonly<Record<ActorId, ActorDoc>>;

/** Bodies of everybody else of a room, for a stage that has other actors, too: their kind, their entries in its document, their looks. */
export class OtherBodies {
  /** `remote` of the stage's kinds. */
  readonly kind: ActorKind;
  readonly people: ReadonlyMap<ActorId, ShownPerson>;
  readonly #people = new Map<ActorId, ShownPerson>();
  readonly #room: SharedRoom | RoomReplay;
  readonly #options: OthersOptions;
  readonly #faces = new Map<ActorId, HeardFace>();
  readonly #avatars = new WeakMap<WornAvatar, Avatar>();
  /** Files of bodies by hash; null while they are on their way or cannot be had. */
  readonly #files = new Map<string, ArrayBuffer | null>();
  readonly #ends = new AbortController();
  #prior: Promise<PersonOptions['prior']> | null = null;
  #actors: Actors = {};
  /** What they were made of. */
  #told: unknown = null;

  /** @param room where they are, or a recording of one */
  constructor(room: SharedRoom | RoomReplay, options: OthersOptions) {
    this.people = this.#people;
    this.#room = room;
    this.#options = options;
    this.kind = createRemoteKind({
      ...sourcesOf(room),
      everyFrames: (id) => this.#everyFrames(id),
      body: async (doc) => {
        const [avatar, prior = null] = await Promise.all([this.#load(doc), this.#weights()]);
        this.#avatars.set(avatar, avatar);
        return { avatar, prior, ...(options.ground && { ground: options.ground }) };
      },
    });
  }

  /** The others for the stage's document, in the bodies that can be had by now: another object when they change. */
  get actors(): Actors {
    const { doc, others } = this.#room;
    const told = doc?.actors ?? null;
    if (told !== this.#told) {
      this.#told = told;
      this.#actors = Object.fromEntries(others.map((id) => [id, this.#withBody(doc?.actors[id] as ActorDoc)]));
    }
    return this.#actors;
  }

  /** Whose hands may be met: all who are there and not hidden. */
  get posed(): readonly MeetingBody[] {
    return [...this.#people.values()].flatMap(({ id, actor, isHidden }) => {
      const { skeleton, pose, scale } = actor;
      return actor.isThere && !isHidden ? [{ id, skeleton, pose, scale }] : [];
    });
  }

  /**
   * Puts up who has come, or has another body, takes down who has gone, and draws all as the stage has them.
   * @param shownAs another pose for somebody, where their hands meet others: shownPose()
   */
  show(
    { actors, doc }: Pick<Stage, 'actors' | 'doc'>,
    dtSeconds: number,
    shownAs: (id: ActorId) => Pose | null = () => null,
  ): void {
    for (const id of this.#people.keys()) if (!actors.has(id)) this.#takeDown(id);
    for (const [id, actor] of actors) if (actor.kind === 'remote') this.#putUp(id, actor as RemoteActor, doc);
    for (const person of this.#people.values()) {
      const loudness = this.#options.loudness?.(person.id) ?? null;
      show(person, shownAs(person.id) ?? person.actor.pose, dtSeconds);
      this.#faces.get(person.id)?.step(person, loudness, dtSeconds);
    }
  }

  dispose(): void {
    this.#ends.abort();
    for (const id of [...this.#people.keys()]) this.#takeDown(id);
  }

  #everyFrames(id: ActorId): number {
    const actor = this.#people.get(id)?.actor;
    const eye = this.#options.eye?.().matrixWorld.elements;
    if (!actor || !eye) return 1;
    const { scale, pose } = actor;
    const [x, y, z] = pose.rootPosition;
    return framesAt(Math.hypot(x * scale - eye[12], y * scale - eye[13], z * scale - eye[14]));
  }

  #withBody(doc: ActorDoc): ActorDoc {
    const { hash = '' } = readFileBody(doc.body) ?? {};
    if (!sha256Pattern.test(hash)) return { ...doc, body: standInBody };
    if (!this.#files.has(hash)) void this.#fetch(hash);
    return this.#files.get(hash) ? doc : { ...doc, body: standInBody };
  }

  async #fetch(hash: string): Promise<void> {
    this.#files.set(hash, null);
    try {
      const file = await this.#fileOf(hash);
      this.#files.set(hash, file);
      this.#told = null;
    } catch (error) {
      if (!this.#ends.signal.aborted) this.#options.onProblem?.(error instanceof Error ? error.message : String(error));
    }
  }

  async #fileOf(hash: string): Promise<ArrayBuffer> {
    if (!(this.#room instanceof RoomReplay))
      return fetchFile(this.#options.serverUrl ?? location.href, hash, () => {}, this.#ends.signal);
    const file = this.#room.recording.files?.get(hash);
    if (!file) throw new InputError('body', 'expected it in the recording, got none');
    return file.slice().buffer;
  }

  async #load({ body }: ActorDoc): Promise<Avatar> {
    const { standIn } = this.#options;
    const own = readFileBody(body);
    const file = own && this.#files.get(own.hash);
    if (!file) return loadAvatar(standIn);
    try {
      return await loadAvatar(file, { bones: own.bones });
    } catch (error) {
      this.#options.onProblem?.(error instanceof Error ? error.message : String(error));
      return loadAvatar(standIn);
    }
  }

  #putUp(id: ActorId, actor: RemoteActor, doc: Stage['doc']): void {
    const known = this.#people.get(id);
    const { name: given } = doc.present.actors[id].settings;
    const name = typeof given === 'string' ? given : id;
    if (known?.actor === actor) {
      known.name = name;
      return;
    }
    const avatar = this.#avatars.get(actor.avatar);
    if (!avatar) return;
    const isHidden = known?.isHidden ?? false;
    this.#takeDown(id);
    avatar.root.visible = false;
    this.#options.scene.add(avatar.root);
    const face = new HeardFace();
    this.#faces.set(id, face);
    this.#people.set(id, { id, name, avatar, actor, isHidden, face: face.values });
  }

  #takeDown(id: ActorId): void {
    const person = this.#people.get(id);
    if (!person) return;
    person.avatar.root.removeFromParent();
    person.avatar.dispose();
    this.#people.delete(id);
    this.#faces.delete(id);
  }

  #weights(): Promise<PersonOptions['prior']> {
    const { prior = null } = this.#options;
    this.#prior ??= typeof prior === 'string' ? fetchPrior(prior) : Promise.resolve(prior);
    return this.#prior;
  }
}

/** As the server sends them, whose levels stand at the same distances ([LV2]), but twice as often: frames and ticks do not fall together. */
function framesAt(metres: number): number {
  const { ticks } = peopleLevels.find(({ upTo }) => metres <= upTo) ?? peopleLevels[peopleLevels.length - 1];
  return Math.max(1, ticks / 2);
}

/** Where bodies come from: the network, or a recording. */
function sourcesOf(room: SharedRoom | RoomReplay): Omit<RemoteRefs, 'body'> {
  if (room instanceof RoomReplay) return { feed: () => null, nowMs: () => 0, recorded: (id) => room.moment(id) };
  return { feed: (id) => room.feed(id), nowMs: () => room.nowMs() };
}

/** Not `default`, which is whatever the receiver has on. */
const standInBody = { kind: 'standIn' };

function show({ avatar, actor, isHidden }: ShownPerson, pose: Pose, dtSeconds: number): void {
  avatar.root.visible = actor.isThere && !isHidden;
  if (!avatar.root.visible) return;
  avatar.root.scale.setScalar(actor.scale);
  avatar.applyPose(pose);
  avatar.update(dtSeconds);
}
