import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BenchmarkOptions } from '../benchmarkOptions.js';
import { median } from '../measureTimes.js';
import type { BenchResult } from '../report.js';
import type { CrowdPageInput, CrowdPageResult } from './crowdPage.js';

const AGENT_COUNT = 100;
/** Numbers of 16 bits per agent. */
const BYTES_PER_AGENT = 98;

interface ChromiumScript {
  readonly chromiumFlags: readonly string[];
  findChromium(): string | null;
}

/** Files of the repository, from src and from dist alike. */
const fromHere = (path: string) => new URL(path, import.meta.url);

/**
 * JavaScript per frame for 100 agents in motion of their own, beside 100 SkinnedMeshes of three.js and the same people in
 * \@three.ez/instanced-mesh, in a real Chromium: posing, updating and the whole of renderer.render(), without the GPU.
 */
export async function benchCrowd(options: BenchmarkOptions): Promise<BenchResult[]> {
  const { chromiumFlags, findChromium }: ChromiumScript = await import(
    fromHere('../../../../scripts/chromium.mjs').href
  );
  const executablePath = findChromium();
  if (executablePath === null) {
    return [noResult('expected a Chromium to measure in, got none; install one or set CHROMIUM_PATH.')];
  }
  const { chromium } = await import('playwright');
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: await bundlePage(), type: 'module' });
    await page.waitForFunction(() => globalThis.measureLeibCrowds !== undefined);
    const person = await readFile(fromHere('../../../../packages/body/assets/leib-neutral.vrm'), 'base64');
    const input: CrowdPageInput = {
      person,
      agentCount: AGENT_COUNT,
      frameCount: 10 * options.timing.sampleCount,
      warmUpCount: 60,
    };
    const measured = await page.evaluate(
      (given) => (globalThis.measureLeibCrowds as NonNullable<typeof globalThis.measureLeibCrowds>)(given),
      input,
    );
    checkPictures(measured);
    return [toResult(measured)];
  } finally {
    await browser.close();
  }
}

/** The page's code and all that it imports as one script. */
async function bundlePage(): Promise<string> {
  const { build } = await import('vite');
  const output = await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(fromHere('../../')),
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      rolldownOptions: { input: fileURLToPath(fromHere('./crowdPage.js')), output: { codeSplitting: false } },
    },
  });
  const [bundle] = Array.isArray(output) ? output : [output];
  if (!('output' in bundle)) throw new Error('crowd page: expected a bundle from Vite, got a watcher.');
  return bundle.output[0].code;
}

/** A contender that draws nothing, or something else, is fast for no good reason. */
function checkPictures({ covered, different }: CrowdPageResult): void {
  for (const [name, count] of Object.entries(covered)) {
    if (count < 100 || different[name] > 0.05 * count) {
      throw new Error(
        `mocap/crowd-100, ${name}: expected the picture of three SkinnedMesh, got ${count} pixels, ${different[name]} others.`,
      );
    }
  }
}

function toResult({ times, drawCalls }: CrowdPageResult): BenchResult {
  const medians = Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median([...values])]));
  const ours = medians.leib;
  const peers = Object.fromEntries(Object.entries(medians).filter(([name]) => !name.startsWith('leib')));
  return {
    name: 'mocap/crowd-100',
    ours,
    unit: 'us',
    peers,
    bytesPerCall: null,
    ratio: Object.fromEntries(Object.entries(peers).map(([name, value]) => [name, value / ours])),
    facts: {
      'us with linear blend': medians['leib, linear'],
      'us with segments': medians['leib, segments'],
      'draw calls beside the bone pass': drawCalls.leib,
      'draw calls of three SkinnedMesh': drawCalls['three SkinnedMesh'],
      'bytes to the GPU per frame': AGENT_COUNT * BYTES_PER_AGENT,
    },
  };
}

const noResult = (skipped: string): BenchResult => ({
  name: 'mocap/crowd-100',
  ours: Number.NaN,
  unit: 'us',
  peers: {},
  bytesPerCall: null,
  ratio: {},
  skipped,
});
