import { expect, test } from 'vitest';
import { describeFileError } from './fileErrors.js';

test.each(['ENOENT', 'EISDIR', 'EACCES', 'ENOSPC', 'EFBIG', 'EROFS', 'ENOTDIR', 'EEXIST', 'ELOOP', 'ENAMETOOLONG'])(
  '%s is told in words, without what the system calls it',
  (code) => {
    const error = Object.assign(new Error(`${code}: as the system says it, open 'a'`), { code });
    expect(describeFileError(error)).toMatch(/^[a-z][a-z ()-]+$/i);
  },
);
