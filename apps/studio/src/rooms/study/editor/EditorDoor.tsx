import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/Button.js';
import type { StudyController } from '../studyController.js';

const StudyEditor = lazy(() => import('./StudyEditor.js'));

interface EditorDoorProps {
  readonly controller: StudyController;
  /** The example that is chosen; null where a study of one's own is. */
  readonly example: string | null;
}

/** Leads to the editor of studies: to what was written before, or to the study that is chosen. */
export function EditorDoor({ controller, example }: EditorDoorProps) {
  const [isOpen, setOpen] = useState(controller.isEditing);
  const show = (isShown: boolean) => {
    controller.isEditing = isShown;
    setOpen(isShown);
  };
  const open = async () => {
    const { document: written, own } = controller;
    if (!written.isBegun && example !== null) await written.openExample(example);
    else if (!written.isBegun && own) written.open(own);
    show(true);
  };
  return (
    <div className="study-aside">
      <p className="hint">You plan a study? Change one of these, or write your own.</p>
      <Button
        className="small"
        title="Form and text side by side, a preview, and a dry run"
        onClick={() => void open()}
      >
        Edit studies …
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <StudyEditor
            document={controller.document}
            onClose={() => show(false)}
            onRun={() => {
              controller.own = controller.document.files();
              show(false);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
