const DEADLINE_MS = 10_000;
const PAUSE_MS = 5;

/** Polls a condition until it returns a value, for effects that cross a socket. Throws after the deadline. */
export async function pollUntil<T>(
  condition: () => Promise<T | undefined | false> | T | undefined | false,
  deadlineMs = DEADLINE_MS,
): Promise<T> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > end)
      throw new Error(`The condition did not hold within ${deadlineMs / 1000} s: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
