/** One program with its arguments; never a shell. */
export interface PlanStep {
  readonly argv: readonly [program: string, ...args: string[]];
  /** What its program reads. */
  readonly input?: string;
  /** The place in the configuration that is at fault when it fails. */
  readonly path?: string;
}

/** A step failed for which a place in the configuration is to blame. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : 'The step failed.', { cause });
    this.path = path;
  }
}
