import type { Idle, SettingValues } from '../files/settings.js';

interface IdleNoteProps {
  readonly idle: Idle | null;
  readonly onSetAll: (values: SettingValues) => void;
}

/** Says why a setting does nothing now, and offers the change that makes it count. */
export function IdleNote({ idle, onSetAll }: IdleNoteProps) {
  if (idle === null) return null;
  return (
    <p className="hint idle-note">
      {idle.text}{' '}
      <button type="button" className="link" onClick={() => onSetAll(idle.change)}>
        {idle.label}
      </button>
    </p>
  );
}
