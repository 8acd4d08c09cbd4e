import type { InnerState } from './innerModel.js';
import type { CarriedMasses, SkinModel, SkinState } from './skinModel.js';
import { holdLips, openLips, updateLipDirections, updateLipSpares } from './solveLips.js';
import { limitOffsets, solveEdges, swingMasses, swingOnMasses, swingTips } from './solveMasses.js';

/** A longer frame is a pause of the page: the skin goes along as it is, without speed, and settles for so long. */
const LONGEST_FRAME = 0.25;
/** The whole puppet has been put somewhere else when it moves faster than this, metres per second. */
const LEAP_SPEED = 30;
/** Places that are asked for it. */
const LEAP_PLACES = 300;
/** Below this speed of every mass, metres per second, for this many seconds, the skin is at rest. */
const STILL_SPEED = 2e-5;
const STILL_SECONDS = 0.25;

/**
 * Moves the skin on by a frame: XPBD (Macklin, Mueller & Chentanez, "XPBD: position-based simulation of compliant
 * constrained dynamics", MIG 2016) with one iteration per substep (Macklin, Storey, Lu et al., "Small steps in physics
 * simulation", SCA 2019). Substeps have a fixed length, whatever the frame's; what is drawn lies between the last two.
 */
export function stepSkin(model: SkinModel, state: SkinState, inner: InnerState, dtSeconds: number): void {
  if (state.isAsleep && !inner.hasMoved) return;
  const { carried } = state;
  state.isAsleep = false;
  if (inner.hasMoved || !state.isPlaced) {
    updateFalls(model, state, inner);
    updateArrivals(model, state, inner);
  }
  // Nothing below has moved: it arrives where it was.
  else for (const { motion } of carried) motion.arriving.set(motion.places);
  if (!state.isPlaced) stopAll(state);
  else if (dtSeconds > 0) {
    if (dtSeconds > LONGEST_FRAME) passPause(state);
    const passed = Math.min(dtSeconds, LONGEST_FRAME);
    const timing = cutFrame(model, state, passed);
    leapWithPuppet(state, passed);
    for (let i = 0; i < carried.length; i++) beginCarriers(carried[i], timing);
    updateLipSpares(model.lips, state, state.carriers.places);
    for (let substep = 0; substep < timing.count; substep++) {
      runSubstep(model, state, inner);
      if (substep > 0 || timing.lead === 0 || timing.count === 1) continue;
      for (let i = 0; i < carried.length; i++) continueCarriers(carried[i]);
    }
    endFrame(model, state, timing);
    fallAsleep(model, state, inner, passed);
  } else for (const { motion } of carried) motion.places.set(motion.arriving);
  placeSkin(model, state);
  placeTips(model, state);
}

/**
 * Weight of each place, as the way that it adds in a substep. A model is drawn as it looks under its own weight, so stiff
 * places carry theirs; loose ones hang by theirs, and by how much it has turned since it was drawn: g + (g - R g).
 */
function updateFalls({ gravity, looseness, substep }: SkinModel, { falls }: SkinState, inner: InnerState): void {
  const { rotations } = inner;
  const gx = gravity[0] * substep * substep;
  const gy = gravity[1] * substep * substep;
  const gz = gravity[2] * substep * substep;
  for (let place = 0; place < looseness.length; place++) {
    const r = place * 4;
    const at = place * 3;
    const loose = looseness[place];
    const x = rotations[r];
    const y = rotations[r + 1];
    const z = rotations[r + 2];
    const w = rotations[r + 3];
    const ux = 2 * (y * gz - z * gy);
    const uy = 2 * (z * gx - x * gz);
    const uz = 2 * (x * gy - y * gx);
    falls[at] = loose * (gx - w * ux - y * uz + z * uy);
    falls[at + 1] = loose * (gy - w * uy - z * ux + x * uz);
    falls[at + 2] = loose * (gz - w * uz - x * uy + y * ux);
  }
}

/** Where skin and tips of fur are carried: the inner places, with lips that keep their gap. */
function updateArrivals(
  { lips, furs }: SkinModel,
  state: SkinState,
  { positions, rotations, normals }: InnerState,
): void {
  const { arriving } = state.carriers;
  arriving.set(positions);
  updateLipDirections(lips, rotations, state.lipDirections);
  openLips(lips, state, arriving);
  for (let i = 0; i < furs.length; i++) {
    const tips = state.furs[i].carriers.arriving;
    const { length } = furs[i];
    for (let at = 0; at < tips.length; at++) tips[at] = arriving[at] + length * normals[at];
  }
}

function stopAll(state: SkinState): void {
  for (const masses of state.carried) stopCarriers(masses);
  state.isPlaced = true;
  state.lead = 0;
  state.stillSeconds = 0;
}

function passPause(state: SkinState): void {
  for (const masses of state.carried) {
    stopCarriers(masses);
    masses.motion.arriving.set(masses.motion.places);
  }
  state.lead = 0;
}

function cutFrame({ substep }: SkinModel, { lead }: SkinState, dtSeconds: number): FrameTiming {
  // A frame that ends a rounding error before a substep has reached it.
  return { dtSeconds, substep, lead, count: Math.floor((lead + dtSeconds) / substep + 1e-6) };
}

/** The whole puppet has been put somewhere else: the skin comes along as it is. Some places speak for all. */
function leapWithPuppet(state: SkinState, dtSeconds: number): void {
  const { places, arriving } = state.carriers;
  const every = Math.ceil(places.length / 3 / LEAP_PLACES);
  let x = 0;
  let y = 0;
  let z = 0;
  let count = 0;
  for (let at = 0; at < places.length; at += 3 * every, count++) {
    x += arriving[at] - places[at];
    y += arriving[at + 1] - places[at + 1];
    z += arriving[at + 2] - places[at + 2];
  }
  if (!(Math.sqrt(x * x + y * y + z * z) > LEAP_SPEED * dtSeconds * count)) return;
  for (const masses of state.carried) leapCarriers(masses, [x / count, y / count, z / count]);
}

function runSubstep(model: SkinModel, state: SkinState, { normals }: InnerState): void {
  const { layers, falls, furs } = state;
  const { maxDistances } = model;
  swingMasses(layers[0], falls, model.layers[0], maxDistances);
  for (let level = 1; level < layers.length; level++) {
    swingOnMasses(layers[level], layers[level - 1], falls, model.layers[level], maxDistances);
  }
  const skin = layers[layers.length - 1];
  solveEdges(model.edges, skin.now);
  holdLips(model.lips, state, skin.now);
  for (let i = 0; i < furs.length; i++) swingTips(furs[i], skin, normals, falls, model.furs[i]);
}

function endFrame(
  { maxDistances }: SkinModel,
  state: SkinState,
  { dtSeconds, substep, lead, count }: FrameTiming,
): void {
  const { layers, carried } = state;
  for (let i = 0; i < layers.length; i++) limitOffsets(layers[i].now, maxDistances);
  const left = lead + dtSeconds - count * substep;
  state.lead = left > 1e-6 * substep ? left : 0;
  if (count === 0) return;
  for (let i = 0; i < carried.length; i++) endCarriers(carried[i], state.lead, substep);
}

/** Nothing below moves, and every mass has been slower than can be seen for a while: it stays exactly where it is. */
function fallAsleep({ substep }: SkinModel, state: SkinState, { hasMoved }: InnerState, dtSeconds: number): void {
  const isStill = !hasMoved && areStill(state.carried, STILL_SPEED * substep);
  state.stillSeconds = isStill ? state.stillSeconds + dtSeconds : 0;
  if (state.stillSeconds < STILL_SECONDS) return;
  stopAll(state);
  state.isAsleep = true;
}

function areStill(carried: readonly CarriedMasses[], mostWay: number): boolean {
  for (const { hung } of carried) {
    for (const { now, before } of hung) {
      for (let at = 0; at < now.length; at++) if (Math.abs(now[at] - before[at]) > mostWay) return false;
    }
  }
  return true;
}

/** What is drawn: between the last two substeps, as far as the frame has gone into the next. */
function placeSkin({ substep, lips }: SkinModel, state: SkinState): void {
  const { positions, carriers, layers, lead } = state;
  const { now, before } = layers[layers.length - 1];
  const share = lead / substep;
  for (let at = 0; at < positions.length; at++) positions[at] = before[at] + share * (now[at] - before[at]);
  const { places } = carriers;
  updateLipSpares(lips, state, places);
  holdLips(lips, state, positions);
  let sum = 0;
  let mostSq = 0;
  for (let at = 0; at < positions.length; at += 3) {
    const x = positions[at];
    const y = positions[at + 1];
    const z = positions[at + 2];
    const lengthSq = x * x + y * y + z * z;
    sum += Math.sqrt(lengthSq);
    if (lengthSq > mostSq) mostSq = lengthSq;
    positions[at] = x + places[at];
    positions[at + 1] = y + places[at + 1];
    positions[at + 2] = z + places[at + 2];
  }
  state.meanOffset = positions.length === 0 ? 0 : sum / (positions.length / 3);
  state.maxOffset = Math.sqrt(mostSq);
}

function placeTips({ substep }: SkinModel, { furs, lead }: SkinState): void {
  const share = lead / substep;
  for (let i = 0; i < furs.length; i++) {
    const { now, before, tips, carriers } = furs[i];
    for (let at = 0; at < tips.length; at++) {
      tips[at] = carriers.places[at] + before[at] + share * (now[at] - before[at]);
    }
  }
}

/** How a frame is cut into substeps. */
interface FrameTiming {
  readonly dtSeconds: number;
  readonly substep: number;
  /** Seconds since the last substep, at the beginning of the frame. */
  readonly lead: number;
  /** Substeps in this frame. */
  readonly count: number;
}

/** Puts carriers where they arrive without a way: masses on them stay beside them, and stand still. */
function stopCarriers({ motion, hung }: CarriedMasses): void {
  motion.places.set(motion.arriving);
  motion.strides.fill(0);
  motion.pending.fill(0);
  for (const { now, before } of hung) before.set(now);
}

/** All carriers leap at once, which masses do not feel. */
function leapCarriers({ motion }: CarriedMasses, jump: readonly [number, number, number]): void {
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
function beginCarriers({ motion, hung }: CarriedMasses, { dtSeconds, substep, lead, count }: FrameTiming): void {
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
function continueCarriers({ motion, hung }: CarriedMasses): void {
  const { strides, paces } = motion;
  for (let i = 0; i < hung.length; i++) {
    const { before } = hung[i];
    for (let at = 0; at < before.length; at++) before[at] += paces[at] - strides[at];
  }
  strides.set(paces);
}

/** Keeps what the carriers go on from the last substep to the end of the frame. */
function endCarriers({ motion }: CarriedMasses, lead: number, substep: number): void {
  const { pending, paces } = motion;
  const share = lead / substep;
  if (share === 0) pending.fill(0);
  else for (let at = 0; at < pending.length; at++) pending[at] = paces[at] * share;
}
