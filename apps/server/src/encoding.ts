import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** The best encoding that an Accept-Encoding header allows. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  const weights = new Map<string, number>();
  for (const part of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0);
  }
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0;
  if (weightOf('br') > 0 && weightOf('br') >= weightOf('gzip')) return 'br';
  return weightOf('gzip') > 0 ? 'gzip' : 'identity';
}

/** Brotli at 5 packs about as small as gzip at 9 in a fifth of the time; a visitor waits for the first one. */
export function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') {
    return compressBrotli(bytes, {
      params: { [zlib.BROTLI_PARAM_QUALITY]: 5, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    });
  }
  if (encoding === 'gzip') return compressGzip(bytes, { level: 6 });
  return Promise.resolve(bytes);
}
