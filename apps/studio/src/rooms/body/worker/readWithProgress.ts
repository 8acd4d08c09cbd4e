import { InputError } from '@leib/core';

/** Fetches bytes and reports the progress; `totalBytes` is 0 where it is unknown (compressed transfer). */
export async function readWithProgress(
  url: string,
  onProgress: (loadedBytes: number, totalBytes: number) => void,
): Promise<Uint8Array> {
  const response = await fetch(url).catch((error: Error) => {
    throw new InputError(url, `expected the body space, got "${error.message}"; reload the page`, { cause: error });
  });
  if (!response.ok)
    throw new InputError(url, `expected the body space, got status ${response.status}; reload the page`);
  if (!response.body) return new Uint8Array(await response.arrayBuffer());
  const isCompressed = response.headers.get('content-encoding') !== null;
  const totalBytes = isCompressed ? 0 : Number(response.headers.get('content-length') ?? 0);
  const parts: Uint8Array[] = [];
  let loadedBytes = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    loadedBytes += part.value.length;
    onProgress(loadedBytes, totalBytes);
  }
  const bytes = new Uint8Array(loadedBytes);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
