/** Displays show the local time of their browser. */
export const BROWSER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
