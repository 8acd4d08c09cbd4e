import type { FeedSource } from '../source/feedSource.js';
import { SocketSource, type SocketSourceOptions } from '../source/socketSource.js';
import { readJsonFeed } from './jsonDecoder.js';

const text = new TextDecoder();

/** A source from any program with a WebSocket that sends `leib-feed/1` frames, one per message. */
export function createJsonSource(url: string, options: SocketSourceOptions = {}): FeedSource {
  const protocol = {
    name: 'json',
    greeting: null,
    read: (data: string | ArrayBuffer, out: Parameters<typeof readJsonFeed>[1]) =>
      readJsonFeed(typeof data === 'string' ? data : text.decode(data), out),
  };
  return new SocketSource(url, protocol, { label: 'JSON feed', ...options });
}
