import { Trash2, Undo2 } from 'lucide-react';
import { IconButton } from '../../../ui/IconButton.js';
import { useIsBusy } from '../../../ui/noticesStore.js';
import { SHELF_PLACES } from '../files/puppetShelf.js';
import type { PuppetTabProps } from './puppetTab.js';

/** Puppets that were edited and made room for another; the open one is not among them. */
export function YourPuppets({ controller, refresh }: PuppetTabProps) {
  const { shelf } = controller.autosave;
  const isBusy = useIsBusy();
  const { id: openId } = controller.document.store.getState();
  const lines = shelf.lines.filter(({ id }) => id !== openId);
  const { deleted } = shelf;
  return (
    <section aria-label="Your puppets">
      <h3>Your puppets</h3>
      {lines.length === 0 && <p className="hint">A puppet that you changed stays here when you open another.</p>}
      <ul className="kept-list">
        {lines.map((line) => (
          <li key={line.id}>
            <button
              type="button"
              className="name"
              title={`Open ${line.name}; undo goes back to the puppet that is open now`}
              disabled={isBusy}
              onClick={() => void controller.openKept(line.id, line.name)}
            >
              {line.name}
            </button>
            <small>
              {line.origin}, {new Date(line.keptAtMs).toLocaleString([], { dateStyle: 'short', timeStyle: 'short' })}
            </small>
            <IconButton
              icon={Trash2}
              label={`Delete ${line.name}`}
              onClick={() => void shelf.delete(line).then(refresh)}
            />
          </li>
        ))}
      </ul>
      {deleted && (
        <div className="row buttons">
          <button type="button" onClick={() => void controller.bringBack().then(refresh)}>
            <Undo2 size={14} aria-hidden /> Bring back {deleted.name}
          </button>
        </div>
      )}
      {lines.length > 0 && <p className="hint">The last {SHELF_PLACES} are kept in this browser.</p>}
    </section>
  );
}
