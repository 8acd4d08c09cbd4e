import type { LucideIcon } from 'lucide-react';

export interface IconButtonProps {
  readonly icon: LucideIcon;
  /** Read aloud and shown on hover. */
  readonly label: string;
  readonly onClick: () => void;
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
  readonly tone?: 'plain' | 'danger';
}

export function IconButton({ icon: Icon, label, onClick, isPressed, isDisabled, tone = 'plain' }: IconButtonProps) {
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
    </button>
  );
}
