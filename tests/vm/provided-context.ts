import 'vitest';
import type { MachineSoftware } from './software.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Software of the virtual machines of this test run. */
    software: MachineSoftware;
  }
}
