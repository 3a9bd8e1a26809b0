interface ProjectEnd {
  readonly expires_at: Date | null;
}

/** Whether a project's life is over at a time (ms): that of a demo copy ends, others have no end. */
export const hasExpired = ({ expires_at }: ProjectEnd, now: number): boolean =>
  expires_at !== null && expires_at.getTime() <= now;

/**
 * The rule for which projects live, as the text of a condition on an alias of `projects`: those that were not deleted
 * and have not expired. `now` is the text of a time, such as `$2`.
 */
export const livingProjectSql = (alias: string, now: string): string =>
  `${alias}.deleted_at is null and coalesce(${alias}.expires_at, 'infinity'::timestamptz) > ${now}`;
