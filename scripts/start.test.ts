import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** npm start as it runs once the packages are there. */
function start(...words: string[]) {
  const script = join(import.meta.dirname, 'start.mjs');
  return spawn(process.execPath, [script, ...words], { env: { ...process.env, LEIB_PREPARED: '1', PORT: '' } });
}

async function addressOf(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  await expect.poll(() => output, { timeout: 250_000 }).toMatch(/http:\S+\/|could not|taken/);
  const address = /Leib is at (http:\S+) /.exec(output)?.[1];
  if (!address) throw new Error(output);
  return address;
}

test('builds, serves the studio, and stops cleanly; two at once', async () => {
  const children = [start(), start('--port', '0')];
  const addresses = await Promise.all(children.map(addressOf));
  expect(new Set(addresses).size).toBe(2);
  for (const address of addresses) {
    const page = await fetch(address);
    expect(page.status).toBe(200);
    // The built page, not its source: a browser refuses TypeScript.
    const script = /<script type="module"[^>]* src="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    expect((await fetch(new URL(script, address))).headers.get('content-type')).toContain('text/javascript');
    expect(await (await fetch(`${address}api/health`)).json()).toMatchObject({ ok: true });
  }
  const exits = children.map((child) => once(child, 'exit'));
  for (const child of children) child.kill('SIGINT');
  for (const [code] of await Promise.all(exits)) expect(code).toBe(0);
});

test('a demanded port that is taken is one line and exit code 1', async () => {
  const first = start('--port', '0');
  const { port } = new URL(await addressOf(first));
  const second = start('--port', port);
  let errors = '';
  second.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const [code] = await once(second, 'close');
  expect(errors).toMatch(new RegExp(`^leib: port ${port} is taken.*\\n$`));
  expect(code).toBe(1);
  first.kill('SIGTERM');
  expect((await once(first, 'exit'))[0]).toBe(0);
});
