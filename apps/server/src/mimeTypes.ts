import { ownValue } from '@leib/core';

const byExtension: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.glb': 'model/gltf-binary',
  '.gltf': 'model/gltf+json; charset=utf-8',
  // VRM is glTF with extensions in the same container and has no type of its own.
  '.vrm': 'model/gltf-binary',
};

/** Formats that are compressed already gain nothing from a second time. */
const isPacked = new Set(['.png', '.jpg', '.webp', '.woff2', '.ico']);

export function mimeTypeOf(extension: string): string {
  return ownValue(byExtension, extension.toLowerCase()) ?? 'application/octet-stream';
}

export function isCompressible(extension: string): boolean {
  const lower = extension.toLowerCase();
  return Object.hasOwn(byExtension, lower) && !isPacked.has(lower);
}
