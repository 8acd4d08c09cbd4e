/** A request target as the folders and file it names, or the status that refuses it. */
export type RequestPath =
  | { ok: true; segments: readonly string[]; isFolder: boolean }
  | { ok: false; status: 400 | 403 };

/**
 * Reads a request target by hand: URL parsers quietly resolve "..", fold backslashes and accept two leading slashes
 * as a host, and what was asked for could then no longer be told from what was meant.
 */
export function readRequestPath(target: string): RequestPath {
  const raw = target.split(/[?#]/, 1)[0];
  if (!raw.startsWith('/') || raw.startsWith('//')) return { ok: false, status: 400 };
  let path: string;
  try {
    path = decodeURIComponent(raw);
  } catch {
    return { ok: false, status: 400 };
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be refused here.
  if (/[\u0000-\u001f\u007f\\]/.test(path)) return { ok: false, status: 400 };
  const segments = path.split('/').filter((segment) => segment !== '');
  // Hidden files are not part of a built page; ".." and "." are hidden names too.
  if (segments.some((segment) => segment.startsWith('.'))) return { ok: false, status: 403 };
  return { ok: true, segments, isFolder: path.endsWith('/') };
}
