/** Interface constants of specification §9. */
export const POPUP_WIDTHS = { narrow: 360, medium: 640, wide: 680 } as const;
const WINDOWS_WEIGHT = '700';
const WEIGHT = '650';

/** Headings are bolder on Windows, which renders the same weight thinner. */
export function chooseHeadingWeight(userAgent: string): string {
  return userAgent.includes('Windows') ? WINDOWS_WEIGHT : WEIGHT;
}
