import { InputError } from '@leib/core';
import { UsageError } from './command.js';

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
