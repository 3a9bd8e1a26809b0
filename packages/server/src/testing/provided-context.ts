import 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** PostgreSQL server of this test run. */
    databaseUrl: string;
  }
}
