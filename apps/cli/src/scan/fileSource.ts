import { open } from 'node:fs/promises';
import { InputError } from '@leib/core';
import type { RangeSource } from '@leib/formats/scan';
import { unreadable } from '../fileErrors.js';

/** A file that is read in parts, each into the same memory. Throws InputError. */
export async function openFileSource(path: string): Promise<RangeSource & { close(): Promise<void> }> {
  try {
    const file = await open(path);
    const about = await file.stat();
    if (!about.isFile()) {
      await file.close();
      throw new InputError(path, 'expected a file');
    }
    let bytes = Buffer.alloc(0);
    return {
      name: path,
      size: about.size,
      async read(at, length) {
        const wanted = Math.max(0, Math.min(length, about.size - at));
        if (bytes.length < wanted) bytes = Buffer.allocUnsafe(wanted);
        let got = 0;
        while (got < wanted) {
          const { bytesRead } = await file.read(bytes, got, wanted - got, at + got);
          if (bytesRead === 0) break;
          got += bytesRead;
        }
        return bytes.subarray(0, got);
      },
      close: () => file.close(),
    };
  } catch (error) {
    throw unreadable(path, error);
  }
}
