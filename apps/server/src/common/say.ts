import type { ServerResponse } from 'node:http';

/** A sentence. A body that is not taken is read to its end, so that the sender reads the sentence; one that is too large is not. */
export function say(response: ServerResponse, status: number, text: string): void {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  if (status === 411 || status === 413) response.setHeader('Connection', 'close');
  response.writeHead(status).end(response.req.method === 'HEAD' ? undefined : text);
}
