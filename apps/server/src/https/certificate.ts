import { X509Certificate } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { InputError } from '@leib/core';
import { generate } from 'selfsigned';

/** A private key and its certificate, as PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Browsers take no certificate for longer than 398 days. */
const VALID_DAYS = 397;
/** A kept certificate is made anew this long before it ends. */
const RENEW_DAYS = 30;
const DAY_MS = 86_400_000;

/** Checks a user's certificate: readable, of that key, and not over. Throws InputError in one line. */
export function checkCertificate({ key, cert }: Certificate, nowMs: number): void {
  let parsed: X509Certificate;
  try {
    parsed = new X509Certificate(cert);
  } catch (error) {
    throw new InputError('--cert', 'expected a certificate as PEM ("-----BEGIN CERTIFICATE-----"), got another file', {
      cause: error,
    });
  }
  try {
    createSecureContext({ key, cert });
  } catch (error) {
    throw new InputError(
      '--key',
      'expected the private key of the certificate as PEM, without a password, got another',
      {
        cause: error,
      },
    );
  }
  if (Date.parse(parsed.validFrom) > nowMs || Date.parse(parsed.validTo) <= nowMs) {
    throw new InputError(
      '--cert',
      `expected a certificate that is valid now, got one from ${parsed.validFrom} to ${parsed.validTo}`,
    );
  }
}

/** DNS names that a certificate is for; wildcards are left out. */
export function namesOfCertificate({ cert }: Certificate): readonly string[] {
  const names = new X509Certificate(cert).subjectAltName?.split(', ') ?? [];
  return names.filter((name) => name.startsWith('DNS:') && !name.includes('*')).map((name) => name.slice(4));
}

/** SHA-256 of a certificate, "AB:CD:…": what a browser shows, to compare. */
export function fingerprintOf({ cert }: Certificate): string {
  return new X509Certificate(cert).fingerprint256;
}

export interface KeepOptions {
  /** Where it is kept between starts; made where it is missing. */
  readonly folder: string;
  /** Addresses and names that browsers use for this machine. */
  readonly hosts: readonly string[];
  readonly nowMs: number;
}

/**
 * The certificate kept in a folder; a new one where there is none, it ends soon, or this machine has an address that is
 * not in it. Headsets ask once for each certificate, so that a kept one saves the question.
 */
export async function keepCertificate({ folder, hosts, nowMs }: KeepOptions): Promise<Certificate> {
  const path = join(folder, 'https.json');
  const kept = await readKept(path);
  if (kept && isFit(kept, hosts, nowMs)) return kept;
  const made = await makeCertificate(hosts, nowMs);
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // Into place by one step: a start that is cut short leaves no half file.
    await writeFile(`${path}.new`, JSON.stringify(made), { mode: 0o600 });
    await rename(`${path}.new`, path);
  } catch (error) {
    throw new InputError(
      folder,
      `expected a folder to keep the certificate in, got "${(error as Error).message}"; choose another with LEIB_HOME=...`,
      { cause: error },
    );
  }
  return made;
}

async function readKept(path: string): Promise<Certificate | null> {
  try {
    const { key, cert } = JSON.parse(await readFile(path, 'utf8')) as Certificate;
    createSecureContext({ key, cert });
    return { key, cert };
  } catch {
    // Missing or damaged: it is made anew.
    return null;
  }
}

function isFit({ cert }: Certificate, hosts: readonly string[], nowMs: number): boolean {
  const parsed = new X509Certificate(cert);
  if (Date.parse(parsed.validFrom) > nowMs || Date.parse(parsed.validTo) - nowMs < RENEW_DAYS * DAY_MS) return false;
  return hosts.every((host) => (isIP(host) ? parsed.checkIP(host) : parsed.checkHost(host)) !== undefined);
}

async function makeCertificate(hosts: readonly string[], nowMs: number): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Leib on this machine' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    // A day back: clocks of headsets may be behind.
    notBeforeDate: new Date(nowMs - DAY_MS),
    notAfterDate: new Date(nowMs + (VALID_DAYS - 1) * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: hosts.map((host) => (isIP(host) ? { type: 7, ip: host } : { type: 2, value: host })),
      },
    ],
  });
  return { key, cert };
}
