import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scrubbed } from './sqlDatabase.js';

/** What a removal says about itself; the participant is named by a hash, so that it does not bring back what was removed. */
export interface RemovalStatement {
  readonly format: 'leib-study-removal/1';
  readonly study: string;
  /** SHA-256 of study, a line end, and the participant's id. */
  readonly participant: string;
  /** ISO 8601, UTC. */
  readonly removedAt: string;
  readonly events: number;
  readonly chunks: number;
  readonly bytes: number;
  /** SHA-256 of all that was removed, row by row: who has a copy can show that it was this. */
  readonly sha256: string;
  /** Rows of the participant that are left. */
  readonly rowsLeft: number;
  readonly scrubbed: Scrubbed;
  /** Copies that this removal cannot reach. */
  readonly notReached: string;
}

export interface SignedRemoval {
  readonly statement: RemovalStatement;
  /** Ed25519, base64url, of the statement's JSON. */
  readonly signature: string;
  /** Of this server, SPKI, base64url. */
  readonly publicKey: string;
}

/** By which removals name somebody. */
export function wordOf(study: string, participant: string): string {
  return createHash('sha256').update(`${study}\n${participant}`).digest('hex');
}

export function signRemoval(statement: RemovalStatement, key: KeyObject): SignedRemoval {
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64url');
  const signature = sign(null, Buffer.from(JSON.stringify(statement)), key).toString('base64url');
  return { statement, signature, publicKey };
}

/** Whether a statement stands as it was signed. That the key is the server's is for the reader to compare. */
export function isSigned({ statement, signature, publicKey }: SignedRemoval): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(JSON.stringify(statement)), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}

/** The key of a folder, which is made where there is none. */
export async function keepSigningKey(folder: string): Promise<KeyObject> {
  const path = join(folder, 'removal-key.pem');
  try {
    return createPrivateKey(await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const { privateKey } = generateKeyPairSync('ed25519');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(`${path}.new`, 'w', 0o600);
  await file.writeFile(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await file.sync();
  await file.close();
  await rename(`${path}.new`, path);
  return privateKey;
}
