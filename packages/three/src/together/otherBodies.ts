import type { Ground, PersonOptions, WornAvatar } from '@leib/embody';
import { fetchFile, sha256Pattern } from '@leib/net';
import type { ActorDoc, ActorId, ActorKind, Stage } from '@leib/stage';
import { createRemoteKind, type RemoteActor, type SharedRoom } from '@leib/together';
import type { Object3D } from 'three';
import { type Avatar, loadAvatar } from '../avatar/loadAvatar.js';
import { fetchPrior } from '../avatar/wearAvatar.js';
import { readFaceWeights } from '../face/faceWeights.js';
import { createFaceValues } from '../face/livingFace.js';

export interface OthersOptions {
  /** What they are drawn in. */
  readonly scene: Object3D;
  /** Address of the body of who has none of their own, and of everybody until theirs is here: `@leib/body/leib-neutral.vrm`. */
  readonly standIn: string;
  /** The learned prior's weights (`@leib/embody/prior.bin`), or their address. */
  readonly prior?: PersonOptions['prior'] | string;
  readonly ground?: Ground;
  /** Address of the server that has the bodies' files, any page of it; this page's unless given. */
  readonly serverUrl?: string;
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
  readonly #room: SharedRoom;
  readonly #options: OthersOptions;
  readonly #avatars = new WeakMap<WornAvatar, Avatar>();
  /** Files of bodies by hash; null while they are on their way or cannot be had. */
  readonly #files = new Map<string, ArrayBuffer | null>();
  readonly #ends = new AbortController();
  #prior: Promise<PersonOptions['prior']> | null = null;
  #actors: Actors = {};
  /** What they were made of. */
  #told: unknown = null;

  constructor(room: SharedRoom, options: OthersOptions) {
    this.people = this.#people;
    this.#room = room;
    this.#options = options;
    this.kind = createRemoteKind({
      feed: (id) => room.feed(id),
      nowMs: () => room.nowMs(),
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

  /** Puts up who has come, or has another body, takes down who has gone, and draws all as the stage has them. */
  show({ actors, doc }: Pick<Stage, 'actors' | 'doc'>, dtSeconds: number): void {
    for (const id of this.#people.keys()) if (!actors.has(id)) this.#takeDown(id);
    for (const [id, actor] of actors) if (actor.kind === 'remote') this.#putUp(id, actor as RemoteActor, doc);
    for (const person of this.#people.values()) show(person, dtSeconds);
  }

  dispose(): void {
    this.#ends.abort();
    for (const id of [...this.#people.keys()]) this.#takeDown(id);
  }

  #withBody(doc: ActorDoc): ActorDoc {
    const { kind, hash } = doc.body;
    if (kind !== 'file' || typeof hash !== 'string' || !sha256Pattern.test(hash)) return { ...doc, body: standInBody };
    if (!this.#files.has(hash)) void this.#fetch(hash);
    return this.#files.get(hash) ? doc : { ...doc, body: standInBody };
  }

  async #fetch(hash: string): Promise<void> {
    this.#files.set(hash, null);
    try {
      const file = await fetchFile(this.#options.serverUrl ?? location.href, hash, () => {}, this.#ends.signal);
      this.#files.set(hash, file);
      this.#told = null;
    } catch (error) {
      if (!this.#ends.signal.aborted) this.#options.onProblem?.(error instanceof Error ? error.message : String(error));
    }
  }

  async #load({ body }: ActorDoc): Promise<Avatar> {
    const { standIn } = this.#options;
    const file = body.kind === 'file' ? this.#files.get(String(body.hash)) : null;
    if (!file) return loadAvatar(standIn);
    try {
      return await loadAvatar(file);
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
    this.#people.set(id, { id, name, avatar, actor, isHidden });
  }

  #takeDown(id: ActorId): void {
    const person = this.#people.get(id);
    if (!person) return;
    person.avatar.root.removeFromParent();
    person.avatar.dispose();
    this.#people.delete(id);
  }

  #weights(): Promise<PersonOptions['prior']> {
    const { prior = null } = this.#options;
    this.#prior ??= typeof prior === 'string' ? fetchPrior(prior) : Promise.resolve(prior);
    return this.#prior;
  }
}

/** Not `default`, which is whatever the receiver has on. */
const standInBody = { kind: 'standIn' };
const face = createFaceValues();

function show({ avatar, actor, isHidden }: ShownPerson, dtSeconds: number): void {
  avatar.root.visible = actor.isThere && !isHidden;
  if (!avatar.root.visible) return;
  avatar.root.scale.setScalar(actor.scale);
  avatar.applyPose(actor.pose);
  if (actor.face) avatar.face.show(readFaceWeights(actor.face, face));
  avatar.update(dtSeconds);
}
