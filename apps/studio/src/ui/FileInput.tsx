import type { RefObject } from 'react';

export interface FileInputProps {
  /** Whoever has it opens the browser's dialog with click(). */
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly accept?: string;
  readonly onFile: (file: File) => void;
}

/** The browser's file dialog, without its looks. The same file can be chosen twice. */
export function FileInput({ inputRef, label, accept, onFile }: FileInputProps) {
  return (
    <input
      ref={inputRef}
      type="file"
      hidden
      aria-label={label}
      accept={accept}
      onChange={(event) => {
        const file = event.target.files?.[0];
        event.target.value = '';
        if (file) onFile(file);
      }}
    />
  );
}
