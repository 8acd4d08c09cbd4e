import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import studio from './package.json' with { type: 'json' };

export default defineConfig({
  plugins: [react()],
  define: { __LEIB_VERSION__: JSON.stringify(studio.version) },
  // The packages' sources, not their builds: one change is on the screen at once.
  resolve: { conditions: ['leib-source', ...defaultClientConditions] },
  // The avatar is a file of its own, never text inside the script.
  assetsInclude: ['**/*.vrm'],
  build: { target: 'es2022', sourcemap: true, assetsInlineLimit: 0, chunkSizeWarningLimit: 1200 },
});
