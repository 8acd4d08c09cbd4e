import type { CarriedMasses } from './skinModel.js';

/** How a frame is cut into substeps. */
export interface FrameTiming {
  readonly dtSeconds: number;
  readonly substep: number;
  /** Seconds since the last substep, at the beginning of the frame. */
  readonly lead: number;
  /** Substeps in this frame. */
  readonly count: number;
}

/** Puts carriers where they arrive without a way: masses on them stay beside them, and stand still. */
export function stopCarriers({ motion, hung }: CarriedMasses): void {
  motion.places.set(motion.arriving);
  motion.strides.fill(0);
  motion.pending.fill(0);
  for (const { now, before } of hung) before.set(now);
}

/** All carriers leap at once, which masses do not feel. */
export function leapCarriers({ motion }: CarriedMasses, jump: readonly [number, number, number]): void {
  const { places } = motion;
  for (let at = 0; at < places.length; at += 3) {
    places[at] += jump[0];
    places[at + 1] += jump[1];
    places[at + 2] += jump[2];
  }
}

/**
 * Carriers move evenly from the last frame's places to these. Masses keep their own speed (inertia), so when the way of
 * a substep changes their speed beside the carrier changes by as much the other way. A substep that began in the frame
 * before has a way made up of both.
 */
export function beginCarriers({ motion, hung }: CarriedMasses, { dtSeconds, substep, lead, count }: FrameTiming): void {
  const { arriving, places, strides, pending, paces } = motion;
  motion.places = arriving;
  motion.arriving = places;
  if (count === 0) {
    for (let at = 0; at < places.length; at++) pending[at] += arriving[at] - places[at];
    return;
  }
  const pace = substep / dtSeconds;
  const share = 1 - lead / substep;
  const { before } = hung[0];
  for (let at = 0; at < places.length; at++) {
    const way = (arriving[at] - places[at]) * pace;
    const stride = pending[at] + share * way;
    const change = stride - strides[at];
    paces[at] = way;
    pending[at] = change;
    strides[at] = stride;
    before[at] += change;
  }
  for (let i = 1; i < hung.length; i++) {
    const other = hung[i].before;
    for (let at = 0; at < places.length; at++) other[at] += pending[at];
  }
}

/** After a frame's first substep: the others have the way of this frame alone. */
export function continueCarriers({ motion, hung }: CarriedMasses): void {
  const { strides, paces } = motion;
  for (let i = 0; i < hung.length; i++) {
    const { before } = hung[i];
    for (let at = 0; at < before.length; at++) before[at] += paces[at] - strides[at];
  }
  strides.set(paces);
}

/** Keeps what the carriers go on from the last substep to the end of the frame. */
export function endCarriers({ motion }: CarriedMasses, lead: number, substep: number): void {
  const { pending, paces } = motion;
  const share = lead / substep;
  if (share === 0) pending.fill(0);
  else for (let at = 0; at < pending.length; at++) pending[at] = paces[at] * share;
}
