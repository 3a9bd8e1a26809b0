/** Put in its place when the agent is bundled. */
declare const NORTHLIGHT_SOFTWARE: string | undefined;

/** Version of this software, as the device says it at birth; of the sources when it runs from them. */
export const SOFTWARE: string = typeof NORTHLIGHT_SOFTWARE === 'undefined' ? '0.1.0' : NORTHLIGHT_SOFTWARE;
