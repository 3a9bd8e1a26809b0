import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunProgram } from './run.ts';

const SETTING = '/proc/sys/net/ipv4/ip_forward';

/**
 * Lets the machine forward IPv4. Keeps the earlier setting in `ip-forward` of the state directory, from which the
 * uninstaller restores it.
 */
export async function enableForwarding(run: RunProgram, stateDir: string): Promise<void> {
  // Programs read and write it, because the setting belongs to the network namespace in which programs run.
  const earlier = await run(['cat', SETTING]);
  await mkdir(stateDir, { recursive: true, mode: 0o700 });
  await writeFile(join(stateDir, 'ip-forward'), earlier, { flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  await run(['tee', SETTING], '1');
}
