/** Betas after one component was set; what the other components and the rest of the betas say stays. */
export function moveComponent(
  { count, toBetas }: { readonly count: number; readonly toBetas: ArrayLike<number> },
  betas: readonly number[],
  component: number,
  value: number,
): number[] {
  // The columns of toBetas are orthonormal: a component is the betas' part along its column.
  let now = 0;
  for (let k = 0; k < betas.length; k++) now += toBetas[k * count + component] * betas[k];
  return betas.map((beta, k) => beta + toBetas[k * count + component] * (value - now));
}
