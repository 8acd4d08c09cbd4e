import { expect, test } from 'vitest';
import { crc32 } from '../io/crc32.js';
import { readZipDirectory, readZipEntry, storedZip } from './zipFile.js';

test('a reader finds every file by the directory at the end, with its bytes and its check sum', async () => {
  const files = [
    { name: 'a.png', bytes: Uint8Array.of(1, 2, 3) },
    { name: 'folder/ä.png', bytes: new Uint8Array(300).fill(7) },
  ];
  const zip = new Uint8Array(await storedZip(files).arrayBuffer());
  const view = new DataView(zip.buffer);
  const end = zip.length - 22;
  let at = view.getUint32(end + 16, true);
  expect(at + view.getUint32(end + 12, true)).toBe(end);
  const entries = readZipDirectory(zip);
  expect(entries.map(({ name }) => name)).toEqual(['a.png', 'folder/ä.png']);
  for (const [i, { bytes }] of files.entries()) {
    expect(view.getUint32(at + 16, true)).toBe(crc32(bytes));
    expect(view.getUint16(at + 8, true)).toBe(1 << 11); // names in UTF-8
    expect(await readZipEntry(zip, entries[i])).toEqual(bytes);
    at += 46 + view.getUint16(at + 28, true);
  }
});
