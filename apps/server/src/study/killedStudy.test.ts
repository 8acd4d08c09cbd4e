import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killStudies } from './killStudies.testing.js';

// Processes of their own, killed by the system. Only built scripts can be run so. lab/ counts to 500 with the same.

let folder: string;
beforeAll(async () => {
  const root = join(import.meta.dirname, '../../../..');
  expect(spawnSync(process.execPath, ['scripts/build.mjs', 'apps/server'], { cwd: root }).status).toBe(0);
  folder = await mkdtemp(join(tmpdir(), 'leib-killed-study-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('kill -9 of the server and of pages at random moments loses and doubles nothing, and every session ends', async () => {
  const told: number[] = [];
  const onKill = ({ serverKills, pageKills }: { serverKills: number; pageKills: number }) =>
    void told.push(serverKills + pageKills);
  const figures = await killStudies({ folder, kills: 10, atOnce: 2, eventsOfSession: 120, seed: 4, onKill });
  expect(told).toEqual(Array.from({ length: 10 }, (_, i) => i + 1));
  expect(figures).toMatchObject({ lost: 0, doubled: 0, completed: figures.sessions });
  expect(figures.serverKills).toBeGreaterThan(0);
  expect(figures.pageKills).toBeGreaterThan(0);
  expect(figures.events).toBe(figures.sessions * 120);
});
