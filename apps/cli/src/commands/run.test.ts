import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTrack } from '@leib/core';
import { readRecording } from '@leib/formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildLeib, startLeib } from '../testing.js';
import { trackingFixture } from '../trackingFixture.testing.js';

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(() => {
  buildLeib();
  folder = mkdtempSync(join(tmpdir(), 'leib-run-'));
  writeFileSync(at('walk.jsonl'), trackingFixture({ frameCount: 90 }));
  const source = { kind: 'file', path: 'walk.jsonl', loop: true };
  writeFileSync(
    at('stage.json'),
    JSON.stringify({ format: 'leib-stage/1', actors: { me: { kind: 'person', source } } }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a run of its own goes on until %s, and its recording is whole',
  async (signal) => {
    const out = at(`${signal}.mcap`);
    const child = startLeib(['run', at('stage.json'), '--record', out, '--json'], { LEIB_PROGRESS: 'on' });
    let [stdout, stderr] = ['', ''];
    child.stdout?.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      stderr += chunk;
    });
    const closed = once(child, 'close');
    await expect.poll(() => stderr, { timeout: 120_000 }).toMatch(/record: [1-9]\d+ moments/);
    child.kill(signal);
    expect((await closed)[0]).toBe(0);
    const [{ frames }] = JSON.parse(stdout).sinks;
    const { recording } = await readRecording(new Uint8Array(readFileSync(out)));
    expect(findTrack(recording, 'joints')?.momentCount).toBe(frames);
    expect(frames).toBeGreaterThan(9);
  },
);
