import type { BodyProfile } from '@leib/calibration';
import type { World } from '../world/world.js';
import type { AdaptingLengths } from './adaptLengths.js';
import type { Sources } from './sources.js';

interface AdaptedStudio {
  readonly world: World;
  readonly sources: Pick<Sources, 'current'>;
  /** The profile that is used; null without one. */
  profile(): BodyProfile | null;
}

/** Lets the visitor's lengths adapt during use, in every room that does not measure them itself, where the profile allows it. */
export class LengthsAdapter {
  readonly #studio: AdaptedStudio;
  #adapting: AdaptingLengths | null = null;
  #tools: (typeof import('./adaptLengths.js') & typeof import('../files/profileStorage.js')) | null = null;
  #isLoading = false;

  constructor(studio: AdaptedStudio) {
    this.#studio = studio;
  }

  /** Called in every frame, after joints were read. */
  onFrame(dtSeconds: number): void {
    const { world, sources } = this.#studio;
    const profile = this.#studio.profile();
    const avatar = world.body?.avatar;
    const { current } = sources;
    const isMeasured = current.isWearer && current.things.isReal && world.room.proportions === undefined;
    if (!profile?.adaptsLengths || !avatar || !isMeasured) {
      this.#adapting = null;
      return;
    }
    if (!this.#tools) {
      void this.#load();
      return;
    }
    if (!this.#adapting || this.#adapting.avatar !== avatar || !isSamePerson(this.#adapting, profile)) {
      this.#adapting = this.#tools.startAdapting(profile, avatar);
    }
    if (!this.#adapting) return;
    const metres = 1 / current.placement.scale;
    const lengths = this.#tools.stepAdapting(this.#adapting, world.reader.tracked, metres, dtSeconds);
    if (lengths) this.#tools.storeProfile({ ...profile, proportions: lengths, proportionsFrom: 'trackers' });
  }

  async #load(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    const release = this.#studio.world.clock.hold();
    const parts = await Promise.all([import('./adaptLengths.js'), import('../files/profileStorage.js')]);
    this.#tools = { ...parts[0], ...parts[1] };
    release();
  }
}

/** False where lengths or stature were changed elsewhere: they are the new start. */
function isSamePerson({ profile, stored }: AdaptingLengths, now: BodyProfile): boolean {
  const isOwnLength = now.proportions === stored || now.proportions === profile.proportions;
  return now.name === profile.name && now.stature === profile.stature && isOwnLength;
}
