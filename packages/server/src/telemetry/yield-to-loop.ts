/** Yields to the event loop between two parts of a long computation. */
export const yieldToLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
