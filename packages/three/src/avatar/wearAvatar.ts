import { createPerson, type Ground, loadPrior, type Person, type PersonSettings, type PriorModel } from '@leib/embody';
import type { TrackedSource } from '@leib/tracking';
import type { Avatar } from './loadAvatar.js';

/** Who wears an avatar, and what is known of them. */
export interface AvatarWearer {
  /** The learned prior, or the address of its weights (`@leib/embody/prior.bin`); without it hips and legs go by the rules. */
  readonly prior?: PriorModel | string | null;
  /** Stature, metres, where the app knows it; else it is found out while the headset is worn. */
  readonly stature?: number | null;
  /** The same as the height of the head joint when they stand, metres: `person.reader.wearer.headHeight` of another session, findStandingHead(). */
  readonly headHeight?: number | null;
  /** 'wearer': the avatar becomes as large as the wearer; 'own': it stays as it was made. 'wearer' unless given. */
  readonly size?: 'wearer' | 'own';
  /** What there is to stand on: createSceneGround(). */
  readonly ground?: Ground;
  readonly settings?: Partial<Omit<PersonSettings, 'fit'>>;
}

/**
 * Puts whoever a source tracks into an avatar: `person.stepTo(seconds)` in every frame measures, works out the whole body and shows
 * it. While the wearer stands, the avatar stands on the floor, whatever its proportions and whoever wears it: the scale of
 * `avatar.root` goes with their height.
 */
export async function wearAvatar(avatar: Avatar, source: TrackedSource, wearer: AvatarWearer = {}): Promise<Person> {
  const { prior = null, ground, settings, ...fit } = wearer;
  return createPerson({
    avatar,
    source,
    prior: typeof prior === 'string' ? await fetchPrior(prior) : prior,
    ...(ground && { ground }),
    settings: { ...settings, fit },
    shown: avatar.root.scale,
    show(pose, dtSeconds) {
      avatar.applyPose(pose);
      avatar.update(dtSeconds);
    },
  });
}

export async function fetchPrior(url: string): Promise<PriorModel> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: expected the prior's weights, got status ${response.status}`);
  return loadPrior(new Uint8Array(await response.arrayBuffer()));
}
