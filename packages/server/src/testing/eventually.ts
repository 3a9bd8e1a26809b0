const DEADLINE_MS = 10_000;

/** Repeats a look until it holds: for what crosses a socket, where there is no queue to drain. No fixed pause. */
export async function eventually<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const end = performance.now() + DEADLINE_MS;
  for (;;) {
    const value = await look();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > end)
      throw new Error(`It did not come to hold within ${DEADLINE_MS / 1000} s: ${look.toString()}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
