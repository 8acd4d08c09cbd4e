import standInUrl from '@leib/body/leib-neutral.vrm?url';
import type { Ground } from '@leib/embody';
import type { ActorDoc, ActorId, ActorKind, Stage } from '@leib/stage';
import { OtherBodies, type ShownPerson } from '@leib/three/together';
import { isReplayedId, type MeetingBody, type RoomReplay, type SharedRoom } from '@leib/together';
import type { Camera, Object3D } from 'three';
import { pagePriorWeights } from '../../world/priorWeights.js';
import type { MeetHands } from './meetHands.js';
import { type Standing, standingOf } from './pointing.js';
import type { TogetherController } from './togetherController.js';

type Actors = Readonly<Record<ActorId, ActorDoc>>;

interface RoomPeopleParts {
  /** They are drawn under it. */
  readonly root: Object3D;
  readonly ground: Ground;
  readonly eye: () => Camera;
  /** Hands that meet are shown where they meet. */
  readonly hands: MeetHands;
  onProblem(text: string): void;
}

/** The others in their bodies: those of the room that one is in, and those of a recorded one. */
export class RoomPeople {
  readonly kind: ActorKind = {
    create: (doc, id) => {
      const bodies = isReplayedId(id) ? this.#recorded : this.#bodies;
      if (!bodies) throw new Error('expected a room of people that is open');
      return bodies.kind.create(doc, id);
    },
  };
  readonly #controller: TogetherController;
  readonly #parts: RoomPeopleParts;
  #room: SharedRoom | null = null;
  #bodies: OtherBodies | null = null;
  #replay: RoomReplay | null = null;
  #recorded: OtherBodies | null = null;

  constructor(controller: TogetherController, parts: RoomPeopleParts) {
    this.#controller = controller;
    this.#parts = parts;
  }

  /** Whose bodies they are; null: one is in no room. */
  get room(): SharedRoom | null {
    return this.#room;
  }

  get replay(): RoomReplay | null {
    return this.#replay;
  }

  /** True where it is another room, or none, from now on. */
  followRoom(): boolean {
    const { room } = this.#controller;
    if (room === this.#room) return false;
    this.#bodies?.dispose();
    this.#room = room;
    this.#bodies = room && this.#createBodies(room);
    return true;
  }

  /** The same for a recorded one. */
  followReplay(): boolean {
    const { replay } = this.#controller;
    if (replay === this.#replay) return false;
    this.#recorded?.dispose();
    this.#replay = replay;
    this.#recorded = replay && this.#createBodies(replay);
    return true;
  }

  /** For the stage's document: of each room another object when they change. */
  get actors(): readonly [Actors | undefined, Actors | undefined] {
    return [this.#bodies?.actors, this.#recorded?.actors];
  }

  /** As they stand in the documents, oneself included. */
  get docs(): Actors {
    return { ...this.#room?.doc?.actors, ...this.#replay?.doc.actors };
  }

  /** Whose hands may be met; null where there is neither room. */
  get posed(): readonly MeetingBody[] | null {
    const both = this.#both();
    return both.length > 0 ? both.flatMap(({ posed }) => posed) : null;
  }

  get all(): readonly ShownPerson[] {
    return this.#both().flatMap(({ people }) => [...people.values()]);
  }

  /** Those who are there and not hidden. */
  get shown(): readonly ShownPerson[] {
    return this.all.filter(({ actor, isHidden }) => actor.isThere && !isHidden);
  }

  /** Where somebody stands who is there, hidden or not. */
  standing(id: ActorId | null): Standing | null {
    const actor = this.all.find((one) => one.id === id)?.actor;
    return id !== null && actor?.isThere ? standingOf(id, actor, actor.scale) : null;
  }

  /** Somebody's body as it is drawn. */
  bodyOf(name: string): Omit<MeetingBody, 'id'> | null {
    const actor = this.shown.find((one) => one.name === name)?.actor;
    const pose = actor && (this.#parts.hands.shownAs(actor.id) ?? actor.pose);
    return actor && pose ? { skeleton: actor.skeleton, pose, scale: actor.scale } : null;
  }

  /** Draws them as the stage has them. */
  show(stage: Pick<Stage, 'actors' | 'doc'>, dtSeconds: number): void {
    for (const [bodies, isOfReplay] of [
      [this.#bodies, false],
      [this.#recorded, true],
    ] as const)
      bodies?.show(only(stage, isOfReplay), dtSeconds, (id) => this.#parts.hands.shownAs(id));
    for (const person of this.all) person.isHidden = this.#controller.hidden.has(person.id);
    this.#replay?.step(dtSeconds);
  }

  dispose(): void {
    for (const bodies of this.#both()) bodies.dispose();
  }

  #both(): readonly OtherBodies[] {
    return [this.#bodies, this.#recorded].filter((bodies) => bodies !== null);
  }

  #createBodies(room: SharedRoom | RoomReplay): OtherBodies {
    const { root, ground, eye, onProblem } = this.#parts;
    return new OtherBodies(room, {
      ...{ scene: root, standIn: standInUrl, prior: pagePriorWeights, ground, eye },
      loudness: (id) => this.#controller.voice.loudnessOf(id),
      onProblem: (reason) => onProblem(`Somebody’s avatar cannot be shown: ${reason}`),
    });
  }
}

/** The stage's actors of one of the two. */
function only({ actors, doc }: Pick<Stage, 'actors' | 'doc'>, isOfReplay: boolean): Pick<Stage, 'actors' | 'doc'> {
  return { doc, actors: new Map([...actors].filter(([id]) => isReplayedId(id) === isOfReplay)) };
}
