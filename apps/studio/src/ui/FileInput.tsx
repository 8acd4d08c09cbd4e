import { type RefObject, useRef } from 'react';
import { Button, type ButtonProps } from './Button.js';

interface FilesInputProps {
  /** Call click() on it to open the browser's dialog. */
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly accept?: string | undefined;
  /** What is chosen: several files, or a folder with all that is in it. */
  readonly choice?: 'file' | 'files' | 'folder';
  readonly onFiles: (files: readonly File[]) => void;
}

/** A hidden input for files. The same files can be chosen twice. */
export function FilesInput({ inputRef, label, accept, choice = 'files', onFiles }: FilesInputProps) {
  return (
    <input
      ref={inputRef}
      type="file"
      hidden
      multiple={choice !== 'file'}
      aria-label={label}
      accept={accept}
      {...(choice === 'folder' && { webkitdirectory: '' })}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        event.target.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
}

interface FileInputProps extends Omit<FilesInputProps, 'choice' | 'onFiles'> {
  readonly onFile: (file: File) => void;
}

/** A hidden input for one file. */
export function FileInput({ onFile, ...input }: FileInputProps) {
  return <FilesInput {...input} choice="file" onFiles={([file]) => onFile(file)} />;
}

interface OpenFileProps extends ButtonProps, Pick<FilesInputProps, 'accept'> {
  /** What the file is, read aloud. */
  readonly fileLabel: string;
  readonly onFile: (file: File) => void;
}

/** A button that asks for a file. */
export function OpenFile({ fileLabel, accept, onFile, ...button }: OpenFileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <FileInput inputRef={input} label={fileLabel} accept={accept} onFile={onFile} />
    </>
  );
}
