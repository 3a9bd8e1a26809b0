/**
 * The side of the program in a sandbox: answers the one order that it is started for, and ends. The order is of the type
 * that the `Sandbox` of the program sends.
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
