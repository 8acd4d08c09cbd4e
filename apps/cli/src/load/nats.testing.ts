import { startLoadNats } from './loadNats.js';

/** Tests only: whether there is a nats-server, by trying. */
export async function hasNats(): Promise<boolean> {
  try {
    await (await startLoadNats()).stop();
    return true;
  } catch {
    return false;
  }
}
