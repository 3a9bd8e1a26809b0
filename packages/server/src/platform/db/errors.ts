const UNIQUE_VIOLATION = '23505';
const UNAVAILABLE = new Set([
  '53100',
  '53200',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '58030',
  '08000',
  '08003',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
]);

const getErrorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Returns the name of the unique constraint that a write violated; undefined for other errors. */
export function findBrokenConstraint(error: unknown): string | undefined {
  if (getErrorCode(error) !== UNIQUE_VIOLATION) return undefined;
  return typeof error === 'object' && error !== null && 'constraint' in error ? String(error.constraint) : '';
}

const CONNECT_FAILURES = new Set(['ENOENT', 'EMFILE', 'ENFILE']);

/**
 * Errors of a failed connect: PostgreSQL's unix socket is missing or no file descriptor is free. The same
 * codes from other system calls do not count.
 */
const isFailedConnect = (error: unknown): boolean =>
  CONNECT_FAILURES.has(getErrorCode(error)) &&
  error instanceof Error &&
  'syscall' in error &&
  error.syscall === 'connect';

/** Returns true when the database is unreachable or full, or its disk fails: the caller may retry later. */
export const isUnavailable = (error: unknown): boolean =>
  UNAVAILABLE.has(getErrorCode(error)) ||
  isFailedConnect(error) ||
  (error instanceof Error &&
    /Connection terminated|is not queryable|timeout exceeded when trying to connect/.test(error.message));
