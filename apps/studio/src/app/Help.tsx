import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../ui/IconButton.js';
import { isTouchScreen } from '../ui/media.js';
import { type KeyGroup, type KeyRow, type KeySituation, keyGroups, keyRows, keySituation } from './keys.js';
import { useStudio } from './StudioContext.js';
import { useStudioStore } from './studioStore.js';

/** What hands do without keys, by what they hold. Help shows the list of the device that is used. */
type PointingDevice = 'mouse' | 'touch' | 'controllers';

interface Gesture {
  readonly gesture: string;
  readonly does: string;
  readonly when: (situation: KeySituation) => boolean;
}

const always = () => true;
const isEmulated = ({ source, isStill, isEmulatedVr }: KeySituation) =>
  (source === 'emulator' && !isStill) || isEmulatedVr;
const isPuppet = ({ roomId, isEmulatedVr }: KeySituation) => roomId === 'puppet' && !isEmulatedVr;
const isOutside = ({ isEmulatedVr }: KeySituation) => !isEmulatedVr;
const isIn = (id: string) => (now: KeySituation) => now.roomId === id && !now.isEmulatedVr;

const gestures: Readonly<Record<PointingDevice, readonly Gesture[]>> = {
  mouse: [
    { gesture: 'Drag', does: 'look from another side', when: isOutside },
    { gesture: 'Right button, drag', does: 'move the view; in Puppet, turn the hand', when: isOutside },
    { gesture: 'Wheel', does: 'nearer, farther', when: isOutside },
    {
      gesture: 'Drag a ball',
      does: 'move the head or a hand; wheel while dragging: nearer or farther',
      when: isEmulated,
    },
    { gesture: 'Shift, drag a ball', does: 'turn it', when: isEmulated },
    { gesture: 'Drag the picture', does: 'look around', when: ({ isEmulatedVr }) => isEmulatedVr },
    { gesture: 'Move', does: 'the puppet follows; Shift and wheel: away and near', when: isPuppet },
    { gesture: 'Drag a ring', does: 'pull what it holds', when: isPuppet },
    { gesture: 'Drag the body', does: 'push it', when: isIn('reembody') },
    { gesture: 'Drop a file', does: 'open it: a motion, an avatar, settings', when: always },
  ],
  touch: [
    { gesture: 'One finger', does: 'look from another side', when: ({ roomId }) => roomId !== 'puppet' },
    {
      gesture: 'Two fingers',
      does: 'pinch: nearer, farther; drag: move the view',
      when: ({ roomId }) => roomId !== 'puppet',
    },
    { gesture: 'Left stick', does: 'walk', when: (now) => isEmulated(now) || isIn('embody')(now) },
    { gesture: 'Right stick', does: 'turn', when: (now) => isEmulated(now) || isIn('embody')(now) },
    { gesture: 'Drag a ball', does: 'move the head or a hand', when: isEmulated },
    { gesture: 'One finger', does: 'the puppet follows; two turn and zoom the view', when: isPuppet },
    { gesture: 'Rest a finger, then drag', does: 'turn the hand', when: isPuppet },
    { gesture: 'Finger pads', does: 'bend single fingers: drag down', when: isPuppet },
    { gesture: 'Drag a ring', does: 'pull what it holds, several at once', when: isPuppet },
    { gesture: 'Drag the body', does: 'push it', when: isIn('reembody') },
    { gesture: 'Drag the handle', does: 'make the panel higher or lower; a tap does it, too', when: always },
    { gesture: 'Rest a finger on a control', does: 'says what it does', when: always },
  ],
  controllers: [
    { gesture: 'Move head and hands', does: 'the body follows', when: always },
    { gesture: 'Left stick', does: 'walk, in rooms with a world to walk in', when: isInVr },
    { gesture: 'Trigger, or pinch', does: 'press what the ray points at', when: isInVr },
    {
      gesture: 'Trigger, or pinch, and move',
      does: 'push the second body, or pull a thing, that the ray points at',
      when: (now) => isInVr(now) && now.roomId === 'reembody',
    },
    { gesture: 'Grip', does: 'hold things', when: isInVr },
  ],
};

const names: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Page ↑',
  PageDown: 'Page ↓',
  Escape: 'Esc',
  Equal: '+',
  Minus: '−',
  NumpadAdd: 'Num +',
  NumpadSubtract: 'Num −',
};

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

/** A key of the table as people know it: "Ctrl+Shift+KeyZ" is ["Ctrl", "Shift", "Z"]. */
export function keyName(key: string): readonly string[] {
  return key.split('+').map((part) => names[part] ?? part.replace(/^(Key|Digit)/, ''));
}

function isInVr({ isEmulatedVr }: KeySituation): boolean {
  return isEmulatedVr;
}
