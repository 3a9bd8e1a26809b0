/** Version that the bundler defines; undefined when the agent runs from its sources. */
declare const NORTHLIGHT_SOFTWARE: string | undefined;

/** Version of this software that births report. It has a fixed value when the agent runs from its sources. */
export const SOFTWARE: string = typeof NORTHLIGHT_SOFTWARE === 'undefined' ? '0.1.0' : NORTHLIGHT_SOFTWARE;
