import { readFile } from 'node:fs/promises';
import type { Run } from './run.ts';

const RESOLV_CONF = '/etc/resolv.conf';

/** For scripts that have learned name servers: the machine asks those of each uplink, in the order of the uplinks. */
export const TELL_NAME_SERVERS = `cat $NORTHLIGHT_RESOLVERS 2> /dev/null | awk '!seen[$0]++' > "$NORTHLIGHT_RESOLV.all"
    cat "$NORTHLIGHT_RESOLV.all" > /etc/resolv.conf`;

/** The same, for what is known without a script; a file that is not there says nothing. */
export async function tellNameServers(files: readonly string[], run: Run): Promise<void> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  const lines = texts.flatMap((text) => text.split('\n')).filter(Boolean);
  await run(['tee', RESOLV_CONF], [...new Set(lines)].map((line) => `${line}\n`).join(''));
}
