import { useState } from 'react';
import { useStore } from 'zustand';
import { choice, number } from '../../../files/settings.js';
import { Button } from '../../../ui/Button.js';
import { Choice, NumberSlider } from '../../../ui/controls.js';
import { useIsExpert } from '../../../ui/pageStore.js';
import { withoutWords } from '../bodySpec.js';
import { measureLabel } from '../measureWords.js';
import type { BodyProps } from './BodyWorkCard.js';

const viewControl = choice(
  'Sliders',
  'betas',
  { betas: 'All betas', components: 'Ten components' },
  'Each beta is the distance of a measure from its expected value given the measures before it; components are the ten directions in which bodies differ most',
);

/** Range of the sliders, standard deviations, and their step. */
const RANGE = [-4, 4, 0.05] as const;

/** Sliders: one for each measure; for experts all betas, or PCA components. */
export function ShapeTab({ controller }: BodyProps) {
  const isExpert = useIsExpert();
  const [chosen, setView] = useState<'betas' | 'components'>('betas');
  const view = isExpert ? chosen : 'measures';
  const body = useStore(controller.state, (state) => state.body);
  const info = useStore(controller.state, (state) => state.info);
  if (!body || !info) return null;
  const { sex } = controller.body;
  const betas = controller.body.betas ?? body.betas;
  const setBeta = (k: number, value: number) =>
    controller.change({ betas: betas.map((beta, i) => (i === k ? value : beta)) });
  // The components of SMPL are its betas.
  const pca = body.own ? null : info.pca[sex];
  const setComponent = (c: number, value: number) =>
    pca ? controller.change({ betas: moveComponent(pca, betas, c, value) }) : setBeta(c, value);
  const sliders =
    view !== 'components'
      ? body.betaNames
          .map((name, k) => ({
            name,
            label: isSmpl(name) ? name : isExpert ? `${k + 1}  ${measureLabel(name)}` : measureLabel(name),
            help: isExpert ? betaHelp(name, k) : plainHelp(name, k),
            value: betas[k] ?? 0,
            set: (value: number) => setBeta(k, value),
          }))
          .filter(({ name }) => isExpert || !isResidual(name))
      : body.components.map((value, c) => ({
          label: `Component ${c + 1}`,
          help: `Principal component ${c + 1} of the bodies in the space, in standard deviations`,
          value,
          set: (next: number) => setComponent(c, next),
        }));
  return (
    <>
      {isExpert ? (
        <Choice control={viewControl} value={chosen} onChange={setView} />
      ) : (
        <p className="hint">In the middle is the average person; most people are between −2 and 2.</p>
      )}
      {sliders.map(({ label, help, value, set }) => (
        <NumberSlider
          key={label}
          control={number(label, 0, RANGE, isExpert ? 'σ' : '', help)}
          value={value}
          onChange={set}
          onSettled={controller.settings.endGesture}
        />
      ))}
      <div className="row buttons">
        <Button
          title="The body as the measures say"
          disabled={controller.body.betas === null}
          onClick={() => controller.choose({ ...withoutWords(controller.body), betas: null })}
        >
          Back to the measures
        </Button>
        <Button
          title="All sliders to the middle"
          onClick={() => controller.choose({ ...withoutWords(controller.body), betas: betas.map(() => 0) })}
        >
          Average body
        </Button>
      </div>
    </>
  );
}

const isResidual = (name: string) => name.startsWith('residual');
const isSmpl = (name: string) => name.startsWith('SMPL');

function plainHelp(name: string, k: number): string {
  if (isSmpl(name)) return smplHelp;
  const what = measureLabel(name);
  return k === 0 ? 'Short to tall' : `${what}: less or more than other people have whose sliders above are the same`;
}

const smplHelp = 'A principal component of the model, in standard deviations';

function betaHelp(name: string, k: number): string {
  if (isSmpl(name)) return smplHelp;
  if (isResidual(name)) return 'A main direction of the variation that the twelve measures do not determine';
  if (k === 0) return 'Stature, in standard deviations from the mean';
  return `${measureLabel(name)}: distance from its expected value given the betas before it, in standard deviations`;
}

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
