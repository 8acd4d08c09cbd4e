/** Most codes per call of fromCharCode: the number of arguments is limited. */
const chunkLength = 8192;

/** One character per byte. TextDecoder's "latin1" is Windows-1252, which differs from 0x80 to 0x9f. */
export function latin1Text(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += chunkLength) {
    text += String.fromCharCode(...bytes.subarray(at, at + chunkLength));
  }
  return text;
}
