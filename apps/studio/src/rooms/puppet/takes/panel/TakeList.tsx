import { takeDuration } from '@leib/puppet';
import { Trash2 } from 'lucide-react';
import { IconButton } from '../../../../ui/IconButton.js';
import { InlineName } from '../../../../ui/InlineName.js';
import type { TakesProps } from './takesProps.js';

/** The takes of the open puppet; one is chosen. */
export function TakeList({ controller, takes, refresh }: TakesProps) {
  const { entries, shelf, selectedId } = takes;
  return (
    <section aria-label="Takes">
      {entries.length === 0 && (
        <p className="hint">No takes of {controller.document.file.name} yet. Record one, or drop a saved take here.</p>
      )}
      <ul className="kept-list puppet-takes">
        {entries.map((entry) => (
          <li key={entry.id} data-active={entry.id === selectedId}>
            {entry.id === selectedId ? (
              <InlineName
                label="Name of the take"
                name={entry.take.name}
                onRename={(name) => {
                  takes.shelf.rename(entry, name);
                  refresh();
                }}
              />
            ) : (
              <button
                type="button"
                className="name"
                title="Choose this take"
                onClick={() => {
                  takes.select(entry.id);
                  refresh();
                }}
              >
                {entry.take.name}
              </button>
            )}
            <small data-testid={`seconds-${entry.take.name}`}>{takeDuration(entry.take).toFixed(2)} s</small>
            <IconButton
              icon={Trash2}
              label={`Delete ${entry.take.name}`}
              onClick={() => {
                if (entry.id === selectedId) takes.select(null);
                shelf.remove(entry);
                refresh();
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
