import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import studio from './package.json' with { type: 'json' };

/** Not where the visit begins with an avatar that the browser has kept (app/gallery/gallery.ts). */
const preloadScript = (href: string) => `
try { var first = localStorage.getItem('leib-first-avatar'); } catch (error) {}
if (first !== 'file') {
  var link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: '', href: ${JSON.stringify(href)} });
  document.head.append(link);
}`;

/** The avatar's download begins with the page's, not when the script gets to it. */
const preloadAvatar: Plugin = {
  name: 'leib-preload-avatar',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle, path }) {
      if (path !== '/index.html') return [];
      const avatars = Object.keys(bundle ?? {}).filter((name) => name.endsWith('.vrm'));
      return avatars.map((name) => ({ tag: 'script', children: preloadScript(`/${name}`), injectTo: 'head' as const }));
    },
  },
};

/** docs/glossary.md as text: the one place where our words are explained. */
const glossaryText: Plugin = {
  name: 'leib-glossary',
  resolveId: (id) => (id === 'virtual:leib-glossary' ? `\0${id}` : null),
  async load(id) {
    if (id !== '\0virtual:leib-glossary') return null;
    const file = fileURLToPath(new URL('../../docs/glossary.md', import.meta.url));
    this.addWatchFile(file);
    return `export default ${JSON.stringify(await readFile(file, 'utf8'))}`;
  },
};

export default defineConfig({
  plugins: [react(), preloadAvatar, glossaryText],
  define: { __LEIB_VERSION__: JSON.stringify(studio.version) },
  // The packages' sources, not their builds: one change is on the screen at once.
  resolve: { conditions: ['leib-source', ...defaultClientConditions] },
  // They look for their decoders beside their own file.
  optimizeDeps: {
    exclude: ['three/examples/jsm/loaders/DRACOLoader.js', 'three/examples/jsm/loaders/KTX2Loader.js'],
  },
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
