import { useEffect, useState } from 'react';

interface NameFieldProps {
  /** Before the field; empty where `accessibleName` says what it is. */
  readonly label: string;
  readonly accessibleName?: string;
  readonly name: string;
  readonly onRename: (name: string) => void;
}

/** A name that is taken on Enter or on leaving the field; Escape takes it back. */
export function NameField({ label, accessibleName, name, onRename }: NameFieldProps) {
  const [text, setText] = useState(name);
  useEffect(() => setText(name), [name]);
  const take = () => {
    if (text.trim() !== name) onRename(text);
    setText(name);
  };
  return (
    <label className="row name-field">
      {label && <span>{label}</span>}
      <input
        aria-label={accessibleName}
        value={text}
        maxLength={64}
        onChange={(event) => setText(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
          if (event.key === 'Escape') setText(name);
        }}
      />
    </label>
  );
}
