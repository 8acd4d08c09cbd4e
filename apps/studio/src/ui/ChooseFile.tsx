import { X } from 'lucide-react';
import { Button } from './Button.js';
import { IconButton } from './IconButton.js';
import type { FileQuestion } from './pageStore.js';
import { useModal } from './useModal.js';
import './chooseFile.css';

/** Asks which of several files is meant. */
export default function ChooseFile({ asked }: { readonly asked: FileQuestion }) {
  const dialog = useModal();
  const { title, candidates, answer } = asked;
  return (
    <dialog ref={dialog} className="choose-file card" aria-label={title} onCancel={() => answer(null)}>
      <div className="row">
        <h2>{title}</h2>
        <IconButton icon={X} label="Close" onClick={() => answer(null)} />
      </div>
      <ul>
        {candidates.map((path) => (
          <li key={path}>
            <Button onClick={() => answer(path)} help={path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''}>
              {path.slice(path.lastIndexOf('/') + 1)}
            </Button>
          </li>
        ))}
      </ul>
    </dialog>
  );
}
