import { placeOfStep, rangeOfValue } from '@leib/study/editor';
import { useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../../ui/Button.js';
import type { StudyDocument } from './studyDocument.js';

/** The same study as text. Anything can be typed: what is no study is said with its place, and the form keeps what it had. */
export function JsonView({ document: own }: { readonly document: StudyDocument }) {
  const { edits, problem, selected } = useStore(own.store);
  const { text, isAhead } = edits.present.draft;
  const area = useRef<HTMLTextAreaElement>(null);
  const typed = useRef(text);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || typed.current === text) return;
    // Undo and the form write as well: the caret goes where they did.
    if (document.activeElement === element) placeCaret(element, endOfChange(typed.current, text));
    typed.current = text;
  }, [text]);
  const show = ({ start, end }: { readonly start: number; readonly end: number }) => {
    const element = area.current;
    if (!element) return;
    element.focus();
    element.setSelectionRange(start, end);
    element.scrollTop = Math.max(0, lineHeightOf(element) * (text.slice(0, start).split('\n').length - 4));
  };
  return (
    <div className="study-json">
      <div className="study-view-tools">
        <Button
          className="small"
          title="Selects the step of the form in the text"
          onClick={() => show(rangeOfValue(text, placeOfStep(selected)))}
        >
          Go to the step
        </Button>
        {problem && (
          <Button className="small" title="Selects what is wrong" onClick={() => show(problem.range)}>
            Go to what is wrong
          </Button>
        )}
        {isAhead && (
          <Button
            className="small"
            title="The text becomes what the form shows; undo brings it back"
            onClick={() => own.takeLastGood()}
          >
            Back to the last that was right
          </Button>
        )}
      </div>
      <textarea
        ref={area}
        className="study-code"
        aria-label="Study as JSON"
        aria-invalid={problem !== null}
        title="leib-study/1"
        spellCheck={false}
        wrap="off"
        value={text}
        onChange={({ target }) => {
          typed.current = target.value;
          // What is typed in one line is undone together.
          own.setText(target.value, `line ${target.value.slice(0, target.selectionStart).split('\n').length}`);
        }}
        onBlur={() => own.endGesture()}
      />
    </div>
  );
}

const lineHeightOf = (element: HTMLElement) => Number.parseFloat(getComputedStyle(element).lineHeight) || 16;

function placeCaret(element: HTMLTextAreaElement, at: number): void {
  element.setSelectionRange(at, at);
}

/** Where two texts are the same again, in the second one. */
function endOfChange(before: string, after: string): number {
  let same = 0;
  const most = Math.min(before.length, after.length);
  while (same < most && before.at(-1 - same) === after.at(-1 - same)) same++;
  return after.length - same;
}
