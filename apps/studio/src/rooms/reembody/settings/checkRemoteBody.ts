import { parseRemoteBodySettings } from '@leib/reembody';

/** Reason why a value is refused as settings of a remote body, or null. */
export function checkRemoteBody(value: unknown): string | null {
  try {
    parseRemoteBodySettings(value);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
