import { InputError } from '@leib/core/errors';
import { UsageError } from './command.js';

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

/** Runs a reader of a file's content; its InputError gets the file's path in front. */
export async function named<T>(path: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw withPath(path, error);
  }
}

/**
 * An InputError with the file's path in front, unless it has it already. A wrong call is not the file's fault, and any
 * other error is a bug: both stay as they are.
 */
export function withPath(path: string, error: unknown): unknown {
  if (!(error instanceof InputError) || error instanceof UsageError || error.where.startsWith(path)) return error;
  return new InputError(path, error.message, { cause: error });
}
