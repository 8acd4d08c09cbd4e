import {
  type BodyProfile,
  type BodyProportions,
  type CalibrationSession,
  commandCalibration,
  createCalibrationSession,
  defaultSessionSettings,
  type SessionCommand,
} from '@leib/calibration';
import { type FeedDevice, trackedPoints } from '@leib/tracking';
import { lastProfile, storeProfile } from '../../files/profileStorage.js';
import type { World } from '../../world/world.js';
import { createWearInput, type WearInput } from './wearInput.js';

/** Mutable: the room's settings and the personal body change them. */
type OwnSettings = { -readonly [Key in keyof typeof defaultSessionSettings]: (typeof defaultSessionSettings)[Key] };

/** What of the room's settings belongs to the calibration. */
export interface WearSettings {
  /** The profile has changed: settings that are part of it have its values. */
  showProfile(profile: BodyProfile): void;
}

/**
 * The calibration of the open room: the session, its input, and the distances of the avatar from the trackers. The scene
 * steps it, the guide draws it.
 */
export class WearController {
  readonly sessionSettings: OwnSettings = { ...defaultSessionSettings };
  readonly session: CalibrationSession;
  readonly input: WearInput = createWearInput();
  /** All devices, the headset among them. */
  devices: readonly FeedDevice[] = [];
  /** The devices are simulated. */
  isSimulated = false;
  /** Lengths that the avatar should have. */
  lengths: BodyProportions | null = null;
  /** Distance of each tracked joint from the avatar's, by pointNumber, metres, eased; NaN for untracked points. */
  readonly gaps = new Float64Array(trackedPoints.length).fill(Number.NaN);
  readonly #room: WearSettings;
  /** The profile as it was stored last. */
  #stored: BodyProfile;

  constructor(room: WearSettings) {
    this.#room = room;
    this.session = createCalibrationSession(lastProfile(), this.sessionSettings);
    this.#stored = this.session.history.present;
  }

  get profile(): BodyProfile {
    return this.session.history.present;
  }

  /** The proposed profile if there is one, else the present one: the avatar shows it. */
  get shownProfile(): BodyProfile {
    return this.session.history.proposal?.profile ?? this.profile;
  }

  command(command: SessionCommand): void {
    commandCalibration(this.session, command);
    if (this.profile === this.#stored) return;
    this.#stored = this.profile;
    storeProfile(this.profile);
    this.#room.showProfile(this.profile);
  }

  /** Starts again with other devices. */
  restart(): void {
    this.session.held = null;
    this.command({ type: 'goTo', step: 'putOn' });
  }

  /** Mean distance of the avatar from the trackers, metres; NaN when there is none. */
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

/** The controller of the open room; null in other rooms. */
export function wearControllerOf({ room }: Pick<World, 'room'>): WearController | null {
  return room.controller instanceof WearController ? room.controller : null;
}
