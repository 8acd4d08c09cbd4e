import { useEffect, useState } from 'react';

interface InlineNameProps {
  readonly label: string;
  readonly name: string;
  readonly onRename: (name: string) => void;
}

/** A name that is changed in its place: Enter or leaving the field takes it, Escape and nothing leave it. */
export function InlineName({ label, name, onRename }: InlineNameProps) {
  const [text, setText] = useState(name);
  useEffect(() => setText(name), [name]);
  const accept = () => {
    const next = text.trim();
    if (next === '' || next === name) setText(name);
    else onRename(next);
  };
  return (
    <input
      className="name"
      aria-label={label}
      title="Kept with Enter, or when you leave the field"
      maxLength={60}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={accept}
      onKeyDown={({ key }) => {
        if (key === 'Enter') accept();
        if (key === 'Escape') setText(name);
      }}
    />
  );
}
