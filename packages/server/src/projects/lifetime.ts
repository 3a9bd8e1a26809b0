interface ProjectEnd {
  readonly expires_at: Date | null;
}

/** Returns true when a project has expired at a time (ms); only demo copies expire. */
export const hasExpired = ({ expires_at }: ProjectEnd, now: number): boolean =>
  expires_at !== null && expires_at.getTime() <= now;

/**
 * Returns the SQL condition on an alias of `projects`: the project is neither deleted nor expired. `now` is an SQL expression, such as
 * `$2`.
 */
export const buildLivingProjectSql = (alias: string, now: string): string =>
  `${alias}.deleted_at is null and coalesce(${alias}.expires_at, 'infinity'::timestamptz) > ${now}`;
