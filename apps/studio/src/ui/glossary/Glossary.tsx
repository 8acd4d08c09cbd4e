import text from 'virtual:leib-glossary';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../IconButton.js';
import { useIsExpert, usePage } from '../pageStore.js';
import { useModal } from '../useModal.js';
import { readGlossary, searchGlossary, withoutCode } from './readGlossary.js';
import './glossary.css';

const entries = readGlossary(text);

/** Our words in a dialog with a search field; experts see the names of the source, too. */
export default function Glossary({ asked }: { readonly asked: string }) {
  const dialog = useModal();
  const [search, setSearch] = useState(asked);
  const isExpert = useIsExpert();
  useEffect(() => setSearch(asked), [asked]);
  const found = searchGlossary(entries, search);
  return (
    <dialog
      ref={dialog}
      className="glossary card"
      aria-label="Glossary"
      onClose={() => usePage.setState({ glossary: null })}
    >
      <div className="row">
        <h2>Glossary</h2>
        <IconButton icon={X} label="Close" onClick={() => dialog.current?.close()} />
      </div>
      <input
        type="search"
        aria-label="Search the glossary"
        placeholder="Search"
        title="Finds words and their meanings"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        // Browsers empty a search field by Escape; here it closes the dialog.
        onKeyDown={(event) => event.key === 'Escape' && dialog.current?.close()}
      />
      <dl>
        {found.map(({ section, word, meaning }) => (
          <div key={`${section} ${word}`}>
            <dt>
              {word} <small>{section}</small>
            </dt>
            <dd>{isExpert ? meaning.replaceAll('`', '') : withoutCode(meaning)}</dd>
          </div>
        ))}
      </dl>
      {found.length === 0 && <p className="hint">No word or meaning has “{search}”.</p>}
    </dialog>
  );
}
