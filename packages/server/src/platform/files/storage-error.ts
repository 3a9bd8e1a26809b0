import { DomainError } from '@northlight/contract';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** What a failure of the disk means to the caller: no room (258), gone (259), else it is ours as it is. */
export function storageError(error: unknown): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (FULL.has(code)) return new DomainError('storageFull');
  return code === 'ENOENT' ? new DomainError('fileMissing') : error;
}
