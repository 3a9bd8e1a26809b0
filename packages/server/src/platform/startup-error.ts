/** A reason not to start that the operator can act on: printed as one line, exit code 1. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** The clear form of a taken or forbidden port; any other failure as it is. */
export function portInUse(error: unknown, setting: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new StartupError(`Port ${port} is taken: stop what listens there or set ${setting}.`, {
      cause: error,
    });
  if (code === 'EACCES')
    return new StartupError(`Port ${port} may not be opened by this user: set ${setting}.`, { cause: error });
  return error;
}
