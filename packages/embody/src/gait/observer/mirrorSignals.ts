/** Which signal of the person is which of the mirror image, and with which sign: hands change places, left is right. */
export const mirrorOrder: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 8, 9, 10, 17, 18, 19, 14, 15, 16];
export const mirrorSigns: readonly number[] = [1, -1, 1, 1, -1, -1, 1, -1, -1, 1, 1, -1, 1, 1, -1, 1, 1, -1, 1, 1];

/** The signals of the person's mirror image. */
export function mirrorSignals(signals: Float64Array, out: Float64Array): void {
  for (let i = 0; i < mirrorOrder.length; i++) out[i] = signals[mirrorOrder[i]] * mirrorSigns[i];
}
