import { FormatError } from '@leib/formats';
import { latin1Text } from './latin1.js';
import type { StoredArray } from './numpyArray.js';

/** "\x93NUMPY". */
const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
const longestHeader = 64 * 1024;

/**
 * Parses a .npy file (numpy.lib.format, "Format Version 1.0" to 3.0). Its header is a Python dictionary of three known
 * keys, matched by patterns. Throws FormatError with the array's name and a reason.
 */
export function readNpy(bytes: Uint8Array, name: string): StoredArray {
  const fail = (reason: string) => new FormatError('SMPL', name, reason);
  if (bytes.length < 12 || magic.some((byte, i) => bytes[i] !== byte))
    throw fail('expected a .npy file, got other bytes');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWide = bytes[6] >= 2;
  const headerAt = isWide ? 12 : 10;
  const headerBytes = isWide ? view.getUint32(8, true) : view.getUint16(8, true);
  if (headerBytes > longestHeader || headerAt + headerBytes > bytes.length) throw fail('the header is cut off');
  const header = latin1Text(bytes.subarray(headerAt, headerAt + headerBytes));
  const descr = /'descr'\s*:\s*'([<>=|]?[A-Za-z]\d{0,4})'/.exec(header)?.[1];
  const order = /'fortran_order'\s*:\s*(True|False)/.exec(header)?.[1];
  const shape = /'shape'\s*:\s*\(([\d,\sL]*)\)/.exec(header)?.[1];
  if (descr === undefined || order === undefined || shape === undefined) {
    throw fail(`header: expected descr, fortran_order and shape, got ${JSON.stringify(header.slice(0, 80).trim())}`);
  }
  return {
    descr,
    isFortranOrder: order === 'True',
    shape: (shape.match(/\d+/g) ?? []).map(Number),
    data: bytes.subarray(headerAt + headerBytes),
  };
}
