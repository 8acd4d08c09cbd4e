import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '@leib/core';
import { type PeopleRole, peopleRoles } from '@leib/net';
import type { ActorId } from '@leib/stage';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';

/** What a token allows: into this room, in this role. */
export interface Invite {
  readonly room: string;
  readonly role: PeopleRole;
}

const SECRET_BYTES = 32;
const ISSUER = 'leib';

/** What a token allows with a study: to run it, or to be the station of one who takes part. */
export interface StudyGrant {
  readonly study: string;
  readonly role: StudyRole;
  /** Whom a station is for; null: anybody whose id it knows. */
  readonly participant: string | null;
}

const studyRoles = ['operator', 'station'] as const;
export type StudyRole = (typeof studyRoles)[number];

/** Invites into rooms, grants of studies, and the words by which people come back, signed with a secret of this server. */
export class RoomTokens {
  readonly #secret: Uint8Array;

  constructor(secret: Uint8Array) {
    this.#secret = secret;
  }

  /** With the secret of a folder, which is made where there is none: what was signed before holds after a restart. */
  static async open(folder: string): Promise<RoomTokens> {
    const path = join(folder, 'secret');
    return new RoomTokens((await readSecret(path)) ?? (await makeSecret(folder, path)));
  }

  /** [PT1] of SPEC.md. */
  invite({ room, role }: Invite, expiresAtMs: number): Promise<string> {
    return this.#sign('people', { room, role }, expiresAtMs);
  }

  /** What a token allows now; null where it is over, of another server, or none. */
  async read(token: string, nowMs: number): Promise<Invite | null> {
    const payload = await this.#verify('people', token, nowMs);
    const room = payload?.room;
    const role = peopleRoles.find((name) => name === payload?.role);
    return typeof room === 'string' && role !== undefined ? { room, role } : null;
  }

  grant({ study, role, participant }: StudyGrant, expiresAtMs: number): Promise<string> {
    return this.#sign('study', { study, role, participant }, expiresAtMs);
  }

  async readGrant(token: string, nowMs: number): Promise<StudyGrant | null> {
    const payload = await this.#verify('study', token, nowMs);
    const study = payload?.study;
    const role = studyRoles.find((name) => name === payload?.role);
    const participant = typeof payload?.participant === 'string' ? payload.participant : null;
    return typeof study === 'string' && role !== undefined ? { study, role, participant } : null;
  }

  #sign(audience: string, payload: JWTPayload, expiresAtMs: number): Promise<string> {
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(ISSUER)
      .setAudience(audience)
      .setExpirationTime(Math.floor(expiresAtMs / 1000))
      .sign(this.#secret);
  }

  /** What was signed for this use, where it holds now. */
  async #verify(audience: string, token: string, nowMs: number): Promise<JWTPayload | null> {
    try {
      const { payload } = await jwtVerify(token, this.#secret, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        audience,
        requiredClaims: ['exp'],
        currentDate: new Date(nowMs),
      });
      return payload;
    } catch {
      // Whatever is wrong with it: it is not ours.
      return null;
    }
  }

  /** By which somebody comes back (PR3): who they are, signed. */
  resumeWord(room: string, actor: ActorId): string {
    const signature = createHmac('sha256', this.#secret).update(`resume ${room} ${actor}`).digest('base64url');
    return `${actor}.${signature}`;
  }

  /** Whose word it is; null for nobody's. */
  actorOf(room: string, word: string): ActorId | null {
    const [actor] = word.split('.', 1);
    const expected = Buffer.from(this.resumeWord(room, actor));
    const given = Buffer.from(word);
    return given.length === expected.length && timingSafeEqual(given, expected) ? actor : null;
  }
}

async function readSecret(path: string): Promise<Uint8Array | null> {
  try {
    const secret = Buffer.from(await readFile(path, 'utf8'), 'base64url');
    if (secret.length === SECRET_BYTES) return secret;
    throw new InputError(path, `expected a secret of ${SECRET_BYTES} bytes, got another file; remove it for a new one`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Into place by one step: a start that is cut short leaves no half secret. */
async function makeSecret(folder: string, path: string): Promise<Uint8Array> {
  const secret = randomBytes(SECRET_BYTES);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(`${path}.new`, 'w', 0o600);
  await file.writeFile(secret.toString('base64url'));
  await file.sync();
  await file.close();
  await rename(`${path}.new`, path);
  return secret;
}
