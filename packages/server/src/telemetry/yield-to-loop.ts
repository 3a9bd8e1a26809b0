/** Lets the event loop run other work between two parts of a long computation. */
export const yieldToLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
