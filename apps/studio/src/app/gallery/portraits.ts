/** Pictures of the people of the gallery, by id, and of the default avatar. Made by e2e/makePictures.ts. */
export const portraits: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(import.meta.glob<string>('./portraits/*.webp', { eager: true, query: '?url', import: 'default' })).map(
    ([path, url]) => [path.slice('./portraits/'.length, -'.webp'.length), url],
  ),
);
