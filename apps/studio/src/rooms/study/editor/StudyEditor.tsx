import './editor.css';
import { Download, Redo2, Undo2, Upload, X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { saveFile } from '../../../files/saveFile.js';
import { Button } from '../../../ui/Button.js';
import { FilesInput } from '../../../ui/FileInput.js';
import { IconButton } from '../../../ui/IconButton.js';
import { useWindowSize } from '../../../ui/media.js';
import { Select } from '../../../ui/Select.js';
import { type Tab, Tabs } from '../../../ui/Tabs.js';
import { useModal } from '../../../ui/useModal.js';
import { examples } from '../station/studyFiles.js';
import { DryRunView } from './DryRunView.js';
import { JsonView } from './JsonView.js';
import { OrdersView } from './OrdersView.js';
import { Preview } from './Preview.js';
import { StudyForm } from './StudyForm.js';
import type { StudyDocument } from './studyDocument.js';

interface StudyEditorProps {
  readonly document: StudyDocument;
  readonly onClose: () => void;
  /** Participants take part in the study as it is now. */
  readonly onRun: () => void;
}

type View = 'form' | 'json' | 'preview' | 'orders' | 'dry';

const views: readonly Tab<View>[] = [
  { id: 'form', label: 'Form', help: 'The study as a form' },
  { id: 'json', label: 'JSON', help: 'The same study as text' },
  { id: 'preview', label: 'Preview', help: 'The chosen step as participants see it' },
  { id: 'orders', label: 'Orders', help: 'Who gets which order, and how long it takes' },
  { id: 'dry', label: 'Dry run', help: 'A simulated participant goes through all of it' },
];

/** With less width form and text do not stand side by side, pixels. */
const NARROW = 900;

/** Studies are written here: the form beside the text, what participants see, and a dry run. */
export default function StudyEditor({ document: own, onClose, onRun }: StudyEditorProps) {
  const dialog = useModal();
  const isNarrow = useWindowSize().width < NARROW;
  const [view, setView] = useState<View>('json');
  const { setup, problem } = useStore(own.store);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key === 'z' && !event.shiftKey) own.undo();
    else if (key === 'y' || key === 'z') own.redo();
    else return;
    event.preventDefault();
  };
  const open = !isNarrow && view === 'form' ? 'json' : view;
  return (
    <dialog
      ref={dialog}
      className="study-editor card"
      aria-label="Study editor"
      onClose={onClose}
      onKeyDown={onKeyDown}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') || event.stopPropagation()}
    >
      <EditorHead document={own} onClose={onClose} onRun={onRun} />
      <p className="study-problem" data-is-wrong={problem !== null} role="status">
        {problem?.sentence ??
          (setup ? 'It can be run as it stands. Kept in this browser.' : 'Reading its questionnaires …')}
      </p>
      <div className="study-columns">
        {!isNarrow && <StudyForm document={own} />}
        <div className="study-views">
          <Tabs
            label="Views of the study"
            prefix="study-view"
            tabs={isNarrow ? views : views.slice(1)}
            open={open}
            onOpen={setView}
          >
            {open === 'form' && <StudyForm document={own} />}
            {open === 'json' && <JsonView document={own} />}
            {(open === 'preview' || open === 'orders' || open === 'dry') && <Follows document={own} view={open} />}
          </Tabs>
        </div>
      </div>
    </dialog>
  );
}

interface FollowsProps {
  readonly document: StudyDocument;
  readonly view: View;
}

/** What follows from a study that is right. */
function Follows({ document: own, view }: FollowsProps) {
  const { setup, selected } = useStore(own.store);
  if (!setup) return <p className="hint">First what is wrong is to be made right: see the sentence above.</p>;
  if (view === 'orders') return <OrdersView setup={setup} />;
  if (view === 'dry') return <DryRunView setup={setup} />;
  return <Preview setup={setup} selected={selected} onSelect={(path) => own.select(path)} />;
}

const BLANK = 'blank';
const FILE = 'file';

function EditorHead({ document: own, onClose, onRun }: StudyEditorProps) {
  const input = useRef<HTMLInputElement>(null);
  const { edits, setup } = useStore(own.store);
  const { value } = edits.present.draft;
  const begin = (from: string) => {
    if (from === BLANK) own.openBlank();
    else if (from === FILE) input.current?.click();
    else if (from !== '') void own.openExample(from);
  };
  const name = typeof value.id === 'string' && value.id !== '' ? value.id : 'study';
  return (
    <header>
      <h2>Study editor</h2>
      <Select
        aria-label="Begin from"
        title="Takes the place of the study that is open; undo brings it back"
        value=""
        options={[
          { value: '', label: 'Begin from …' },
          { value: BLANK, label: 'A blank study' },
          { value: FILE, label: 'A file …' },
          ...Object.entries(examples).map(([id, { title }]) => ({ value: id, label: title })),
        ]}
        onChange={begin}
      />
      <FilesInput
        inputRef={input}
        label="File of a study to edit"
        accept=".json"
        onFiles={(files) => void own.openFiles(files)}
      />
      <span className="spacer" />
      <IconButton icon={Undo2} label="Undo (Ctrl+Z)" isDisabled={edits.past.length === 0} onClick={() => own.undo()} />
      <IconButton
        icon={Redo2}
        label="Redo (Ctrl+Shift+Z)"
        isDisabled={edits.future.length === 0}
        onClick={() => own.redo()}
      />
      <IconButton icon={Upload} label="Open a file of a study" onClick={() => input.current?.click()} />
      <IconButton
        icon={Download}
        label="Save the study as a file"
        onClick={() => saveFile(`${name}.json`, own.files().protocol, 'application/json')}
      />
      <Button
        className="study-main"
        title="Goes to the room’s form with this study, where participants begin"
        disabled={!setup}
        onClick={onRun}
      >
        Run this study
      </Button>
      <IconButton icon={X} label="Close the editor; all is kept" onClick={onClose} />
    </header>
  );
}
