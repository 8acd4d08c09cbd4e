import { type SkinSettings, setLip } from '@leib/puppet';
import { Trash2 } from 'lucide-react';
import { IconButton } from '../../../../ui/IconButton.js';
import { CENTIMETRES, EditSlider } from './fields.js';
import type { SkinCardProps } from './skinCardProps.js';

type Lip = SkinSettings['lips'][number];

/** A file holds no more. */
const MOST_LIPS = 16;

/** Pairs of parts that do not pass through each other. */
export function LipFields({ editor, skin }: SkinCardProps) {
  const { lips } = skin;
  const { parts } = editor.controller.document.file;
  const set = (what: string, index: number, lip: Lip, gesture: string | null = null) =>
    editor.attempt(what, (file) => setLip(file, index, lip), gesture);
  const remove = (index: number) =>
    editor.attempt('remove lips', (file) => ({ ...file, skin: { ...file.skin, lips: lips.toSpliced(index, 1) } }));
  const reason =
    parts.length < 2 ? 'Lips need two parts: build them first' : lips.length >= MOST_LIPS ? 'No more pairs fit' : null;
  const add = () => set('add lips', lips.length, { upper: parts[0].name, lower: parts[1].name, gap: 0.002 });
  return (
    <section aria-label="Lips">
      <h3>Lips</h3>
      {lips.map((lip, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pairs have no names of their own.
        <div className="region-card" key={i}>
          {(['upper', 'lower'] as const).map((side) => (
            <label key={side} className="row">
              <span>{side === 'upper' ? 'Upper' : 'Lower'}</span>
              <select value={lip[side]} onChange={({ target }) => set('lips', i, { ...lip, [side]: target.value })}>
                {parts
                  .filter(({ name }) => name !== lip[side === 'upper' ? 'lower' : 'upper'])
                  .map(({ name }) => (
                    <option key={name}>{name}</option>
                  ))}
              </select>
            </label>
          ))}
          <EditSlider
            controller={editor.controller}
            label="Gap"
            help="What stays open between them"
            value={lip.gap}
            scale={CENTIMETRES}
            unit="cm"
            range={[0, 5, 0.05]}
            onChange={(gap) => set('gap of the lips', i, { ...lip, gap }, `gap ${i}`)}
          />
          <IconButton
            icon={Trash2}
            label={`Remove the lips ${lip.upper} and ${lip.lower}`}
            tone="danger"
            onClick={() => remove(i)}
          />
        </div>
      ))}
      <div className="row buttons">
        <button
          type="button"
          disabled={reason !== null}
          title={reason ?? 'Two parts that do not pass through each other; they make a mouth that bites'}
          onClick={add}
        >
          Add lips
        </button>
      </div>
    </section>
  );
}
