import { existsSync, readFileSync } from 'node:fs';
import { fileReaders, withoutConsole } from '../mutatedFiles.js';
import { bombs } from './bombs.js';

/** What came of a bomb, as the process that read it prints it. */
export interface BombResult {
  readonly bytes: number;
  readonly outcome: 'read' | 'refused' | 'failed';
  readonly message: string;
  /** Of the processor: what other programs do at the same time does not count. */
  readonly seconds: number;
  /** Most memory of the process, beyond what it had before it read the file. */
  readonly memoryMB: number;
}

const STATUS = '/proc/self/status';

/** `node readBomb.js NUMBER`: reads one bomb in a process of its own and prints a BombResult. */
const bomb = bombs[Number(process.argv[2])];
const reader = (await fileReaders()).find(({ name }) => name === bomb.reader);
if (reader === undefined) throw new Error(`there is no reader ${bomb.reader}`);
// Making the bomb takes memory as well: it is made elsewhere, and comes as bytes.
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const bytes = new Uint8Array(Buffer.concat(chunks));
/** Linux counts from the start of this program; elsewhere what its parent had may count, too. */
const peakMB = () => {
  const [, kB] = existsSync(STATUS) ? (/VmHWM:\s+(\d+)/.exec(readFileSync(STATUS, 'utf8')) ?? []) : [];
  return (kB === undefined ? process.resourceUsage().maxRSS : Number(kB)) / 1024;
};
const beforeMB = process.memoryUsage().rss / 2 ** 20;
const startUsage = process.cpuUsage();
const { outcome, message } = await withoutConsole(() => readAll(bytes));
const { user, system } = process.cpuUsage(startUsage);
const result: BombResult = {
  bytes: bytes.length,
  outcome,
  message,
  seconds: (user + system) / 1e6,
  memoryMB: peakMB() - beforeMB,
};
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));

async function readAll(content: Uint8Array<ArrayBuffer>): Promise<Pick<BombResult, 'outcome' | 'message'>> {
  try {
    const value = (await reader?.read(content)) as
      | { readonly ok?: boolean; readonly reason?: string }
      | null
      | undefined;
    const isRefused = value?.ok === false;
    return { outcome: isRefused ? 'refused' : 'read', message: isRefused ? (value.reason ?? '') : '' };
  } catch (error) {
    const { name, message } = error as Error;
    return { outcome: /^(Input|Format|Avatar|Choice)Error$/.test(name) ? 'refused' : 'failed', message: `${message}` };
  }
}
