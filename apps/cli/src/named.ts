import { InputError } from '@leib/core';

/** Runs a reader of a file's content; its InputError gets the file's path in front. */
export async function named<T>(path: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw withPath(path, error);
  }
}

/** An InputError with the file's path in front, unless it has it already; any other error, a bug, stays as it is. */
export function withPath(path: string, error: unknown): unknown {
  if (!(error instanceof InputError) || error.where.startsWith(path)) return error;
  return new InputError(path, error.message, { cause: error });
}
