import type { PuppetTabProps } from '../panel/puppetTab.js';
import { selectPart, usePuppetPanel } from '../puppetPanelStore.js';

/** What the puppet is made of. */
export default function BuildTab({ controller }: PuppetTabProps) {
  const selected = usePuppetPanel((state) => state.selectedPart);
  const { parts } = controller.document.file;
  return (
    <section aria-label="Parts">
      <h3>Parts</h3>
      {parts.length === 0 && <p className="hint">This model has no parts yet: the hand moves it as a whole.</p>}
      <div className="part-list">
        {parts.map(({ name, shape, parent }) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === selected}
            title={parent === null ? 'Hangs on the whole puppet' : `Linked to ${parent}`}
            onClick={() => selectPart(name === selected ? null : name)}
          >
            {name} <small>{shape.kind}</small>
          </button>
        ))}
      </div>
    </section>
  );
}
