import {
  type BodyProfile,
  type CalibrationSession,
  commandCalibration,
  createCalibrationSession,
  defaultSessionSettings,
  type SessionCommand,
  type SessionSettings,
} from '@leib/calibration';
import { type FeedDevice, trackedPoints } from '@leib/tracking';
import { createStore } from 'zustand/vanilla';
import { lastProfile, storeProfile } from '../../files/profileStorage.js';
import { createWearInput, type WearInput } from './wearInput.js';

/** Mutable where the room's settings and the personal body have a say. */
type OwnSettings = { -readonly [Key in keyof SessionSettings]: SessionSettings[Key] };

/**
 * The calibration that goes on in the room: the session, what it looks at, and how far the avatar is from the trackers.
 * The scene steps it, the guide draws it.
 */
export class WearController {
  readonly sessionSettings: OwnSettings = { ...defaultSessionSettings };
  readonly session: CalibrationSession;
  readonly input: WearInput = createWearInput();
  /** Every device that is seen, the head's among them. */
  devices: readonly FeedDevice[] = [];
  /** Nobody wears these: the simulation made them. */
  isSimulated = false;
  /** From each tracked joint to the avatar's, by pointNumber, metres, eased; NaN where nothing is tracked. */
  readonly gaps = new Float64Array(trackedPoints.length).fill(Number.NaN);
  /** Called when the profile has changed. */
  onProfile: (profile: BodyProfile) => void = () => {};
  #kept: BodyProfile;

  constructor() {
    this.session = createCalibrationSession(lastProfile(), this.sessionSettings);
    this.#kept = this.session.history.present;
  }

  get profile(): BodyProfile {
    return this.session.history.present;
  }

  /** What the avatar shows: what is proposed, while something is. */
  get shownProfile(): BodyProfile {
    return this.session.history.proposal?.profile ?? this.profile;
  }

  command(command: SessionCommand): void {
    commandCalibration(this.session, command);
    if (this.profile === this.#kept) return;
    this.#kept = this.profile;
    storeProfile(this.profile);
    this.onProfile(this.profile);
  }

  /** Other devices: what was seen of the last ones is of no use. */
  restart(): void {
    this.session.held = null;
    this.command({ type: 'goTo', step: 'putOn' });
  }

  /** Mean distance of the avatar from the trackers, metres; NaN before there is one. */
  get meanGap(): number {
    let sum = 0;
    let count = 0;
    for (let i = 0; i < this.gaps.length; i++) {
      if (!Number.isFinite(this.gaps[i])) continue;
      sum += this.gaps[i];
      count++;
    }
    return sum / count;
  }
}

/** The controller of the open room; null where one is in another. */
export const wearStore = createStore<{ readonly controller: WearController | null }>(() => ({ controller: null }));
