import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../ui/IconButton.js';
import { keyName } from './keyNames.js';
import { type KeyGroup, type KeyRow, type KeySituation, keyGroups, keyRows, keySituation } from './keys.js';
import { useStudio } from './StudioContext.js';
import { useStudioStore } from './studioStore.js';

/** Keys, the ones that can be used now first. */
export function Help() {
  const studio = useStudio();
  const isOpen = useStudioStore((state) => state.isHelpOpen);
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => useStudioStore.setState({ isHelpOpen: false });

  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  return (
    <dialog ref={dialog} className="help card" aria-label="Keys and mouse" onClose={close}>
      <div className="row">
        <h2>Keys and mouse</h2>
        <IconButton icon={X} label="Close" onClick={close} />
      </div>
      {isOpen && <KeyTables now={keySituation(studio)} />}
    </dialog>
  );
}

/** Groups that are of use now first, the others below. */
function KeyTables({ now }: { readonly now: KeySituation }) {
  const groups = Object.keys(keyGroups) as KeyGroup[];
  const rowsOf = (group: KeyGroup) => keyRows.filter((row) => row.group === group);
  const isOfUse = (group: KeyGroup) => rowsOf(group).some(({ when }) => when(now));
  const [here, elsewhere] = [groups.filter(isOfUse), groups.filter((group) => !isOfUse(group))];
  return (
    <>
      {here.map((group) => (
        <KeyTable key={group} title={keyGroups[group]} rows={rowsOf(group).filter(({ when }) => when(now))} />
      ))}
      {elsewhere.length > 0 && (
        <details>
          <summary>Keys of other rooms and sources</summary>
          {elsewhere.map((group) => (
            <KeyTable key={group} title={keyGroups[group]} rows={rowsOf(group)} />
          ))}
        </details>
      )}
    </>
  );
}

function KeyTable({ title, rows }: { readonly title: string; readonly rows: readonly KeyRow[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {rows.map(({ keys, does }) => (
          <div key={keys.join()}>
            <dt>
              {keys.map((key) => (
                <KeyCap key={key} name={keyName(key)} />
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function KeyCap({ name }: { readonly name: readonly string[] }) {
  return <kbd>{name.join('+')}</kbd>;
}
