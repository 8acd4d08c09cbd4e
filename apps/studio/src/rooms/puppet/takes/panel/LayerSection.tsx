import { useState } from 'react';
import { NumberField } from '../../../../ui/NumberField.js';
import { PartChoice } from './PartChoice.js';
import type { EntryProps } from './takesProps.js';

/** Some parts of another take over the chosen one. */
export function LayerSection({ controller, takes, entry }: EntryProps) {
  const others = takes.entries.filter(({ id }) => id !== entry.id);
  const [overId, setOverId] = useState<string | null>(null);
  const [parts, setParts] = useState<readonly string[]>([]);
  const [start, setStart] = useState(0);
  const over = others.find(({ id }) => id === overId) ?? others[0];
  if (!over) return null;
  return (
    <details>
      <summary>
        <h3>Lay a take over it</h3>
      </summary>
      <div className="layer-fields">
        <label>
          Take
          <select value={over.id} onChange={({ target }) => setOverId(target.value)}>
            {others.map(({ id, take }) => (
              <option key={id} value={id}>
                {take.name}
              </option>
            ))}
          </select>
        </label>
        <NumberField
          label="Begins at"
          unit="s"
          value={start}
          scale={1}
          min={0}
          max={600}
          isOptional={false}
          emptyText=""
          isDisabled={false}
          onChange={(value) => setStart(value ?? 0)}
        />
      </div>
      <PartChoice label="Parts of it" parts={controller.document.file.parts} chosen={parts} onChange={setParts} />
      <div className="take-buttons">
        <button
          type="button"
          disabled={parts.length === 0}
          title={parts.length === 0 ? 'Choose the parts first' : 'As a new take; both stay'}
          onClick={() => {
            takes.layOver(over, parts, start);
            controller.refresh();
          }}
        >
          Lay over
        </button>
      </div>
    </details>
  );
}
