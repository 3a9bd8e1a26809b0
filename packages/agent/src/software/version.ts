/** Defined when the agent is bundled. */
declare const NORTHLIGHT_SOFTWARE: string | undefined;

/** Version of this software, as reported in the birth; a fixed version when run from the sources. */
export const SOFTWARE: string = typeof NORTHLIGHT_SOFTWARE === 'undefined' ? '0.1.0' : NORTHLIGHT_SOFTWARE;
