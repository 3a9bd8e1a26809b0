import { type RawBuilder, sql } from 'kysely';

/** Condition for links and devices that exist now, or existed at a time. */
export const existedAt = (at: Date | undefined): RawBuilder<boolean> =>
  at === undefined
    ? sql<boolean>`until is null`
    : sql<boolean>`since <= ${at} and (until is null or until > ${at})`;
