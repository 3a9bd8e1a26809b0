/** A server process with the demo, whose code is loaded where the process uses it. */
import { runServerProcess } from '@northlight/server';

await runServerProcess({ loadDemo: async () => (await import('./index.ts')).demoWithHistory });
