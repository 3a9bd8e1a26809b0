/** Starts a server process with the demo. The demo's code is loaded only in processes that use it. */
import { runServerProcess } from '@northlight/server';

await runServerProcess({ loadDemo: async () => (await import('./index.ts')).demoWithHistory });
