import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../ui/IconButton.js';
import { isTouchScreen } from '../ui/media.js';
import { type Gesture, gestures, type PointingDevice } from './gestures.js';
import { keyName } from './keyNames.js';
import { type KeyGroup, type KeyRow, type KeySituation, keyGroups, keyRows, keySituation } from './keys.js';
import { useStudio } from './StudioContext.js';
import { useStudioStore } from './studioStore.js';

const gestureTitles: Readonly<Record<PointingDevice, string>> = {
  mouse: 'Mouse',
  touch: 'On the screen',
  controllers: 'With the headset',
};

/** What the help is about, on this device. */
export const helpTitle = () => (isTouchScreen() ? 'Touch' : 'Keys and mouse');

/** What can be done now, by the device that is used: gestures, and keys where there is a keyboard. */
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
    <dialog ref={dialog} className="help card" aria-label={helpTitle()} onClose={close}>
      <div className="row">
        <h2>{helpTitle()}</h2>
        <IconButton icon={X} label="Close" onClick={close} />
      </div>
      {isOpen && <Contents now={keySituation(studio)} />}
    </dialog>
  );
}

function Contents({ now }: { readonly now: KeySituation }) {
  const isTouch = isTouchScreen();
  const devices: PointingDevice[] = [
    ...(now.isEmulatedVr ? ['controllers' as const] : []),
    isTouch ? 'touch' : 'mouse',
  ];
  return (
    <>
      {devices.map((device) => (
        <GestureTable
          key={device}
          title={gestureTitles[device]}
          rows={gestures[device].filter(({ when }) => when(now))}
        />
      ))}
      {isTouch ? (
        <details>
          <summary>Keys, where a keyboard is at hand</summary>
          <KeyTables now={now} />
        </details>
      ) : (
        <KeyTables now={now} />
      )}
    </>
  );
}

function GestureTable({ title, rows }: { readonly title: string; readonly rows: readonly Gesture[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {rows.map(({ gesture, does }) => (
          <div key={gesture}>
            <dt>{gesture}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
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
