import { InputError } from '@leib/core';

/** The error with the file's path in front; an InputError, which has it, stays as it is. */
export function unreadable(path: string, error: unknown): InputError {
  if (error instanceof InputError) return error;
  return new InputError(path, `expected a readable file, got ${describeFileError(error)}`, { cause: error });
}

/** The error with the file's path in front; an InputError, which has it, stays as it is. */
export function unwritable(path: string, error: unknown): InputError {
  if (error instanceof InputError) return error;
  return new InputError(path, `expected a writable file, got ${describeFileError(error)}`, { cause: error });
}

/** What is wrong with a file or folder, after "got". */
export function describeFileError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
      return 'no such file or folder';
    case 'EISDIR':
      return 'a folder';
    case 'EACCES':
    case 'EPERM':
      return 'no permission';
    case 'ENOSPC':
      return 'a full disk';
    case 'EDQUOT':
      return 'a used-up quota';
    case 'EFBIG':
      return 'a limit on the size of files (ulimit -f)';
    case 'EROFS':
      return 'a disk that is read only';
    case 'ENOTDIR':
      return 'a file where a folder should be';
    case 'EEXIST':
      return 'a file of that name';
    case 'ELOOP':
      return 'links that lead to each other';
    case 'ENAMETOOLONG':
      return 'a name that is too long';
    case 'EMFILE':
      return 'too many open files';
    default:
      return `"${message}"`;
  }
}
