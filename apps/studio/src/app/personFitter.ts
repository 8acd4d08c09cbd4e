import type { BodyProfile } from '@leib/calibration';
import { buildHeightMap, standingHeadHeight } from '@leib/tracking';
import { wornProfile } from '../files/wornProfile.js';
import { fitPerson, personOnStage } from '../world/personFit.js';
import type { World } from '../world/world.js';
import type { OpenRooms } from './openRooms.js';
import type { Sources } from './sources.js';

interface FittedStudio {
  readonly world: World;
  readonly sources: Sources;
  readonly rooms: OpenRooms;
  /** The avatar was built as the visitor's own body. */
  isOwnBody(): boolean;
}

/** Fits person and avatar to each other, in every room: stature, lengths, lock mode, how devices are worn. */
export class PersonFitter {
  readonly #studio: FittedStudio;
  /** The avatar has its wearer's lengths. */
  #hasLengths = false;

  constructor(studio: FittedStudio) {
    this.#studio = studio;
  }

  /** The visitor's profile; null where there is none, or the room is not to use it. */
  get profile(): BodyProfile | null {
    return this.#studio.rooms.stage.useProfile ? wornProfile.getState().profile : null;
  }

  /** The profile has changed, or another room is open: the body goes over to it by degrees. */
  applyProfile(): void {
    this.#wear();
    this.fit(true);
  }

  /** Settings have changed. */
  applySettings(): void {
    this.#wear();
    this.fit();
  }

  #wear(): void {
    const { world, rooms, sources } = this.#studio;
    rooms.applySolver(world, this.profile);
    sources.onProfile(this.profile);
  }

  /**
   * The stature is what the room found, the profile's, the recording's actor's, a built body's, else the setting; limbs
   * have the lengths that are known of the same person.
   */
  fit(isByDegrees = false): void {
    const { world, sources, rooms } = this.#studio;
    const avatar = world.body?.avatar;
    if (!avatar) return;
    const { stature, proportions } = personOnStage(world.room, sources.current, this.profile);
    const isOwnBody = this.#studio.isOwnBody();
    this.#hasLengths = proportions !== null;
    const fit = fitPerson({ avatar, trackedStature: stature, settings: rooms.stage, isOwnBody });
    world.setPerson(fit, proportions, isByDegrees);
    this.fitSource();
  }

  /** Puts the source where it belongs on the stage, for the size that the person is shown in now. */
  fitSource(): void {
    const { world, sources } = this.#studio;
    const { body, size } = world;
    if (!body) return;
    const { current } = sources;
    current.fit({
      headHeight: standingHeadHeight(body.avatar.ownSkeleton),
      wearerScale: current.trackedPart === 'eyes' ? size.eyesScale : size.wearerScale,
      // Limbs of the wearer's lengths are where the wearer's are.
      heights: this.#hasLengths ? null : buildHeightMap(body.avatar.ownSkeleton),
    });
  }
}
