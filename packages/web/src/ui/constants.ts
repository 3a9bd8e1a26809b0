/** Interface constants of specification §9. */
export const POPUP_WIDTHS = { narrow: 360, medium: 640, wide: 680 } as const;
/** Width of a menu of short items. */
export const MENU_WIDTH = 200;
/** Distance of the search popup from the top of the window. */
export const POPUP_TOP = 60;
const WINDOWS_WEIGHT = '700';
const WEIGHT = '650';

/** Returns a heavier weight on Windows, which renders the same weight thinner. */
export function chooseHeadingWeight(userAgent: string): string {
  return userAgent.includes('Windows') ? WINDOWS_WEIGHT : WEIGHT;
}
