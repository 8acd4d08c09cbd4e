import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Attack, AttackFigures } from './attack.js';
import { BOMB_BYTES } from './bombs/bomb.js';
import { bombs } from './bombs/bombs.js';
import type { BombResult } from './bombs/readBomb.js';

const MOST_SECONDS = 5;
const MOST_MB = 1000;
/** A process that takes longer is ended: it would never stop. */
const PATIENCE_MS = 60_000;

/** Small files that ask for much, each read in a process of its own: within 5 s and 1 GB, with a value or a sentence. */
export const bombFilesAttack: Attack = {
  name: 'bombs',
  title: 'small files that ask for much',
  counts: { full: bombs.length, quick: 12 },
  async run(seed, count): Promise<AttackFigures> {
    const outcomes: Record<string, number> = { read: 0, refused: 0 };
    const faults: string[] = [];
    let slowestSeconds = 0;
    let mostMB = 0;
    for (let i = 0; i < count; i++) {
      const number = count >= bombs.length ? i : (seed * 7919 + i * 31) % bombs.length;
      const { name, reader } = bombs[number];
      const result = await readBomb(number);
      const place = `${reader}, ${name}`;
      if (result === null) {
        faults.push(`${place}: the process ended without a result`);
        continue;
      }
      const { outcome, message, seconds, memoryMB } = result;
      slowestSeconds = Math.max(slowestSeconds, seconds);
      mostMB = Math.max(mostMB, memoryMB);
      if (outcome === 'failed') faults.push(`${place}: ${message}`);
      else outcomes[outcome]++;
      if (seconds > MOST_SECONDS) faults.push(`${place}: ${seconds.toFixed(1)} s`);
      if (memoryMB > MOST_MB) faults.push(`${place}: ${memoryMB.toFixed(0)} MB`);
    }
    return { inputs: count, outcomes, faults, facts: { slowestSeconds, mostMB } };
  },
};

/** null: it did not end, or ended for lack of memory. */
export async function readBomb(number: number): Promise<BombResult | null> {
  const { name, make } = bombs[number];
  const bytes = await make();
  if (bytes.length > BOMB_BYTES) throw new Error(`${name}: expected at most ${BOMB_BYTES} bytes, got ${bytes.length}`);
  const program = fileURLToPath(new URL('./bombs/readBomb.js', import.meta.url));
  const child = spawn(process.execPath, [program, String(number)], { stdio: ['pipe', 'pipe', 'ignore'] });
  const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  child.stdin.on('error', () => {});
  child.stdin.end(bytes);
  const output = await text(child.stdout);
  clearTimeout(patience);
  return output === '' ? null : (JSON.parse(output) as BombResult);
}
