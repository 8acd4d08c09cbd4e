import {
  type BodyLengths,
  type BodyProportions,
  createBodyLengths,
  defaultBodyLengthsSettings,
  finishLengths,
  hasOwnLengths,
  setLengthsGoal,
  shownLengths,
  stepBodyLengths,
  stretchToProportions,
} from '@leib/calibration';
import type { Avatar } from '@leib/three';

/** Gives an avatar its wearer's bone lengths: at once before its first frame, afterwards too slowly to be noticed. */
export class BodyStretch {
  readonly #avatar: Pick<Avatar, 'ownSkeleton' | 'stretch'>;
  /** An avatar stands on the floor of its own space. */
  readonly #lengths: BodyLengths;
  #isShown = false;

  constructor(avatar: Pick<Avatar, 'ownSkeleton' | 'stretch'>) {
    this.#avatar = avatar;
    this.#lengths = createBodyLengths(avatar.ownSkeleton, 0);
  }

  /** `scale`: how many of the person's metres one of the avatar's is. */
  setGoal(proportions: BodyProportions | null, scale: number): void {
    setLengthsGoal(this.#lengths, proportions, scale);
    if (!this.#isShown) finishLengths(this.#lengths);
  }

  /** True when avatar.skeleton is another one. */
  step(dtSeconds: number): boolean {
    this.#isShown = true;
    if (!stepBodyLengths(defaultBodyLengthsSettings, this.#lengths, dtSeconds)) return false;
    const { ownSkeleton } = this.#avatar;
    const isOwn = hasOwnLengths(this.#lengths);
    const options = { floorY: 0, keepsHeadHeight: true };
    this.#avatar.stretch(isOwn ? null : stretchToProportions(ownSkeleton, shownLengths(this.#lengths), options));
    return true;
  }
}
