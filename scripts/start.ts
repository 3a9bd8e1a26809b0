import { fileURLToPath } from 'node:url';
import { StartupError } from '../packages/server/src/platform/startup-error.ts';
import { superviseInstallation } from '../packages/server/src/supervisor.ts';
import { buildConsole } from './build-console.ts';

const SERVER = fileURLToPath(import.meta.resolve('@northlight/demo/main'));

/** `npm start`: runs the whole product until a signal stops it. */
export async function runProduct(): Promise<number> {
  const code = await buildConsole();
  if (code !== 0) return code;
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  console.error('Starting …');
  try {
    await superviseInstallation({
      program: SERVER,
      env: process.env,
      stop: stop.signal,
      announce: ({ address, administrator, ports }) => {
        // Prints all lines in one write, so that a reader that waits for the first line gets all of them.
        const lines = [
          `Northlight is ready: ${address}`,
          `Ports: ${Object.entries(ports)
            .map(([name, port]) => `${name}=${port}`)
            .join(' ')}`,
        ];
        if (administrator)
          lines.push(`Administrator: ${administrator.account}, one-time password ${administrator.password}`);
        console.log(lines.join('\n'));
      },
      reportProblem: (line) => console.error(line),
    });
    return 0;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    return 1;
  }
}
