import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../ui/IconButton.js';
import { useStudioStore } from './studioStore.js';

const keys: readonly (readonly [keys: string, does: string])[] = [
  ['Drag', 'turn the view; right button moves it, wheel zooms'],
  ['Space', 'play or pause'],
  ['← →', 'one second back or on'],
  ['L', 'loop on or off'],
  ['R', 'record, and save the recording'],
  ['P', 'open or close the panel'],
  ['Ctrl+Z, Ctrl+Shift+Z', 'undo and redo settings'],
  ['?', 'this page'],
];

const emulatorKeys: readonly (readonly [keys: string, does: string])[] = [
  ['Drag a ball', 'move the head or a hand; wheel while dragging: nearer or farther'],
  ['Shift+drag a ball', 'turn it'],
  ['W A S D', 'walk'],
  ['Q E', 'turn'],
  ['R F', 'head up, head down'],
  ['C', 'crouch while held'],
  ['T G', 'trigger and grip of the hand last held'],
  ['Z X V B', 'roll and tilt that hand'],
  ['L', 'lose that controller, and find it again'],
  ['Home', 'back to the start'],
];

const puppetKeys: readonly (readonly [keys: string, does: string])[] = [
  ['Move', 'the puppet follows the mouse; right button turns it, Shift+wheel: away and near'],
  ['Space F D S A', 'thumb, index, middle, ring, little finger; G four fingers, H all five'],
  ['Drag a ring', 'pull what it holds; several at once with several fingers'],
  ['Shift+drag a part', 'turn it'],
  ['Ctrl+Z, Ctrl+Shift+Z', 'undo and redo changes of the puppet; in the tab Takes, of takes'],
  ['Q W E V L T', 'drag grips, turn parts, finger pads, a further view, the tutorial, things on the stage'],
  ['O, Esc', 'clean picture for streaming, and back'],
];

export function Help() {
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
      <KeyTable rows={keys} />
      <h3>With mouse and keys as the source</h3>
      <KeyTable rows={emulatorKeys} />
      <h3>In the room Puppet</h3>
      <KeyTable rows={puppetKeys} />
    </dialog>
  );
}

function KeyTable({ rows }: { readonly rows: typeof keys }) {
  return (
    <dl>
      {rows.map(([key, does]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
