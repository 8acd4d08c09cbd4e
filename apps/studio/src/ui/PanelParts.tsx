import type { ComponentProps, ReactNode } from 'react';
import { Button } from './Button.js';
import { type Level, setLevel, usePage } from './pageStore.js';

interface FoldProps extends Omit<ComponentProps<'details'>, 'title'> {
  readonly title: ReactNode;
}

/** A part of a panel that opens and closes by its heading. */
export function Fold({ title, children, ...details }: FoldProps) {
  return (
    <details {...details}>
      <summary>
        <h3>{title}</h3>
      </summary>
      {children}
    </details>
  );
}

/** What cannot be done, and why. */
export function Refusal({ children }: { readonly children: ReactNode }) {
  return (
    <p className="refusal" role="alert">
      {children}
    </p>
  );
}

/** Sentences that one should know of, each for itself. */
export function Notes({ notes }: { readonly notes: readonly string[] | undefined }) {
  return notes?.map((note) => (
    <p key={note} className="hint">
      {note}
    </p>
  ));
}

const levels: readonly { readonly id: Level; readonly label: string; readonly help: string }[] = [
  { id: 'simple', label: 'Simple', help: 'What you need to understand and enjoy this room' },
  { id: 'expert', label: 'Expert', help: 'Every setting and every number' },
];

/** The head of a panel: its title, and the switch between simple and expert. */
export function PanelHead({ title }: { readonly title: string }) {
  return (
    <div className="panel-head row">
      <h2>{title}</h2>
      <LevelSwitch />
    </div>
  );
}

/** Simple or expert, for all panels. */
export function LevelSwitch() {
  const level = usePage((state) => state.level);
  return (
    <fieldset className="levels segments" aria-label="Level" data-tour="level">
      {levels.map(({ id, label, help }) => (
        <Button
          key={id}
          className="segment"
          title={help}
          data-active={id === level}
          aria-pressed={id === level}
          onClick={() => setLevel(id)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}
