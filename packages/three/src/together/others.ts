import type { Pose } from '@leib/core';
import type { Person } from '@leib/embody';
import { createStage, type Stage, type StageDoc } from '@leib/stage';
import {
  createHandMeetings,
  type HandMeeting,
  RoomReplay,
  type SharedRoom,
  shownPose,
  stepHandMeetings,
} from '@leib/together';
import { OtherBodies, type OthersOptions, type ShownPerson } from './otherBodies.js';

/** Draws everybody else of a room, each in their body: step() in every frame. */
export class Others {
  readonly #room: SharedRoom | RoomReplay;
  readonly #bodies: OtherBodies;
  readonly #stage: Stage;
  readonly #meetings = createHandMeetings();
  #seconds: number | null = null;

  /** @param room where they are, or a recording of one: its play head goes on with step() */
  constructor(room: SharedRoom | RoomReplay, options: OthersOptions) {
    this.#room = room;
    this.#bodies = new OtherBodies(room, options);
    this.#stage = createStage({ remote: this.#bodies.kind }, emptyDoc);
  }

  get people(): ReadonlyMap<string, ShownPerson> {
    return this.#bodies.people;
  }

  /** Hands that hold each other, or touch, as they are shown; of one's own the `id` is "me". */
  get meetings(): readonly HandMeeting[] {
    return this.#meetings.pairs;
  }

  /**
   * Returns how one's own body is to be shown where a hand of it meets somebody's; null: as it is. What was solved and sent stays.
   * @param seconds of the page's clock: `timeMs / 1000` of the animation frame
   * @param person oneself; without, only the others' hands meet each other's
   */
  step(seconds: number, person: Pick<Person, 'skeleton' | 'pose' | 'scales'> | null = null): Pose | null {
    const passed = Math.min(0.1, Math.max(0, seconds - (this.#seconds ?? seconds)));
    this.#seconds = seconds;
    if (this.#room instanceof RoomReplay) this.#room.step(passed);
    const { actors } = this.#bodies;
    if (actors !== this.#stage.doc.present.actors) this.#stage.load({ ...emptyDoc, actors });
    this.#stage.step(passed);
    const mine = person && { id: ME, skeleton: person.skeleton, pose: person.pose, scale: person.scales.shown };
    stepHandMeetings(this.#meetings, [...this.#bodies.posed, ...(mine ? [mine] : [])], passed);
    this.#bodies.show(this.#stage, passed, (id) => shownPose(this.#meetings, id));
    return shownPose(this.#meetings, ME);
  }

  dispose(): void {
    this.#bodies.dispose();
    this.#stage.dispose();
  }
}

const ME = 'me';
const emptyDoc: StageDoc = {
  ...{ format: 'leib-stage/1', actors: {}, things: [], ground: { height: 0 } },
  ...{ view: {}, script: null, sinks: [] },
};
