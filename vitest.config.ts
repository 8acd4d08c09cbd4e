import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumFlags, findChromium } from './scripts/chromium.mjs';

/** Packages are tested from their sources: the `leib-source` condition of each package.json leads there. */
const resolve = { conditions: ['leib-source'] };

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        ssr: { resolve: { conditions: ['leib-source'], externalConditions: ['leib-source'] } },
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{packages,apps,benchmarks,examples,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.browser.test.ts', '**/*.e2e.test.ts'],
          // Nothing waits so long by itself; a busy machine with two cores may.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve,
        // Found one by one, each of these would reload the page in the middle of a first run.
        optimizeDeps: {
          include: [
            'three',
            'three/examples/jsm/loaders/GLTFLoader.js',
            'three/examples/jsm/libs/meshopt_decoder.module.js',
            'three/examples/jsm/utils/BufferGeometryUtils.js',
            'three/examples/jsm/utils/SkeletonUtils.js',
            '@pixiv/three-vrm',
            'gl-matrix',
            'three-mesh-bvh',
          ],
        },
        test: {
          name: 'browser',
          include: ['packages/**/*.browser.test.ts', 'apps/studio/src/**/*.browser.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: findChromium() ?? '/usr/bin/chromium', args: chromiumFlags },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        resolve,
        ssr: { resolve: { conditions: ['leib-source'], externalConditions: ['leib-source'] } },
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['apps/studio/e2e/*.e2e.test.ts'],
          globalSetup: ['apps/studio/e2e/globalSetup.ts'],
          // Pages go by a clock that the tests step: these only end what hangs.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
