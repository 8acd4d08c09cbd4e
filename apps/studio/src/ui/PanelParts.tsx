import type { ComponentProps, ReactNode } from 'react';

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
