import type { WearerFit } from '@leib/tracking';
import type { Group } from 'three';
import { plainFit } from './personFit.js';

/** A person whose stature turns out to be another one grows by this, metres per second. */
const GROWTH = 0.03;

/** How large the person is shown, on the way to what fits. */
export class PersonSize {
  readonly #person: Group;
  #fit: WearerFit = plainFit;

  /** @param person is scaled */
  constructor(person: Group) {
    this.#person = person;
  }

  /** The wearer's metres per one of the avatar's, by the head joint (WearerFit); while the person grows, as shown. */
  get wearerScale(): number {
    return this.#fit.wearerScale * this.#grown;
  }

  /** The same by the eyes. */
  get eyesScale(): number {
    return this.#fit.eyesScale * this.#grown;
  }

  /** Another size: at once, or by degrees (grow). */
  setFit(fit: WearerFit, isByDegrees: boolean): void {
    this.#fit = fit;
    if (!isByDegrees) this.#person.scale.setScalar(fit.shownScale);
  }

  /** Goes on towards the size that fits; true where it has changed. @param statureMetres of the avatar */
  grow(statureMetres: number, dtSeconds: number): boolean {
    const scale = this.#person.scale.x;
    const goal = this.#fit.shownScale;
    if (scale === goal) return false;
    const most = (GROWTH * dtSeconds) / statureMetres;
    this.#person.scale.setScalar(Math.abs(goal - scale) <= most ? goal : scale + Math.sign(goal - scale) * most);
    return true;
  }

  get #grown(): number {
    return this.#person.scale.x / this.#fit.shownScale;
  }
}
