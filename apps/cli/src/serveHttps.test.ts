import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepCertificate } from '@leib/server';
import { expect, test } from 'vitest';
import { chooseCertificate, describeReach, leibHome } from './runServe.js';

const url = 'https://192.168.1.20:8080/';

test('a headset is told the address, a code to scan, and what to press', () => {
  const lines = describeReach({
    networkUrls: [url, 'https://10.0.0.5:8080/'],
    isLocal: false,
    isHttps: true,
    fingerprint: 'AB:CD',
  });
  const text = lines.join('\n');
  expect(lines[0]).toBe(`On the network: ${url} (also https://10.0.0.5:8080/)`);
  // Half blocks: the smallest code for this address has 25 modules, and a border of two around them.
  const code = text.split('\n').filter((line) => /[▀▄█]/.test(line));
  expect(code.length).toBeGreaterThanOrEqual(13);
  expect(text).toContain('"Advanced", then "Proceed"');
  expect(text).toContain('AB:CD');
  expect(text).toContain('"Enter VR"');
});

test('the code holds the address: another address is another code', () => {
  const codeOf = (address: string) =>
    describeReach({ networkUrls: [address], isLocal: false, isHttps: true, fingerprint: null })
      .join('\n')
      .split('\n')
      .filter((line) => /[▀▄█]/.test(line));
  expect(codeOf(url)).not.toEqual(codeOf('https://192.168.1.21:8080/'));
});

test('with a certificate that browsers trust there is no warning to press away', () => {
  expect(
    describeReach({ networkUrls: [url], isLocal: false, isHttps: true, fingerprint: null }).join('\n'),
  ).not.toContain('Advanced');
});

test('what is missing for a headset is said: the network, or https', () => {
  expect(describeReach({ networkUrls: [], isLocal: true, isHttps: true, fingerprint: 'AB' }).join('\n')).toContain(
    'add --host 0.0.0.0',
  );
  expect(
    describeReach({ networkUrls: ['http://10.0.0.5:8080/'], isLocal: false, isHttps: false, fingerprint: null }).join(
      '\n',
    ),
  ).toContain('add --https');
  expect(describeReach({ networkUrls: [], isLocal: true, isHttps: false, fingerprint: null })).toEqual([]);
});

test('where others reach the server it is said that there is no login', () => {
  for (const isHttps of [true, false]) {
    const reach = { networkUrls: ['http://10.0.0.5:8080/'], isLocal: false, isHttps, fingerprint: null };
    expect(describeReach(reach).join('\n')).toContain('There is no login');
    expect(describeReach({ ...reach, networkUrls: [], isLocal: true }).join('\n')).not.toContain('login');
    // Of `--host ::`, or a name, where there is no address of IPv4 to show.
    expect(describeReach({ ...reach, networkUrls: [] }).join('\n')).toContain('There is no login');
  }
});

test('certificate and key come together', async () => {
  await expect(chooseCertificate({ https: true, cert: 'a.pem', key: undefined })).rejects.toThrow(
    '--cert: expected --cert and --key together',
  );
  expect(await chooseCertificate({ https: false, cert: undefined, key: undefined })).toBeNull();
});

test('a certificate of the user is the one that is served', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leib-cert-'));
  const own = await keepCertificate({ folder, hosts: ['studio.example'], nowMs: Date.now() });
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(cert, own.cert);
  writeFileSync(key, own.key);
  expect(await chooseCertificate({ https: true, cert, key })).toEqual(own);
  await expect(chooseCertificate({ https: true, cert: key, key })).rejects.toThrow(/^--cert: expected a certificate/);
  rmSync(folder, { recursive: true });
});

test('what is kept lies where the user or the system wants it', () => {
  expect(leibHome({ LEIB_HOME: 'here' }, 'linux')).toBe('here');
  expect(leibHome({ XDG_DATA_HOME: 'data' }, 'linux')).toMatch(/^data.leib$/);
  expect(leibHome({}, 'darwin')).toMatch(/Application Support.leib$/);
  expect(leibHome({ LOCALAPPDATA: 'local' }, 'win32')).toMatch(/^local.leib$/);
});
