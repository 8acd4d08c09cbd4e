import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import studio from './package.json' with { type: 'json' };

/** The avatar's download begins with the page's, not when the script gets to it. */
const preloadAvatar: Plugin = {
  name: 'leib-preload-avatar',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle, path }) {
      if (path !== '/index.html') return [];
      const avatars = Object.keys(bundle ?? {}).filter((name) => name.endsWith('.vrm'));
      return avatars.map((name) => ({
        tag: 'link',
        attrs: { rel: 'preload', as: 'fetch', crossorigin: true, href: `/${name}` },
        injectTo: 'head',
      }));
    },
  },
};

export default defineConfig({
  plugins: [react(), preloadAvatar],
  define: { __LEIB_VERSION__: JSON.stringify(studio.version) },
  // The packages' sources, not their builds: one change is on the screen at once.
  resolve: { conditions: ['leib-source', ...defaultClientConditions] },
  // The avatar is a file of its own, never text inside the script.
  assetsInclude: ['**/*.vrm'],
  build: {
    target: 'es2022',
    sourcemap: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    // The studio, the picture of one wall, and the overview of all walls.
    rolldownOptions: { input: ['index.html', 'display.html', 'displays.html'] },
  },
});
