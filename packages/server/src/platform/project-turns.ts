/**
 * Runs the same work for many projects: once at a time for each project, and for several projects beside each other, so that
 * a large project does not delay small ones.
 */
export class ProjectTurns {
  readonly #parallel: number;
  readonly #work: (projectId: number) => Promise<void>;
  readonly #waiting = new Map<number, PromiseWithResolvers<void>>();
  readonly #running = new Map<number, Promise<void>>();

  constructor(parallel: number, work: (projectId: number) => Promise<void>) {
    this.#parallel = parallel;
    this.#work = work;
  }

  /** Resolves when work that starts after this call has ended, or rejects with its error. Calls before its start share it. */
  request(projectId: number): Promise<void> {
    const waiting = this.#waiting.get(projectId);
    if (waiting) return waiting.promise;
    const turn = Promise.withResolvers<void>();
    this.#waiting.set(projectId, turn);
    this.#startNext();
    return turn.promise;
  }

  /** Resolves when no work of the project waits or runs. */
  async wait(projectId: number): Promise<void> {
    for (let turn; (turn = this.#waiting.get(projectId)?.promise ?? this.#running.get(projectId));)
      await turn.catch(() => undefined);
  }

  /** Resolves when no work waits or runs. */
  async waitForAll(): Promise<void> {
    for (const id of [...this.#waiting.keys(), ...this.#running.keys()]) await this.wait(id);
  }

  #startNext(): void {
    for (const [projectId, turn] of this.#waiting) {
      if (this.#running.size >= this.#parallel) return;
      if (this.#running.has(projectId)) continue;
      this.#waiting.delete(projectId);
      const run = this.#work(projectId).finally(() => {
        this.#running.delete(projectId);
        this.#startNext();
      });
      this.#running.set(projectId, run);
      run.then(
        () => turn.resolve(),
        (error: unknown) => turn.reject(error),
      );
    }
  }
}
