/** A start failure that the operator can fix. It is printed as one line, and the exit code is 1. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** Converts the error of a taken or forbidden port to a StartupError; returns any other error unchanged. */
export function explainPortInUse(error: unknown, setting: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new StartupError(
      `Port ${port} is in use: stop the program that listens on it or set ${setting}.`,
      {
        cause: error,
      },
    );
  if (code === 'EACCES')
    return new StartupError(`Port ${port} cannot be opened by this user: set ${setting}.`, { cause: error });
  return error;
}
