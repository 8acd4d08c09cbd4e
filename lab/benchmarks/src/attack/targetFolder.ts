import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Stands in a file outside of the served folder: no answer may have it. */
export const SECRET = 'leib-attack-secret-7f3a';
/** A file that takes long to send, bytes. */
export const LARGE_FILE_BYTES = 24 << 20;

export interface TargetFolder {
  /** What is served. */
  readonly studioDir: string;
  /** For a certificate, outside of it. */
  readonly certificateDir: string;
  remove(): void;
}

/** A small page with a large file in a temporary folder, and beside it what must not be served. */
export function createTargetFolder(): TargetFolder {
  const folder = mkdtempSync(join(tmpdir(), 'leib-attack-'));
  const studioDir = join(folder, 'studio');
  mkdirSync(join(studioDir, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), SECRET);
  writeFileSync(join(studioDir, '.env'), SECRET);
  writeFileSync(join(studioDir, 'index.html'), '<!doctype html><title>Leib</title><p>The page.</p>');
  writeFileSync(join(studioDir, 'assets', 'code-B4x_9-Qz.js'), `export const words = "${'a body '.repeat(20_000)}";`);
  writeFileSync(join(studioDir, 'assets', 'large.bin'), Buffer.alloc(LARGE_FILE_BYTES, 7));
  symlinkSync(join(folder, 'secret.txt'), join(studioDir, 'link.txt'));
  return {
    studioDir,
    certificateDir: join(folder, 'certificate'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
