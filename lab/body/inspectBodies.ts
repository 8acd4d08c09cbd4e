import { readFileSync } from 'node:fs';
import { loadBodySpace } from '@leib/body';
import { bodyOfWeight, ONE_IN_A_HUNDRED } from './bodyOfWeight.ts';
import { dihedralChange } from './dihedralChange.ts';

/** Prints the figures of docs/results.md about the surface: `node lab/body/inspectBodies.ts`. */
const space = loadBodySpace(
  new Uint8Array(readFileSync(new URL('../../packages/body/assets/leib-bodies.bin', import.meta.url))),
);
for (const sex of ['female', 'male', 'neutral'] as const) {
  const model = space[sex];
  const percent = (values: Float64Array) => [...values].map((value) => (100 * value).toFixed(2)).join(' ');
  console.log(`${sex}: explained by the betas, %: ${percent(model.explainedVariance)}`);
  console.log(`${sex}: by the ten components, %: ${percent(model.pcaView.explainedVariance)}`);
  for (const [name, deviations] of [
    ['1st', -ONE_IN_A_HUNDRED],
    ['99th', ONE_IN_A_HUNDRED],
  ] as const) {
    const { positions } = bodyOfWeight(model, deviations);
    const { max, p999, p99, worstVertex } = dihedralChange(model.triangles, model.meanPositions, positions);
    const place = [...model.meanPositions.subarray(worstVertex * 3, worstVertex * 3 + 3)].map((value) =>
      value.toFixed(2),
    );
    console.log(
      `${sex}, ${name} percentile of weight: largest dihedral change ${max.toFixed(1)} degrees at (${place.join(', ')}), ` +
        `99.9 % below ${p999.toFixed(1)}, 99 % below ${p99.toFixed(1)}`,
    );
  }
}
