import { useState } from 'react';
import { choice, number } from '../../../settings/settings.js';
import { Choice, NumberSlider } from '../../../ui/controls.js';
import type { BodyDesk } from '../bodyDesk.js';
import { useBodyRoom } from '../bodyRoomStore.js';
import { measureLabel } from '../measureWords.js';
import { moveComponent } from './moveComponent.js';

const viewControl = choice(
  'Sliders',
  'betas',
  [
    { value: 'betas', label: 'All betas' },
    { value: 'components', label: 'Ten components' },
  ],
  'Betas go with the measures, each counted from what the ones before let expect; components are the ten directions in which bodies differ most',
);

/** Beyond four standard deviations there is hardly anybody. */
const RANGE = [-4, 4, 0.05] as const;

/** The body's coordinates in its space, in standard deviations. */
export function ShapeTab({ desk }: { readonly desk: BodyDesk }) {
  const [view, setView] = useState('betas');
  const body = useBodyRoom((state) => state.body);
  const info = useBodyRoom((state) => state.info);
  if (!body || !info) return null;
  const { sex } = desk.body;
  const betas = desk.body.betas ?? body.betas;
  const setBeta = (k: number, value: number) =>
    desk.change({ betas: betas.map((beta, i) => (i === k ? value : beta)) });
  const setComponent = (c: number, value: number) =>
    desk.change({ betas: moveComponent(info.pca[sex], betas, c, value) });
  const sliders =
    view === 'betas'
      ? info.betaNames.map((name, k) => ({
          label: `${k + 1}  ${measureLabel(name)}`,
          help: betaHelp(name, k),
          value: betas[k] ?? 0,
          set: (value: number) => setBeta(k, value),
        }))
      : body.components.map((value, c) => ({
          label: `Component ${c + 1}`,
          help: `Principal component ${c + 1} of the bodies in the space, in standard deviations`,
          value,
          set: (next: number) => setComponent(c, next),
        }));
  return (
    <>
      <Choice control={viewControl} value={view} isDisabled={false} onChange={setView} onSettled={() => {}} />
      {sliders.map(({ label, help, value, set }) => (
        <NumberSlider
          key={label}
          control={number(label, 0, RANGE, 'σ', help)}
          value={value}
          isDisabled={false}
          onChange={set}
          onSettled={desk.settings.endGesture}
        />
      ))}
      <div className="row buttons">
        <button
          type="button"
          title="All betas back to what the measures let expect"
          disabled={desk.body.betas === null}
          onClick={() => desk.choose({ ...desk.body, betas: null })}
        >
          Back to the measures
        </button>
        <button
          type="button"
          title="All betas to zero: the average body"
          onClick={() => desk.choose({ ...desk.body, betas: betas.map(() => 0) })}
        >
          All zero
        </button>
      </div>
    </>
  );
}

function betaHelp(name: string, k: number): string {
  if (name.startsWith('residual')) return 'What the twelve measures leave open: a main direction of the rest';
  if (k === 0) return 'Stature, in standard deviations from the mean';
  return `${measureLabel(name)}: how far it lies from what the betas before it let expect, in standard deviations`;
}
