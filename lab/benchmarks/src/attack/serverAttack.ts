import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Attack, AttackFigures } from './attack.js';
import type { Flood, FloodRequest, ServerAttack } from './flood.js';
import type { GuestFigures } from './honestGuest.js';
import { startTarget, type Target } from './startTarget.js';
import type { HeldMemory } from './targetProcess.js';

const QUIET_MS = 2500;
/** Until code of server and guest is compiled. */
const WARM_UP_MS = 5000;
/** Quiet and attacked times take turns: a busy machine changes from minute to minute. */
const ROUNDS = 3;
/** How much more a server may hold after the last of these than after the first one, once garbage is collected. */
const MOST_GROWTH = 0.1;
/** Of memory above an idle server's, and of the guest's delay to that in quiet. */
const MOST_MEMORY_MB = 100;
const MOST_DELAY_RATIO = 2;

/** A flood of a server in a process of its own, with its memory and an honest guest's delay before and meanwhile. */
export function serverAttack(attack: ServerAttack): Attack {
  const { name, title, counts, isRoomShared = false, isHttps = false, rounds = ROUNDS } = attack;
  const { guest = 'honestGuest.js' } = attack;
  return {
    name,
    title,
    counts,
    async run(seed, count) {
      const target = await startTarget(isHttps);
      const guests = [createGuest(target, guest, 0), ...(isRoomShared ? [createGuest(target, guest, 1.5)] : [])];
      try {
        return await attackInRounds(target, guests[0], rounds, (round) =>
          floodAside({ name, target, seed: seed + round, count: Math.ceil(count / rounds) }),
        );
      } finally {
        for (const guest of guests) await guest.stop();
        await target.stop();
      }
    },
  };
}

async function floodAside({ target: { port, udpPorts }, ...rest }: FloodRequest): Promise<Flood> {
  const workerData: FloodRequest = { ...rest, target: { port, udpPorts } };
  const worker = new Worker(new URL('./floodThread.js', import.meta.url), { workerData });
  const [flood] = (await once(worker, 'message')) as [Flood];
  await worker.terminate();
  return flood;
}

interface Guest {
  figures(): Promise<GuestFigures>;
  stop(): Promise<unknown>;
}

function createGuest({ port, isHttps }: Target, name: string, x: number): Guest {
  const url = `${isHttps ? 'https' : 'http'}://127.0.0.1:${port}/`;
  const script = fileURLToPath(new URL(`./${name}`, import.meta.url));
  // The server's certificate is of this run.
  const env = isHttps ? { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' } : process.env;
  const child = fork(script, [url, String(x)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], detached: true, env });
  return {
    async figures() {
      child.send('figures');
      return ((await once(child, 'message')) as [GuestFigures])[0];
    },
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function attackInRounds(
  target: Target,
  guest: Guest,
  roundCount: number,
  flood: (round: number) => Promise<Flood>,
): Promise<AttackFigures> {
  while ((await guest.figures()).tripsMs.length === 0) await pause(100);
  await pause(WARM_UP_MS);
  const rounds: { flood: Flood; quietMs: number; attackedMs: number; medianRatio: number }[] = [];
  const faults: string[] = [];
  const quietTurnsMs: number[] = [];
  const attackedTurnsMs: number[] = [];
  let [idleBytes, mostBytes] = [0, 0];
  const held: HeldMemory[] = [];
  for (let round = 0; round < roundCount; round++) {
    await guest.figures();
    target.samples.length = 0;
    await pause(QUIET_MS);
    const quiet = await guest.figures();
    if (round === 0) idleBytes = mostMemory(target);
    for (const ms of target.samples.splice(0).flatMap(({ turnsMs }) => turnsMs)) quietTurnsMs.push(ms);
    const result = await flood(round);
    const attacked = await guest.figures();
    mostBytes = Math.max(mostBytes, mostMemory(target));
    for (const ms of target.samples.flatMap(({ turnsMs }) => turnsMs)) attackedTurnsMs.push(ms);
    rounds.push({
      flood: result,
      quietMs: quantile(quiet.tripsMs, 0.95),
      attackedMs: quantile(attacked.tripsMs, 0.95),
      medianRatio: quantile(attacked.tripsMs, 0.5) / quantile(quiet.tripsMs, 0.5),
    });
    if (attacked.failure !== null) faults.push(`the honest guest was disconnected: ${attacked.failure}`);
    const ended = target.ended();
    if (ended !== null) faults.push(ended);
    if (faults.length > 0) break;
    held.push(await target.held());
  }
  const growth = growthOf(held);
  if (growth.held > MOST_GROWTH || growth.resident > MOST_GROWTH)
    faults.push(`memory grew from round to round: held ${percent(growth.held)}, resident ${percent(growth.resident)}`);
  const ratios = rounds.map(({ quietMs, attackedMs }) => attackedMs / quietMs).sort((a, b) => a - b);
  const ratio = ratios[ratios.length >> 1];
  const memoryMB = (mostBytes - idleBytes) / 1e6;
  if (memoryMB > MOST_MEMORY_MB) faults.push(`memory grew by ${memoryMB.toFixed(0)} MB`);
  if (!(ratio <= MOST_DELAY_RATIO)) faults.push(`the honest guest's p95 grew ${ratio.toFixed(1)} times`);
  const middle = rounds.find(({ quietMs, attackedMs }) => attackedMs / quietMs === ratio) ?? rounds[0];
  return {
    inputs: rounds.reduce((sum, round) => sum + round.flood.inputs, 0),
    outcomes: addRecords(rounds.map((round) => round.flood.outcomes)),
    faults: [...rounds.flatMap((round) => round.flood.faults), ...faults],
    facts: {
      ...rounds[0].flood.facts,
      memoryMB,
      heldGrowth: growth.held,
      residentGrowth: growth.resident,
      ...Object.fromEntries(held.map(({ residentBytes }, i) => [`resident${i + 1}MB`, residentBytes / 1e6])),
      ...Object.fromEntries(held.map(({ heldBytes }, i) => [`held${i + 1}MB`, heldBytes / 1e6])),
      quietP95Ms: middle.quietMs,
      attackedP95Ms: middle.attackedMs,
      delayRatio: ratio,
      // Less exact and less disturbed by other work of the machine.
      medianRatio: rounds.map(({ medianRatio }) => medianRatio).sort((a, b) => a - b)[rounds.length >> 1],
      // Computing of the server's main thread: what others of the machine do is not in it.
      quietTurnP95Ms: quantile(quietTurnsMs, 0.95),
      attackedTurnP95Ms: quantile(attackedTurnsMs, 0.95),
      attackedTurnP99Ms: quantile(attackedTurnsMs, 0.99),
      cameFirst: target.isFirst ? 1 : 0,
      longestTurnMs: attackedTurnsMs.reduce((most, ms) => Math.max(most, ms), 0),
    },
  };
}

/** From the first round to the last one: in the first one code is compiled, and lists get the length that they keep. */
function growthOf(held: readonly HeldMemory[]): { readonly held: number; readonly resident: number } {
  const [first, last] = [held.at(0), held.at(-1)];
  if (first === undefined || last === undefined) return { held: 0, resident: 0 };
  return {
    held: last.heldBytes / first.heldBytes - 1,
    resident: last.residentBytes / first.residentBytes - 1,
  };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function mostMemory({ samples }: Target): number {
  return samples.reduce((most, { rssBytes }) => Math.max(most, rssBytes), 0);
}

function addRecords(records: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const record of records) {
    for (const [name, count] of Object.entries(record)) sums.set(name, (sums.get(name) ?? 0) + count);
  }
  return Object.fromEntries(sums);
}

/** Infinite where there is none: an honest guest that gets no answer. */
function quantile(values: readonly number[], share: number): number {
  const ascending = values.toSorted((a, b) => a - b);
  return ascending[Math.floor(ascending.length * share)] ?? Number.POSITIVE_INFINITY;
}
