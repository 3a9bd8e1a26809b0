import { DomainError } from '@northlight/contract';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const FAILING = new Set(['EIO', 'EROFS']);

/** What a failure of the disk means to the caller: no room, or none that can be written (258), gone (259), else it is ours as it is. */
export function storageError(error: unknown): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (FULL.has(code)) return new DomainError('storageFull');
  if (FAILING.has(code))
    return new DomainError('storageFull', { message: 'The disk does not take the file: it may be failing.' });
  return code === 'ENOENT' ? new DomainError('fileMissing') : error;
}
