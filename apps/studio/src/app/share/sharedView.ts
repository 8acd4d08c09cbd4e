import { accept, type Decoded, decodeJson, refuse } from '@leib/core';
import { unpack } from '@leib/formats';
import * as v from 'valibot';
import { settingValuesSchema } from '../../files/settingsFile.js';
import { wornSchema } from '../../rooms/body/wornBody.js';

const FORMAT = 'leib-view/1';

/** A longer address is cut by some programs: then a file is shared instead. Characters. */
export const LINK_LIMIT = 8000;

/** Most bytes that the code in an address unpacks to: a link that is longer than LINK_LIMIT, and packed well. */
const MOST_UNPACKED_BYTES = 2 ** 20;
/** A height of a head that a take can be scaled by, metres. */
const headHeight = v.pipe(v.number(), v.minValue(0.01), v.maxValue(100));

const point = v.tuple([v.pipe(v.number(), v.finite()), v.pipe(v.number(), v.finite()), v.pipe(v.number(), v.finite())]);

const viewSchema = v.object({
  format: v.literal(FORMAT),
  room: v.string(),
  /** Settings that are not at their initial value. */
  settings: settingValuesSchema,
  camera: v.optional(v.object({ position: point, target: point })),
  source: v.optional(
    v.variant('kind', [
      v.object({ kind: v.literal('demo') }),
      v.object({ kind: v.literal('emulator') }),
      v.object({ kind: v.literal('feed') }),
      v.object({ kind: v.literal('clip'), id: v.string() }),
      /** A few seconds of tracking (takeCode.ts), as base64url. */
      v.object({ kind: v.literal('take'), name: v.string(), headHeight: v.nullable(headHeight), data: v.string() }),
    ]),
  ),
  body: v.optional(wornSchema),
});

/** What a link or a file brings along: room, settings, view, what moves the body, a built body. */
export type SharedView = Omit<v.InferOutput<typeof viewSchema>, 'format'>;

export function sharedViewToJson(view: SharedView): string {
  return JSON.stringify({ format: FORMAT, ...view });
}

export function sharedViewFromJson(text: string): Decoded<SharedView> {
  const decoded = decodeJson(text, viewSchema);
  return decoded.ok ? accept(decoded.value) : decoded;
}

/** The part of an address behind #/room?s=. */
export async function encodeSharedView(view: SharedView): Promise<string> {
  const bytes = new TextEncoder().encode(sharedViewToJson(view));
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return toBase64Url(new Uint8Array(await new Response(stream).arrayBuffer()));
}

export async function decodeSharedView(code: string): Promise<Decoded<SharedView>> {
  try {
    const bytes = await unpack(fromBase64Url(code), 'deflate-raw', MOST_UNPACKED_BYTES);
    return sharedViewFromJson(new TextDecoder().decode(bytes));
  } catch {
    return refuse('link', 'expected a whole link, got a damaged one; ask for it again');
  }
}

/** A link to a view of a page. `page`: its address without anything behind #. */
export async function linkToView(page: string, view: SharedView): Promise<string> {
  return `${page}#/${view.room}?s=${await encodeSharedView(view)}`;
}

/** The code in an address (#/room?s=code); null where there is none. */
export function sharedCodeOf(hash: string): string | null {
  return new URLSearchParams(hash.split('?')[1] ?? '').get('s');
}

export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}
