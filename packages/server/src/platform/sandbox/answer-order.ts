/** Exit code of a program whose work failed, to distinguish it from one that was killed. */
export const FAILED_EXIT_CODE = 70;

/**
 * Runs in the sandboxed program: answers one order and exits. The type of the order is that of the program's
 * `Sandbox`.
 */
export function answerOrder(work: (order: never) => Promise<unknown>): void {
  process.once('message', (order: unknown) => {
    work(order as never)
      .then((answer) => process.send?.(answer, () => process.disconnect()))
      .catch(() => {
        process.exitCode = FAILED_EXIT_CODE;
        process.disconnect();
      });
  });
}
