import { isIP } from 'node:net';

/** The name or address in a URL, lower case and without brackets; null where it is no URL. */
export function nameOfHost(url: string): string | null {
  try {
    return new URL(url).hostname.replace(/^\[|\]$/g, '');
  } catch {
    return null;
  }
}

/** Whether it is an address or localhost: a domain name could be pointed at this machine after a page has loaded. */
export function isAddress(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0;
}
