import { parseRemoteBodySettings } from '@leib/reembody';

/** Why a value is no setting of a remote body, or null. */
export function checkRemoteBody(value: unknown): string | null {
  try {
    parseRemoteBodySettings(value);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
