import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly icon?: LucideIcon;
  /** What it does, in a line of its own below the words; the title, too, where there is no other. */
  readonly help?: string;
}

/** A button that submits nothing: its words, with a small icon before them or a line of help below. */
export function Button({ icon: Icon, help, children, ...button }: ButtonProps) {
  return (
    <button type="button" title={help} {...button}>
      {Icon && (
        <>
          <Icon size={16} strokeWidth={1.9} aria-hidden />{' '}
        </>
      )}
      {help === undefined ? children : <strong>{children}</strong>}
      {help !== undefined && <small>{help}</small>}
    </button>
  );
}

interface SmallButtonProps {
  /** On the button. */
  readonly word: string;
  /** Read aloud and shown on hover: the word, in a sentence. */
  readonly label: string;
  readonly onClick: () => void;
}

/** A button of one word, where an icon alone would not be understood. */
export function SmallButton({ word, label, onClick }: SmallButtonProps) {
  return (
    <Button className="small" aria-label={label} title={label} onClick={onClick}>
      {word}
    </Button>
  );
}
