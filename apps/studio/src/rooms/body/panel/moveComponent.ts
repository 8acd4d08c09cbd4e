/** Betas after setting one component; the other components and the rest of the betas keep their values. */
export function moveComponent(
  { count, toBetas }: { readonly count: number; readonly toBetas: ArrayLike<number> },
  betas: readonly number[],
  component: number,
  value: number,
): number[] {
  // The columns of toBetas are orthonormal: a component is the dot product of the betas with its column.
  let now = 0;
  for (let k = 0; k < betas.length; k++) now += toBetas[k * count + component] * betas[k];
  return betas.map((beta, k) => beta + toBetas[k * count + component] * (value - now));
}
