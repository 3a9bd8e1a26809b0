const DEADLINE_MS = 10_000;
const PAUSE_MS = 5;

/** Repeats a look until it holds: for what crosses a socket, where there is no queue to drain. */
export async function eventually<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  deadlineMs = DEADLINE_MS,
): Promise<T> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const value = await look();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > end)
      throw new Error(`It did not come to hold within ${deadlineMs / 1000} s: ${look.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
