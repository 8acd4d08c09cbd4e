import type { CarrierMotion, MassOffsets, SkinModel, SkinState } from './skinModel.js';

/**
 * Takes the wobble of a skin over into its edited self: every place goes on from where it is, at the speed that it has.
 * Layers are matched from the outside: a layer that is new begins at rest. Another mesh begins at rest, too.
 */
export function carrySkin(from: SkinModel, old: SkinState, to: SkinModel, state: SkinState): void {
  if (from.placeCount !== to.placeCount || !old.isPlaced) return;
  state.isPlaced = true;
  state.positions.set(old.positions);
  copyCarriers(old.carriers, state.carriers);
  const slower = to.substep / from.substep;
  for (let k = 1; k <= Math.min(old.layers.length, state.layers.length); k++) {
    copyOffsets(old.layers[old.layers.length - k], state.layers[state.layers.length - k], slower);
  }
  state.furs.forEach((fur, i) => {
    const before = old.furs[i];
    if (!before) return;
    copyOffsets(before, fur, slower);
    copyCarriers(before.carriers, fur.carriers);
    fur.tips.set(before.tips);
  });
}

/** Both differences of a substep scale with its length; the speed stays. */
function copyOffsets(from: MassOffsets, to: MassOffsets, slower: number): void {
  to.now.set(from.now);
  for (let i = 0; i < to.now.length; i++) to.before[i] = from.now[i] - (from.now[i] - from.before[i]) * slower;
}

function copyCarriers(from: CarrierMotion, to: CarrierMotion): void {
  for (const name of ['places', 'arriving', 'strides', 'pending', 'paces'] as const) to[name].set(from[name]);
}
