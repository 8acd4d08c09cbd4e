import { BRIDGE_PATH } from './bridgeMessage.js';

/** URL of the bridge on a page's own server: "http://127.0.0.1:8080/..." -> "ws://127.0.0.1:8080/api/feeds". */
export function bridgeUrl(pageUrl: string): string {
  const url = new URL(BRIDGE_PATH, pageUrl);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
