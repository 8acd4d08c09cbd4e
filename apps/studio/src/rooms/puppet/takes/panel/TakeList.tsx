import { takeDuration } from '@leib/puppet';
import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../../../ui/IconButton.js';
import type { EntryProps, TakesProps } from './takesProps.js';

/** The takes of the open puppet; one is chosen. */
export function TakeList(props: TakesProps) {
  const { controller, takes, refresh } = props;
  const { entries, shelf, selectedId } = takes;
  return (
    <section aria-label="Takes">
      {entries.length === 0 && (
        <p className="hint">
          No takes of {controller.document.file.name} yet. Record one, or drop a take (leib-puppet-take/1) here.
        </p>
      )}
      <ul className="kept-list puppet-takes">
        {entries.map((entry) => (
          <li key={entry.id} data-active={entry.id === selectedId}>
            {entry.id === selectedId ? (
              <TakeName {...props} entry={entry} />
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

function TakeName({ takes, entry, refresh }: EntryProps) {
  const { name } = entry.take;
  const [text, setText] = useState(name);
  useEffect(() => setText(name), [name]);
  const accept = () => {
    const next = text.trim();
    if (next === '' || next === name) setText(name);
    else takes.shelf.rename(entry, next);
    refresh();
  };
  return (
    <input
      className="name"
      aria-label="Name of the take"
      maxLength={60}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={accept}
      onKeyDown={({ key }) => key === 'Enter' && accept()}
    />
  );
}
