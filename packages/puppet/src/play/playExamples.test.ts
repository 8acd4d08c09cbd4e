import { seededRandom } from '@leib/core/testing';
import { createHandSignal, type HandSignal } from '@leib/tracking/hands';
import { describe, expect, test } from 'vitest';
import { examplePuppetNames } from '../file/openPuppet.js';
import { buildCoarseExample, loadExamplePuppet } from './examplePuppets.testing.js';
import { noInput } from './puppetInput.js';
import { buildPuppetModel, type PuppetModel } from './puppetModel.js';
import { createPuppetState, type PuppetState } from './puppetState.js';
import { stepPuppet } from './stepPuppet.js';

const FRAME = 1 / 60;

function playFor(model: PuppetModel, state: PuppetState, hand: HandSignal | null, seconds: number): void {
  for (let i = 0; i < Math.round(seconds / FRAME); i++) {
    if (hand) hand.timeSeconds += FRAME;
    stepPuppet(model, state, hand ? { ...noInput, hands: [hand] } : noInput, FRAME);
  }
}

function heldHand(bends: readonly number[]): HandSignal {
  const hand = createHandSignal();
  hand.bends.set(bends);
  hand.confidence = 1;
  return hand;
}

const largestWay = (a: Float64Array, b: Float64Array) =>
  a.reduce((most, v, i) => Math.max(most, Math.abs(v - b[i])), 0);

describe.each(examplePuppetNames)('%s', (name) => {
  const made = buildCoarseExample(name, 600);

  test('every finger moves what is seen, and without a hand it comes to rest exactly where it was', async () => {
    const model = await made;
    const state = createPuppetState(model);
    playFor(model, state, null, 3);
    const rest = state.skin.positions.slice();
    for (let finger = 0; finger < 5; finger++) {
      playFor(model, state, heldHand([0, 1, 2, 3, 4].map((each) => (each === finger ? 1 : 0))), 0.25);
      expect(largestWay(state.skin.positions, rest)).toBeGreaterThan(0.01);
      playFor(model, state, heldHand([0, 0, 0, 0, 0]), 0.1);
    }
    for (let second = 0; second < 40 && !state.skin.isAsleep; second++) playFor(model, state, null, 1);
    expect(state.skin.isAsleep).toBe(true);
    const asleep = state.skin.positions.slice();
    playFor(model, state, null, 0.1);
    expect(state.skin.positions).toEqual(asleep);
    expect(largestWay(asleep, rest)).toBeLessThan(1e-4);
  });

  test('a wild hand for 30 s leaves no number behind that is none, and the skin stays at its inner places', async () => {
    const model = await made;
    const state = createPuppetState(model);
    const random = seededRandom(7);
    const hands = [heldHand([0, 0, 0, 0, 0]), heldHand([0, 0, 0, 0, 0])];
    const most = model.file.skin.regions.reduce((sum, { maxDistance }) => Math.max(sum, maxDistance), 0);
    for (let frame = 0; frame < 30 * 20; frame++) {
      for (const hand of hands) {
        hand.timeSeconds += 0.05;
        hand.confidence = random() < 0.05 ? 0 : 1;
        for (let k = 0; k < 5; k++) hand.bends[k] = random();
        for (let k = 0; k < 3; k++) hand.position[k] += (random() - 0.5) * 0.1;
        const turn = (random() - 0.5) * 2;
        hand.rotation.set([0, Math.sin(turn / 2), 0, Math.cos(turn / 2)]);
      }
      stepPuppet(model, state, { ...noInput, hands }, 0.05);
      expect(state.skin.maxOffset).toBeLessThanOrEqual(most + 1e-6);
    }
    expect(state.skin.positions.every(Number.isFinite)).toBe(true);
    expect(state.pose.worldRotations.every(Number.isFinite)).toBe(true);
  });
});

describe('the mouth of the frog', () => {
  /** Height of the gap in the middle of the mouth, from the highest place of the lower lip to the lowest of the upper. */
  function gapOf({ binding, mesh, file }: PuppetModel, { skin }: PuppetState): number {
    const joint = (part: string) => file.parts.findIndex((each) => each.name === part) + 1;
    const [upper, lower] = [joint('upper lip'), joint('lower lip')];
    let [low, high] = [Infinity, -Infinity];
    for (let place = 0; place < mesh.placeCount; place++) {
      const at = place * 3;
      // The rim of the lips in front.
      if (Math.abs(mesh.positions[at]) > 0.05 || mesh.positions[at + 2] < 0.13) continue;
      const [held, y] = [binding.joints[place * 4], skin.positions[at + 1]];
      if (held === upper) low = Math.min(low, y);
      if (held === lower) high = Math.max(high, y);
    }
    return low - high;
  }

  test('fingers and thumb open it; pressed together the lips keep their gap', async () => {
    const { file, mesh } = await loadExamplePuppet('frog');
    const model = await buildPuppetModel({ ...file, skin: { ...file.skin, iterations: 2 } }, mesh);
    const state = createPuppetState(model);
    playFor(model, state, heldHand([0, 0, 0, 0, 0]), 1);
    const rest = gapOf(model, state);
    playFor(model, state, heldHand([1, 1, 1, 1, 1]), 1);
    expect(gapOf(model, state)).toBeGreaterThan(rest + 0.08);
    // Fingers that stretch beyond their rest close it as far as the magnets let them.
    playFor(model, state, heldHand([-1, -1, -1, -1, -1]), 1);
    const closed = gapOf(model, state);
    expect(closed).toBeLessThan(rest);
    expect(closed).toBeGreaterThan(0);
  });
});
