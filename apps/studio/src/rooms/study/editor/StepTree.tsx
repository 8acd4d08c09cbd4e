import {
  duplicateStep,
  insertStep,
  moveStep,
  newStep,
  removeStep,
  type StepKind,
  type StepPath,
  type StudyValue,
  shiftStep,
  stepAt,
  stepKinds,
  stepsIn,
} from '@leib/study/editor';
import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../ui/IconButton.js';
import { Select } from '../../../ui/Select.js';
import { aboutStep, kindWords } from './editorWords.js';
import type { StudyDocument } from './studyDocument.js';

interface StepTreeProps {
  readonly document: StudyDocument;
  readonly study: StudyValue;
  readonly selected: StepPath;
  readonly languages: readonly string[];
}

const markOf = (path: StepPath) => `step-${path.join('-')}`;

/** Steps and blocks of the study: chosen, added, moved and taken away. */
export function StepTree(props: StepTreeProps) {
  const { document: own, study, selected, languages } = props;
  const [dragged, setDragged] = useState<StepPath | null>(null);
  const tree = useRef<HTMLDivElement>(null);
  // The focus goes with a step that is moved by keys.
  useEffect(() => {
    if (tree.current?.contains(document.activeElement))
      tree.current.querySelector<HTMLElement>(`#${markOf(selected)}`)?.focus();
  }, [selected]);
  const shift = (by: -1 | 1) => own.editFlow(shiftStep(study, selected, by));
  const remove = () => own.editFlow(removeStep(study, selected));
  const add = (kind: StepKind) => {
    const isInside = stepAt(study, selected)?.kind === 'block' && kind !== 'block';
    const at = isInside ? [...selected, 0] : [...selected.slice(0, -1), (selected.at(-1) ?? -1) + 1];
    const step = newStep(kind, languages);
    own.editFlow(insertStep(study, at, step));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key } = event;
    const by = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
    if (by !== 0 && event.altKey) shift(by);
    else if (by !== 0) walk(event.currentTarget, by);
    else if (key === 'Delete') remove();
    else return;
    event.preventDefault();
  };
  const drop = (to: StepPath) => {
    if (dragged) own.editFlow(moveStep(study, dragged, to));
    setDragged(null);
  };
  return (
    <section className="study-tree" aria-label="Steps">
      <div className="row study-tools">
        <Select
          aria-label="Add a step"
          title="Stands behind the step that is chosen, or first in its block"
          value=""
          options={[
            { value: '', label: 'Add a step …' },
            ...stepKinds.map((kind) => ({ value: kind, label: kindWords[kind] })),
          ]}
          onChange={(kind) => kind !== '' && add(kind as StepKind)}
        />
        <IconButton icon={ArrowUp} label="Move up (Alt+↑)" onClick={() => shift(-1)} />
        <IconButton icon={ArrowDown} label="Move down (Alt+↓)" onClick={() => shift(1)} />
        <IconButton icon={Copy} label="Duplicate" onClick={() => own.editFlow(duplicateStep(study, selected))} />
        <IconButton icon={Trash2} label="Take away (Delete)" onClick={remove} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside */}
      <div ref={tree} onKeyDown={onKeyDown}>
        <Steps {...props} path={[]} onDrag={setDragged} onDrop={drop} />
      </div>
    </section>
  );
}

interface StepsProps extends StepTreeProps {
  readonly path: StepPath;
  readonly onDrag: (path: StepPath) => void;
  /** Before the step that has this place now. */
  readonly onDrop: (path: StepPath) => void;
}

function Steps(props: StepsProps) {
  const { study, path } = props;
  return (
    <ol>
      {stepsIn(study, path).map((step, index) => {
        const at = [...path, index];
        return (
          <li key={at.join('.')}>
            <StepRow {...props} at={at} />
            {step.kind === 'block' && <Steps {...props} path={at} />}
          </li>
        );
      })}
    </ol>
  );
}

function StepRow({ document: own, study, selected, at, onDrag, onDrop }: StepsProps & { readonly at: StepPath }) {
  const [isOver, setOver] = useState(false);
  const step = stepAt(study, at) ?? {};
  const isSelected = at.join() === selected.join();
  const over = (event: DragEvent) => {
    // Files are the page's.
    if (event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <button
      type="button"
      id={markOf(at)}
      className="study-step-row"
      title="Shows it in the form and in the preview; drag it to another place"
      aria-current={isSelected}
      data-over={isOver}
      tabIndex={isSelected ? 0 : -1}
      draggable
      onClick={() => own.select(at)}
      onFocus={() => own.select(at)}
      onDragStart={() => onDrag(at)}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={() => {
        setOver(false);
        onDrop(at);
      }}
    >
      <strong>{String(step.id ?? '')}</strong> <span>{kindWords[String(step.kind)]}</span>
      <small>{aboutStep(step)}</small>
    </button>
  );
}

/** To the next or the previous step, with the focus. */
function walk(tree: HTMLElement, by: -1 | 1): void {
  const rows = [...tree.querySelectorAll<HTMLElement>('.study-step-row')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  rows[Math.max(0, Math.min(rows.length - 1, at + by))]?.focus();
}
