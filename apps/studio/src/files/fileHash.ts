/** SHA-256 of a file's bytes as 64 hexadecimal digits: the same file is found again whatever it is called. */
export async function fileHash(file: Blob | ArrayBuffer): Promise<string> {
  const bytes = file instanceof ArrayBuffer ? file : await file.arrayBuffer();
  // Browsers have crypto.subtle only on https and localhost; elsewhere size and a plain hash tell files apart.
  if (!globalThis.crypto?.subtle) return plainHash(new Uint8Array(bytes));
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** FNV-1a with four starting values, 128 bits, and the size: for storage keys, not against forgery. */
function plainHash(bytes: Uint8Array): string {
  const parts = [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b].map((start) => {
    let hash = start;
    for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
    return (hash >>> 0).toString(16).padStart(8, '0');
  });
  return `${parts.join('')}${bytes.length.toString(16).padStart(32, '0')}`;
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
