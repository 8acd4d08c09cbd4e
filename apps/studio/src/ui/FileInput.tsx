import type { RefObject } from 'react';

export interface FileInputProps {
  /** Call click() on it to open the browser's dialog. */
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly accept?: string;
  readonly onFile: (file: File) => void;
}

/** A hidden file input. The same file can be chosen twice. */
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
