/** Time zone of displays, which show local time. */
export const BROWSER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
