import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { chromiumTestFlags, findChromium } from './scripts/chromium.mjs';

/** Packages are tested from their sources: the `leib-source` condition of each package.json leads there. */
const resolve = { conditions: ['leib-source'] };
const ssr = { resolve: { conditions: ['leib-source'], externalConditions: ['leib-source'] } };

/**
 * lab/ imports compiled files of packages and apps (lab/README.md), which are not among their doors; tested are the sources
 * that they were compiled from.
 */
const sourcesOfLab: Plugin = {
  name: 'leib-sources-of-lab',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!/\/dist\/.*\.js$/.test(id) || id.includes('node_modules')) return null;
    const path = id.startsWith('file:') ? fileURLToPath(id) : resolvePath(importer ?? '', '..', id);
    const source = path.replace('/dist/', '/src/').replace(/\.js$/, '.ts');
    return path.startsWith(import.meta.dirname) && existsSync(source) ? source : null;
  },
};

/** End what hangs, and nothing else: no test goes by real time, and a busy machine with two cores is slow. */
const limits = { testTimeout: 300_000, hookTimeout: 300_000 };

/** As many files at a time; all projects of one run must have the same number. */
const maxWorkers = 2;

const unitTests = '{packages,apps,lab,examples,scripts}/**/*.test.ts';
const notUnitTests = ['**/node_modules/**', '**/dist/**', '**/*.browser.test.ts', '**/*.e2e.test.ts'];

/**
 * Tests that count bytes need code that was compiled for them alone: what other files ran before makes the same
 * functions more general, and general code boxes its numbers.
 */
const memoryTests = globSync(unitTests, { cwd: import.meta.dirname, exclude: notUnitTests }).filter((path) =>
  readFileSync(new URL(path, import.meta.url), 'utf8').includes('bytesPerCall('),
);

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [sourcesOfLab],
        resolve,
        ssr,
        test: {
          name: 'unit',
          environment: 'node',
          include: [unitTests],
          exclude: [...notUnitTests, ...memoryTests],
          // A worker keeps its modules from file to file: importing everything anew for each file costs as much as the tests.
          isolate: false,
          maxWorkers,
          ...limits,
        },
      },
      {
        plugins: [sourcesOfLab],
        resolve,
        ssr,
        test: {
          name: 'memory',
          environment: 'node',
          include: memoryTests,
          exclude: notUnitTests,
          // The compiler works between calls, not beside them: on a busy machine the calls would be over before it is.
          pool: 'forks',
          execArgv: ['--single-threaded'],
          maxWorkers,
          ...limits,
        },
      },
      {
        resolve,
        // Found one by one, each of these would reload the page in the middle of a first run.
        optimizeDeps: {
          include: [
            'three',
            'three/examples/jsm/exporters/GLTFExporter.js',
            'three/examples/jsm/loaders/FBXLoader.js',
            'three/examples/jsm/loaders/GLTFLoader.js',
            'three/examples/jsm/loaders/TGALoader.js',
            'three/examples/jsm/libs/meshopt_decoder.module.js',
            'three/examples/jsm/utils/BufferGeometryUtils.js',
            'three/examples/jsm/utils/SkeletonUtils.js',
            '@pixiv/three-vrm',
            'gl-matrix',
            'meshoptimizer',
            'three-mesh-bvh',
            '3d-tiles-renderer',
            '3d-tiles-renderer/plugins',
            '@sparkjsdev/spark',
            'valibot',
          ],
          // They look for their decoders beside their own file.
          exclude: ['three/examples/jsm/loaders/DRACOLoader.js', 'three/examples/jsm/loaders/KTX2Loader.js'],
        },
        test: {
          name: 'browser',
          include: ['packages/**/*.browser.test.ts', 'apps/studio/src/**/*.browser.test.ts'],
          // One page for all files, after the others: loading every module anew for each costs more than the tests.
          isolate: false,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          ...limits,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: findChromium() ?? '/usr/bin/chromium', args: chromiumTestFlags },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['apps/studio/e2e/*.e2e.test.ts'],
          globalSetup: ['apps/studio/e2e/globalSetup.ts'],
          isolate: false,
          ...limits,
          // Two files at a time, each in its own browser: a page waits for its graphics process, the server and Playwright.
          maxWorkers,
        },
      },
    ],
  },
});
