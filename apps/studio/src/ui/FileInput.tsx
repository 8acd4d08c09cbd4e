import type { RefObject } from 'react';

export interface FileInputProps {
  /** Call click() on it to open the browser's dialog. */
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly accept?: string;
  readonly onFile: (file: File) => void;
}

export interface FilesInputProps extends Omit<FileInputProps, 'onFile'> {
  /** A folder with all that is in it is chosen instead of files. */
  readonly isFolder?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A hidden input for several files or a folder. */
export function FilesInput({ inputRef, label, accept, isFolder = false, onFiles }: FilesInputProps) {
  return (
    <input
      ref={inputRef}
      type="file"
      hidden
      multiple
      aria-label={label}
      accept={accept}
      {...(isFolder ? { webkitdirectory: '' } : {})}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        event.target.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
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
