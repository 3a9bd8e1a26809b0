/** A call of a program without a shell. */
export interface PlanStep {
  readonly argv: readonly [program: string, ...args: string[]];
  /** Text for the standard input of the program. */
  readonly input?: string;
  /** Path in the configuration to report when the step fails. */
  readonly path?: string;
}

/** Error of a step that failed because of the configuration at `path`. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : 'The step failed.', { cause });
    this.path = path;
  }
}
