import { AvatarError } from './avatarError.js';

export interface SourceBytes {
  readonly bytes: ArrayBuffer;
  /** What the file is called in messages. */
  readonly label: string;
  /** Where files that it refers to are looked for; empty when it came as bytes. */
  readonly baseUrl: string;
}

/** Bytes of an address, a dropped file, or bytes. */
export async function readSource(source: string | ArrayBuffer | File): Promise<SourceBytes> {
  if (source instanceof ArrayBuffer) return { bytes: source, label: 'the avatar', baseUrl: '' };
  if (typeof source !== 'string') {
    const label = `"${source.name}"`;
    try {
      return { bytes: await source.arrayBuffer(), label, baseUrl: '' };
    } catch (cause) {
      throw new AvatarError(`${label} could not be read from disk: ${messageOf(cause)}.`, { cause });
    }
  }
  const isInline = source.startsWith('data:') || source.startsWith('blob:');
  const label = isInline ? 'the avatar' : `"${lastPart(source)}"`;
  let response: Response;
  try {
    response = await fetch(source);
  } catch (cause) {
    throw new AvatarError(`${label} could not be fetched: ${messageOf(cause)}.`, { cause });
  }
  if (!response.ok) {
    throw new AvatarError(`${label} could not be fetched: the server answered ${response.status}.`);
  }
  return { bytes: await response.arrayBuffer(), label, baseUrl: isInline ? '' : source.replace(/[^/]*$/, '') };
}

export function messageOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.replace(/\s+/g, ' ').replace(/\.$/, '');
}

function lastPart(url: string): string {
  return (
    url
      .replace(/[?#].*$/, '')
      .split('/')
      .pop() || url
  );
}
