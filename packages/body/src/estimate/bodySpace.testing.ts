import type { BodySpace } from '../shape/bodyModel.js';
import { loadBodySpace } from '../shape/loadBodySpace.js';
import { shippedBytes } from '../shape/shippedBytes.testing.js';

/** The bodies that are shipped. */
export async function shippedBodies(): Promise<BodySpace> {
  return loadBodySpace(await shippedBytes());
}
