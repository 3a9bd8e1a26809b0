/** Rounds of the search, and the last one, which proves how good the plan is. */
export const SEARCH_ROUNDS = 5;
export const ROUNDS = SEARCH_ROUNDS + 1;
