import { visitorStorage } from '../files/visitorStorage.js';

/** Where trackers come from: the page's own server (UDP feeds), or a program with a WebSocket of its own. */
export type FeedKind = 'server' | 'slimevr' | 'json';

export interface FeedAddress {
  readonly kind: FeedKind;
  /** Addresses of the programs with a WebSocket, as the visitor wrote them. */
  readonly slimevr: string;
  readonly json: string;
}

const KEY = 'leib-feed-address';
const initial: FeedAddress = { kind: 'server', slimevr: 'ws://127.0.0.1:21110', json: 'ws://127.0.0.1:8765' };

export function storeFeedAddress(address: FeedAddress): void {
  visitorStorage.setItem(KEY, JSON.stringify(address));
}

/** The feed that was chosen on an earlier visit. */
export function readFeedAddress(): FeedAddress {
  let stored: unknown;
  try {
    stored = JSON.parse(visitorStorage.getItem(KEY) ?? '{}');
  } catch {
    // Stored by another version of the page.
    return initial;
  }
  const { kind, slimevr, json } = (stored ?? {}) as Readonly<Record<string, unknown>>;
  return {
    ...initial,
    ...((kind === 'slimevr' || kind === 'json') && { kind }),
    ...(typeof slimevr === 'string' && { slimevr }),
    ...(typeof json === 'string' && { json }),
  };
}

/** Why an address cannot be connected to from this page, in one sentence; null where it can. */
export function problemOfAddress(url: string, page: Pick<Location, 'protocol'>): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^wss?:$/.test(parsed.protocol)) {
    return `Address: expected ws://… or wss://…, got “${url}”.`;
  }
  const isOwnMachine = ['127.0.0.1', 'localhost', '[::1]'].includes(parsed.hostname);
  if (page.protocol === 'https:' && parsed.protocol === 'ws:' && !isOwnMachine) {
    return 'A page by https reaches other machines by wss:// only: open the studio by http, or run the program on this machine.';
  }
  return null;
}
