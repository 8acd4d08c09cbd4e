import { type BodyLooks, defaultLooks, lookChoices } from '@leib/body';
import { type CSSProperties, useId } from 'react';
import { choice, number } from '../../../files/settings.js';
import { Choice, NumberSlider } from '../../../ui/controls.js';
import { looksOf } from '../bodySpec.js';
import type { BodyProps } from './BodyWorkCard.js';
import './looksTab.css';

const hairControl = choice(
  'Hair',
  defaultLooks.hair,
  Object.fromEntries(Object.entries(lookChoices.hair).map(([style, { label }]) => [style, label])) as Record<
    BodyLooks['hair'],
    string
  >,
  'Length of the hair',
);
const ageControl = number(
  'Age',
  defaultLooks.age,
  [lookChoices.age.youngest, lookChoices.age.oldest, 1],
  'years',
  'Age that the face shows',
);

/** Skin, hair and clothes of the person. */
export function LooksTab({ controller }: BodyProps) {
  const looks = looksOf(controller.body);
  const { endGesture } = controller.settings;
  const change = (changes: Partial<BodyLooks>) => controller.change({ looks: { ...looks, ...changes } });
  const choose = (changes: Partial<BodyLooks>) => {
    endGesture();
    change(changes);
    endGesture();
  };
  return (
    <>
      <Swatches label="Skin" colours={lookChoices.skin} value={looks.skin} onChoose={(skin) => choose({ skin })} />
      <Choice control={hairControl} value={looks.hair} onChange={(hair) => choose({ hair })} onSettled={endGesture} />
      <Swatches
        label="Hair colour"
        colours={lookChoices.hairColour}
        value={looks.hairColour}
        onChoose={(hairColour) => choose({ hairColour })}
      />
      <Swatches label="Top" colours={lookChoices.cloth} value={looks.top} onChoose={(top) => choose({ top })} />
      <Swatches
        label="Trousers"
        colours={lookChoices.cloth}
        value={looks.trousers}
        onChoose={(trousers) => choose({ trousers })}
      />
      <Swatches label="Shoes" colours={lookChoices.cloth} value={looks.shoes} onChoose={(shoes) => choose({ shoes })} />
      <NumberSlider control={ageControl} value={looks.age} onChange={(age) => change({ age })} onSettled={endGesture} />
      <p className="hint">Looks are kept with the body: when it is worn, shared and saved as VRM or GLB.</p>
    </>
  );
}

interface SwatchesProps<Name extends string> {
  readonly label: string;
  readonly colours: Readonly<Record<Name, { readonly label: string; readonly hex: string }>>;
  readonly value: Name;
  readonly onChoose: (name: Name) => void;
}

/** One colour of a few, as a row of round swatches. */
function Swatches<Name extends string>({ label, colours, value, onChoose }: SwatchesProps<Name>) {
  const id = useId();
  return (
    <fieldset className="control swatches">
      <legend id={id} className="row">
        {label}
        <small>{colours[value].label}</small>
      </legend>
      <div className="swatch-row" role="radiogroup" aria-labelledby={id}>
        {(Object.keys(colours) as Name[]).map((name) => (
          <label key={name} className="swatch" title={colours[name].label}>
            <input
              type="radio"
              name={id}
              value={name}
              aria-label={`${label}: ${colours[name].label}`}
              checked={name === value}
              onChange={() => onChoose(name)}
            />
            <span style={{ '--swatch': colours[name].hex } as CSSProperties} aria-hidden />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
