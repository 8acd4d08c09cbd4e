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
    <button type="button" className="small" aria-label={label} title={label} onClick={onClick}>
      {word}
    </button>
  );
}
