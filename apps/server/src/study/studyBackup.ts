import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdtemp, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, createGzip } from 'node:zlib';
import { InputError } from '@leib/core';
import { openStudyStore } from './openStudyStore.js';

/**
 * A backup: "LEIBBAK1", a byte (1: encrypted), then the database packed by gzip. Encrypted (AES-256-GCM, key by scrypt from a passphrase):
 * salt 16, nonce 12, the packed database, tag 16. The head is authenticated with it.
 */
const MAGIC = Buffer.from('LEIBBAK1');
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** About a tenth of a second and 128 MB: guessing a passphrase is as slow. */
const scryptCost = { N: 1 << 17, r: 8, p: 1, maxmem: 256 << 20 };

const deriveKey = (passphrase: string, salt: Buffer) =>
  promisify<string, Buffer, number, typeof scryptCost, Buffer>(scrypt)(passphrase, salt, 32, scryptCost);

/** Writes a copy of a database that may be in use, as of one moment. Without a passphrase it is packed only. */
export async function backupStudies(database: string, out: string, passphrase: string | null): Promise<void> {
  const sqlite = await import('node:sqlite');
  await access(database).catch(() => {
    throw new InputError(database, 'expected a database of studies, got no file');
  });
  const folder = await mkdtemp(join(dirname(resolve(out)), '.leib-backup-'));
  try {
    const copy = join(folder, 'copy.sqlite');
    const source = new sqlite.DatabaseSync(database, { readOnly: true, timeout: 20_000 });
    try {
      source.prepare('VACUUM INTO ?').run(copy);
    } finally {
      source.close();
    }
    const made = join(folder, basename(out));
    const file = createWriteStream(made, { mode: 0o600, flush: true });
    const salt = randomBytes(SALT_BYTES);
    const nonce = randomBytes(NONCE_BYTES);
    if (passphrase === null) {
      file.write(Buffer.concat([MAGIC, Buffer.of(0)]));
      await pipeline(createReadStream(copy), createGzip(), file);
    } else {
      const head = Buffer.concat([MAGIC, Buffer.of(1), salt, nonce]);
      const cipher = createCipheriv('aes-256-gcm', await deriveKey(passphrase, salt), nonce).setAAD(head);
      file.write(head);
      await pipeline(createReadStream(copy), createGzip(), cipher, file, { end: false });
      await new Promise<void>((done, fail) =>
        file.end(cipher.getAuthTag(), (error?: Error | null) => (error ? fail(error) : done())),
      );
    }
    await rename(made, out);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes a database of a backup, where none is. It stands there only when all of it was right. */
export async function restoreStudies(backup: string, database: string, passphrase: string | null): Promise<void> {
  if (
    await access(database).then(
      () => true,
      () => false,
    )
  )
    throw new InputError(
      database,
      'expected no file, got one: a backup does not replace a database; move it away first',
    );
  const { size } = await stat(backup).catch(() => {
    throw new InputError(backup, 'expected a backup of studies, got no file');
  });
  const handle = await open(backup, 'r');
  const head = Buffer.alloc(MAGIC.length + 1 + SALT_BYTES + NONCE_BYTES);
  const tag = Buffer.alloc(TAG_BYTES);
  await handle.read(head, 0, head.length, 0);
  await handle.read(tag, 0, TAG_BYTES, Math.max(0, size - TAG_BYTES));
  await handle.close();
  const isEncrypted = head[MAGIC.length] === 1;
  if (!head.subarray(0, MAGIC.length).equals(MAGIC))
    throw new InputError(backup, 'expected a backup of studies, got another file');
  if (isEncrypted && passphrase === null)
    throw new InputError(backup, 'expected a passphrase: this backup is encrypted');
  const folder = await mkdtemp(join(dirname(resolve(database)), '.leib-restore-'));
  try {
    const made = join(folder, 'studies.sqlite');
    const file = createWriteStream(made, { mode: 0o600, flush: true });
    if (!isEncrypted) await pipeline(createReadStream(backup, { start: MAGIC.length + 1 }), createGunzip(), file);
    else {
      const [saltAt, nonceAt] = [MAGIC.length + 1, MAGIC.length + 1 + SALT_BYTES];
      const key = await deriveKey(passphrase ?? '', head.subarray(saltAt, nonceAt));
      const cipher = createDecipheriv('aes-256-gcm', key, head.subarray(nonceAt)).setAAD(head).setAuthTag(tag);
      const body = createReadStream(backup, { start: head.length, end: size - TAG_BYTES - 1 });
      await pipeline(body, cipher, createGunzip(), file);
    }
    // Opens, and is brought up to date, before it is put into its place.
    await (await openStudyStore({ database: made, keyDir: folder })).close();
    await rename(made, database);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const why = isEncrypted ? 'another passphrase, or a damaged file' : 'a damaged file';
    throw new InputError(backup, `expected a whole backup, got ${why} (${(error as Error).message})`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
