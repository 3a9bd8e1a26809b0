/** Starts a server process without the demo. */
import { runServerProcess } from './server-process.ts';

await runServerProcess();
