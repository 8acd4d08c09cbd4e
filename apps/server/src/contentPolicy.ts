import { createHash } from 'node:crypto';

/**
 * What a page of this server may load and run (Content-Security-Policy). Scripts inside the page run only where their hash
 * is given: those that it was built with.
 */
export function contentPolicy(scriptHashes: readonly string[] = []): string {
  return [
    "default-src 'self'",
    // MuJoCo's bindings make functions out of text; WebAssembly is allowed with it.
    ["script-src 'self' 'unsafe-eval'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    // Pictures and models out of files that the visitor opens.
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    // Trackers that send by WebSocket are on any machine of the network.
    "connect-src 'self' blob: data: ws: wss:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Of each script inside a page. */
export function hashScripts(html: string): string[] {
  return Array.from(html.matchAll(/<script>([\s\S]*?)<\/script>/g), ([, script]) => {
    return `sha256-${createHash('sha256').update(script).digest('base64')}`;
  });
}
