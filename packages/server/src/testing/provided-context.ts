import 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the PostgreSQL server of this test run. */
    databaseUrl: string;
  }
}
