import { DomainError } from '@northlight/contract';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const FAILING = new Set(['EIO', 'EROFS']);

/** Maps a disk error to a DomainError: full or not writable (258), missing (259). Returns other errors unchanged. */
export function findStorageError(error: unknown): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (FULL.has(code)) return new DomainError('storageFull');
  if (FAILING.has(code))
    return new DomainError('storageFull', {
      message: 'The disk does not accept the file: it may be failing. Ask the operator to check it.',
    });
  return code === 'ENOENT' ? new DomainError('fileMissing') : error;
}
