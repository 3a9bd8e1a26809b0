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

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** The unique constraint that a write broke, by name. */
export function brokenConstraint(error: unknown): string | undefined {
  if (codeOf(error) !== UNIQUE_VIOLATION) return undefined;
  return typeof error === 'object' && error !== null && 'constraint' in error ? String(error.constraint) : '';
}

const UNREACHED = new Set(['ENOENT', 'EMFILE', 'ENFILE']);

/** The unix socket of a PostgreSQL that is not running, or no file left to open for it; a file of ours is another matter. */
const isUnreached = (error: unknown): boolean =>
  UNREACHED.has(codeOf(error)) && error instanceof Error && 'syscall' in error && error.syscall === 'connect';

/** True when the database is away or full, or its disk fails: the caller may try later. */
export const isUnavailable = (error: unknown): boolean =>
  UNAVAILABLE.has(codeOf(error)) ||
  isUnreached(error) ||
  (error instanceof Error &&
    /Connection terminated|is not queryable|timeout exceeded when trying to connect/.test(error.message));
