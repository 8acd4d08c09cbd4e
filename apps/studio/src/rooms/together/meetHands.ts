import type { Pose } from '@leib/core';
import type { ActorId } from '@leib/stage';
import {
  createHandMeetings,
  type HandMeeting,
  type HandMeetings,
  type MeetingBody,
  shownPose,
  stepHandMeetings,
} from '@leib/together';
import { pulseSide } from '../../world/handPulse.js';

/** As whom one's own body stands among the others: no id of a document has a space at its end. */
const MINE = 'me ';
/** A touch that is felt, and no longer. */
const PULSE = { strength: 0.6, milliseconds: 60 } as const;

/** Hands of people that meet in this page's picture. */
export class MeetHands {
  readonly #session: () => Pick<XRSession, 'inputSources'> | null;
  #meetings: HandMeetings = createHandMeetings();

  /** @param session of the headset that is worn, whose controllers are felt */
  constructor(session: () => Pick<XRSession, 'inputSources'> | null) {
    this.#session = session;
  }

  get meetings(): readonly HandMeeting[] {
    return this.#meetings.pairs;
  }

  /** Once in a frame. Returns how one's own body is shown. */
  step(mine: Omit<MeetingBody, 'id'>, others: readonly MeetingBody[], dtSeconds: number): Pose {
    stepHandMeetings(this.#meetings, [{ ...mine, id: MINE }, ...others], dtSeconds);
    for (const { hands, seconds } of this.meetings) {
      const own = hands.find(({ id }) => id === MINE);
      if (own && seconds === 0) pulseSide(this.#session(), own.side, PULSE.strength, PULSE.milliseconds);
    }
    return shownPose(this.#meetings, MINE) ?? mine.pose;
  }

  /** How somebody else is shown; null: as they are. */
  shownAs(id: ActorId): Pose | null {
    return shownPose(this.#meetings, id);
  }

  /** Everybody has their own hands again. */
  end(): void {
    if (this.#meetings.shown.size > 0) this.#meetings = createHandMeetings();
  }
}
