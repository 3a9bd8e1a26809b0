/**
 * Runs in the sandboxed program: answers one order and exits. The order has the type that the program's `Sandbox` sends.
 */
export function answerOrder(work: (order: never) => Promise<unknown>): void {
  process.once('message', (order: unknown) => {
    work(order as never)
      .then((answer) => process.send?.(answer, () => process.disconnect()))
      .catch(() => {
        process.exitCode = 1;
        process.disconnect();
      });
  });
}
