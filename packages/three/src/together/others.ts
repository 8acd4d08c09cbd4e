import type { Ground, PriorModel, WornAvatar } from '@leib/embody';
import { fetchFile, sha256Pattern } from '@leib/net';
import { type ActorDoc, type ActorId, createStage, type Stage, type StageDoc } from '@leib/stage';
import { createRemoteKind, type RemoteActor, type SharedRoom } from '@leib/together';
import type { Object3D } from 'three';
import { type Avatar, loadAvatar } from '../avatar/loadAvatar.js';
import { fetchPrior } from '../avatar/wearAvatar.js';

export interface OthersOptions {
  /** What they are drawn in. */
  readonly scene: Object3D;
  /** Address of the body of who has none of their own, and of everybody until theirs is here: `@leib/body/leib-neutral.vrm`. */
  readonly standIn: string;
  /** The learned prior's weights (`@leib/embody/prior.bin`), or their address. */
  readonly prior?: PriorModel | string | null;
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

/** Draws everybody else of a room, each in their body: step() in every frame. */
export class Others {
  readonly people: ReadonlyMap<ActorId, ShownPerson>;
  readonly #people = new Map<ActorId, ShownPerson>();
  readonly #room: SharedRoom;
  readonly #options: OthersOptions;
  readonly #stage: Stage;
  readonly #avatars = new WeakMap<WornAvatar, Avatar>();
  /** Files of bodies by hash; null while they are on their way or cannot be had. */
  readonly #files = new Map<string, ArrayBuffer | null>();
  readonly #ends = new AbortController();
  #prior: Promise<PriorModel | null> | null = null;
  #seconds: number | null = null;
  #told: unknown = null;

  constructor(room: SharedRoom, options: OthersOptions) {
    this.people = this.#people;
    this.#room = room;
    this.#options = options;
    const kind = createRemoteKind({
      feed: (id) => room.feed(id),
      nowMs: () => room.nowMs(),
      body: async (doc) => {
        const [avatar, prior] = await Promise.all([this.#load(doc), this.#weights()]);
        this.#avatars.set(avatar, avatar);
        return { avatar, prior, ...(options.ground && { ground: options.ground }) };
      },
    });
    this.#stage = createStage({ remote: kind }, emptyDoc);
  }

  /** @param seconds of the page's clock: `timeMs / 1000` of the animation frame */
  step(seconds: number): void {
    const passed = Math.min(0.1, Math.max(0, seconds - (this.#seconds ?? seconds)));
    this.#seconds = seconds;
    this.#followRoom();
    this.#stage.step(passed);
    this.#wear();
    for (const person of this.#people.values()) show(person, passed);
  }

  dispose(): void {
    this.#ends.abort();
    for (const id of [...this.#people.keys()]) this.#takeDown(id);
    this.#stage.dispose();
  }

  /** Actors of the others, in the bodies that can be had by now. */
  #followRoom(): void {
    const { doc, others } = this.#room;
    const told = doc?.actors ?? null;
    if (told === this.#told) return;
    this.#told = told;
    const actors = Object.fromEntries(others.map((id) => [id, this.#withBody(doc?.actors[id] as ActorDoc)]));
    this.#stage.load({ ...emptyDoc, actors });
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

  /** Puts up who has come, or has another body, and takes down who has gone. */
  #wear(): void {
    const { actors, doc } = this.#stage;
    for (const id of this.#people.keys()) if (!actors.has(id)) this.#takeDown(id);
    for (const [id, actor] of actors) {
      const known = this.#people.get(id);
      const { settings } = doc.present.actors[id];
      const name = typeof settings.name === 'string' ? settings.name : id;
      if (known?.actor === actor) {
        known.name = name;
        continue;
      }
      const remote = actor as RemoteActor;
      const avatar = this.#avatars.get(remote.avatar);
      if (!avatar) continue;
      const isHidden = known?.isHidden ?? false;
      this.#takeDown(id);
      avatar.root.visible = false;
      this.#options.scene.add(avatar.root);
      this.#people.set(id, { id, name, avatar, actor: remote, isHidden });
    }
  }

  #takeDown(id: ActorId): void {
    const person = this.#people.get(id);
    if (!person) return;
    person.avatar.root.removeFromParent();
    person.avatar.dispose();
    this.#people.delete(id);
  }

  #weights(): Promise<PriorModel | null> {
    const { prior = null } = this.#options;
    this.#prior ??= typeof prior === 'string' ? fetchPrior(prior) : Promise.resolve(prior);
    return this.#prior;
  }
}

const standInBody = { kind: 'default' };
const emptyDoc: StageDoc = {
  ...{ format: 'leib-stage/1', actors: {}, things: [], ground: { height: 0 } },
  ...{ view: {}, script: null, sinks: [] },
};

function show({ avatar, actor, isHidden }: ShownPerson, dtSeconds: number): void {
  avatar.root.visible = actor.isThere && !isHidden;
  if (!avatar.root.visible) return;
  avatar.root.scale.setScalar(actor.scale);
  avatar.applyPose(actor.pose);
  avatar.update(dtSeconds);
}
