import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { storedZip } from './storedZip.js';

test('a reader finds every file by the directory at the end, with its bytes and its check sum', async () => {
  const files = [
    { name: 'a.png', bytes: Uint8Array.of(1, 2, 3) },
    { name: 'folder/b.png', bytes: new Uint8Array(300).fill(7) },
  ];
  const zip = Buffer.from(await storedZip(files).arrayBuffer());
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  expect(zip.readUInt16LE(end + 10)).toBe(2);
  let at = zip.readUInt32LE(end + 16);
  expect(at + zip.readUInt32LE(end + 12)).toBe(end);
  for (const { name, bytes } of files) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
    expect(zip.readUInt32LE(at + 16)).toBe(crc32(bytes));
    const [size, nameLength, local] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)];
    expect(zip.toString('latin1', at + 46, at + 46 + nameLength)).toBe(name);
    expect(zip.readUInt32LE(local)).toBe(0x04034b50);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    expect([...zip.subarray(start, start + size)]).toEqual([...bytes]);
    at += 46 + nameLength;
  }
});
