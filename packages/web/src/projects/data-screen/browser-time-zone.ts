/** A wall shows the time of the room that it hangs in. */
export const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
