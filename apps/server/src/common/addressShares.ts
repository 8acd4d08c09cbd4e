import { createRateState, type RateLimit, type RateState, takeMessage } from './messageRate.js';

/** What one address may have of a server. Behind a proxy all clients have one address. */
export interface ShareLimits {
  /** Connections at a time, and new ones. */
  readonly maxConnections: number;
  readonly connectionRate: RateLimit;
  readonly requestRate: RateLimit;
  /** Connections of all addresses beyond which an address gets one only while it has fewer than `fewConnections`. */
  readonly crowdedAt: number;
  readonly fewConnections: number;
}

interface Share {
  connectionCount: number;
  readonly connections: RateState;
  readonly requests: RateState;
}

/** Addresses beyond which those without a connection are forgotten. */
const MAX_REMEMBERED = 1024;

/** How much each address takes of a server: connections and requests. */
export class AddressShares {
  readonly #limits: ShareLimits;
  readonly #nowMs: () => number;
  readonly #shares = new Map<string, Share>();
  #connectionCount = 0;

  constructor(limits: ShareLimits, nowMs: () => number) {
    this.#limits = limits;
    this.#nowMs = nowMs;
  }

  /** Addresses that are remembered. */
  get size(): number {
    return this.#shares.size;
  }

  /** A new connection; false where the address has too many, and then it is not counted. */
  connect(address: string): boolean {
    const { maxConnections, connectionRate, crowdedAt, fewConnections } = this.#limits;
    const share = this.#shareOf(address);
    const most = this.#connectionCount < crowdedAt ? maxConnections : fewConnections;
    if (share.connectionCount >= most) return false;
    if (!takeMessage(connectionRate, share.connections, this.#nowMs())) return false;
    share.connectionCount++;
    this.#connectionCount++;
    return true;
  }

  disconnect(address: string): void {
    const share = this.#shares.get(address);
    if (share === undefined) return;
    share.connectionCount--;
    this.#connectionCount--;
  }

  /** A new request; false where the address sends too many. */
  request(address: string): boolean {
    return takeMessage(this.#limits.requestRate, this.#shareOf(address).requests, this.#nowMs());
  }

  #shareOf(address: string): Share {
    const known = this.#shares.get(address);
    if (known) return known;
    if (this.#shares.size >= MAX_REMEMBERED) this.#forget();
    const nowMs = this.#nowMs();
    const share: Share = {
      connectionCount: 0,
      connections: createRateState(this.#limits.connectionRate, nowMs),
      requests: createRateState(this.#limits.requestRate, nowMs),
    };
    this.#shares.set(address, share);
    return share;
  }

  #forget(): void {
    for (const [address, { connectionCount }] of this.#shares) {
      if (connectionCount === 0) this.#shares.delete(address);
    }
  }
}
