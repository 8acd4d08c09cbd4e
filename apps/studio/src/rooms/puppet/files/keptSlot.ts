import type { Release } from '../../../time/clock.js';

/** Where a tab keeps its puppet: no two open tabs have the same place, so that none overwrites the other's work. */
export interface KeptSlot {
  /** 1 for the first open tab. */
  readonly number: number;
  /** Names of its files in the browser's database. */
  readonly puppet: string;
  readonly mesh: string;
  /** Another tab may have it from now on. */
  readonly release: Release;
}

const MOST_TABS = 8;

/** Takes the first place that no open tab holds. Browsers without locks have one place. */
export async function takeKeptSlot(locks: LockManager | null = globalThis.navigator?.locks ?? null): Promise<KeptSlot> {
  for (let number = 1; locks && number <= MOST_TABS; number++) {
    const release = await takeLock(locks, `leib-puppet ${number}`);
    if (release) return slotOf(number, release);
  }
  return slotOf(locks ? MOST_TABS + 1 : 1, () => {});
}

function slotOf(number: number, release: Release): KeptSlot {
  const suffix = number === 1 ? '' : `-${number}`;
  return { number, puppet: `puppet${suffix}.json`, mesh: `mesh${suffix}`, release };
}

/** Holds a lock until it is released; null where another tab holds it. */
function takeLock(locks: LockManager, name: string): Promise<Release | null> {
  return new Promise((resolve, reject) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null);
        return new Promise<void>((end) => resolve(() => end()));
      })
      .catch(reject);
  });
}
