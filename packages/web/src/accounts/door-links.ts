import { DOOR_PATHS, ENTRY_PAGES } from '../paths.ts';
import { openReturn } from './return-address.ts';

type Place = Pick<Location, 'pathname' | 'search'>;

/** A page before the door from another one: it keeps the way back, and stays in the standalone entry if it is there. */
export function doorLink(page: 'login' | 'signUp' | 'resetPassword', place: Place = window.location): string {
  const search = new URLSearchParams(place.search);
  const kept = new URLSearchParams();
  const alone = place.pathname === DOOR_PATHS.standaloneLogin;
  if (alone && page !== 'login') kept.set('page', ENTRY_PAGES[page]);
  const back = openReturn(search.get('return') ?? undefined);
  if (back !== undefined) kept.set('return', back);
  const path = alone ? DOOR_PATHS.standaloneLogin : DOOR_PATHS[page];
  return kept.size === 0 ? path : `${path}?${kept.toString()}`;
}
