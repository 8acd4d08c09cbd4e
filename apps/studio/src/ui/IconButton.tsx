import type { LucideIcon } from 'lucide-react';

export interface IconButtonProps {
  readonly icon: LucideIcon;
  /** Read aloud and shown on hover. */
  readonly label: string;
  /** Shown beside the icon where there is room; part of the label. */
  readonly word?: string;
  readonly onClick: () => void;
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
  readonly tone?: 'plain' | 'danger';
}

export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, word, onClick, isPressed, isDisabled, tone = 'plain' } = props;
  return (
    <button
      type="button"
      className={`icon-button ${tone}`}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon size={18} strokeWidth={1.8} aria-hidden />
      {word && <span className="word">{word}</span>}
    </button>
  );
}
