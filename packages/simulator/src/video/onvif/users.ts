export type UserLevel = 'Administrator' | 'Operator' | 'User';

export interface OnvifUser {
  readonly username: string;
  readonly password: string;
  readonly level: UserLevel;
}

const RANKS: readonly UserLevel[] = ['User', 'Operator', 'Administrator'];

/** Returns true if a level has the rights of another one. */
export const hasLevel = ({ level }: OnvifUser, needed: UserLevel): boolean =>
  RANKS.indexOf(level) >= RANKS.indexOf(needed);

/** Accepted credentials, or the reason why they are refused. */
export type Verdict = { readonly user: OnvifUser } | { readonly refused: string };
