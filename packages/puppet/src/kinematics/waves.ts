import { areFinite, createQuat, createVec3, fromRotationVector, quat, type ReadonlyVec3, vec3 } from '@leib/core';
import type { ChainsState, WavePulse } from './chainsState.js';
import { readAllowedAngles, readQuat } from './partJoint.js';
import type { ChainModel, PuppetChains } from './puppetChains.js';
import { createSwingStep, updateSwingStep } from './swing.js';
import { swing } from './swingBack.js';

/** Impulses on their way along one chain at the most; further ones replace the oldest. */
const MOST_PULSES = 16;

/**
 * Sends an impulse along a chain with a wave, from the joint before `point` both ways: joint k steps away gets the
 * kick (radians per second, world axes) k / speed seconds later, `kept` to the power of k of it. Does nothing in a
 * chain without a wave.
 */
export function applyImpulse(
  model: PuppetChains,
  state: ChainsState,
  chain: number,
  point: number,
  kickWorld: ReadonlyVec3,
): void {
  const { wave, parts } = model.chains[chain];
  if (!wave || !areFinite(kickWorld) || vec3.length(kickWorld) === 0) return;
  const { pulses } = state.chains[chain];
  if (pulses.length === MOST_PULSES) pulses.shift();
  const joint = Math.max(0, Math.min(parts.length - 1, Math.round(point) - 1));
  pulses.push({ joint, ageSeconds: 0, kickWorld: vec3.copy(createVec3(), kickWorld) });
}

// Scratch, each for the inside of one function, which writes it before it reads it.
/** Of stepWaves(). */
const waveStep = createSwingStep();
/** Of kickPart(). */
const kickStep = createSwingStep();
const kick = createVec3();
const parentInverse = createQuat();
/** Of addWaves(). */
const waveTurn = createQuat();
const partTurn = createQuat();
const turnVector = createVec3();

/** What waves have turned parts by swings on, and impulses reach further joints. Exact for any step. */
export function stepWaves(model: PuppetChains, state: ChainsState, dtSeconds: number): void {
  for (let part = 0; part < model.waveSprings.length; part++) {
    const spring = model.waveSprings[part];
    if (spring === null) continue;
    updateSwingStep(waveStep, spring.frequency, spring.damping, dtSeconds);
    swing(state.waveTurns, state.waveVelocities, part * 3, waveStep);
  }
  for (let index = 0; index < model.chains.length; index++) {
    const { pulses } = state.chains[index];
    if (pulses.length > 0) stepPulses(model, state, model.chains[index], pulses, dtSeconds);
  }
}

/** Impulses of one chain; those that have passed its last joint are over. */
function stepPulses(
  model: PuppetChains,
  state: ChainsState,
  chain: ChainModel,
  pulses: WavePulse[],
  dtSeconds: number,
): void {
  const { wave, parts } = chain;
  if (!wave) return;
  let left = 0;
  for (let i = 0; i < pulses.length; i++) {
    const pulse = pulses[i];
    stepPulse(model, state, chain, pulse, dtSeconds);
    const farthest = Math.max(pulse.joint, parts.length - 1 - pulse.joint);
    if (pulse.ageSeconds * wave.speed <= farthest) pulses[left++] = pulse;
  }
  pulses.length = left;
}

/** Kicks the joints that a pulse reaches within the step, each for the rest of the step that it has left. */
function stepPulse(
  model: PuppetChains,
  state: ChainsState,
  { parts, wave }: ChainModel,
  pulse: WavePulse,
  dtSeconds: number,
): void {
  if (!wave) return;
  const before = pulse.ageSeconds;
  pulse.ageSeconds += dtSeconds;
  for (let joint = 0; joint < parts.length; joint++) {
    const distance = Math.abs(joint - pulse.joint);
    const arrival = distance / wave.speed;
    if (arrival < before || arrival >= pulse.ageSeconds) continue;
    vec3.scale(kick, pulse.kickWorld, wave.kept ** distance);
    kickPart(model, state, parts[joint], pulse.ageSeconds - arrival);
  }
}

/** `kick` as it has swung for some seconds since it came. */
function kickPart(model: PuppetChains, state: ChainsState, part: number, seconds: number): void {
  const spring = model.waveSprings[part];
  if (spring === null) return;
  const parent = model.skeleton.parents[part + 1] * 4;
  quat.conjugate(parentInverse, readQuat(state.basePose.worldRotations, parent, parentInverse));
  vec3.transformQuat(kick, kick, parentInverse);
  const { rise, carry } = updateSwingStep(kickStep, spring.frequency, spring.damping, seconds);
  for (let i = 0; i < 3; i++) {
    state.waveTurns[part * 3 + i] += rise * kick[i];
    state.waveVelocities[part * 3 + i] += carry * kick[i];
  }
}

/** Angles with what waves add to them, within the limits. */
export function addWaves({ joints }: PuppetChains, state: ChainsState): void {
  const { angles, shownAngles, waveTurns, basePose } = state;
  shownAngles.set(angles);
  for (let part = 0; part < joints.length; part++) {
    const at = part * 3;
    if (waveTurns[at] === 0 && waveTurns[at + 1] === 0 && waveTurns[at + 2] === 0) continue;
    fromRotationVector(waveTurn, vec3.set(turnVector, waveTurns[at], waveTurns[at + 1], waveTurns[at + 2]));
    quat.multiply(waveTurn, waveTurn, readQuat(basePose.localRotations, part * 4 + 4, partTurn));
    readAllowedAngles(joints[part], waveTurn, shownAngles, at);
  }
}
