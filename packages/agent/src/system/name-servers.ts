import { readFile } from 'node:fs/promises';
import type { RunProgram } from './run.ts';

const RESOLV_CONF = '/etc/resolv.conf';

/** Shell commands that write the name servers of all uplinks, in their order, to resolv.conf. */
export const UPDATE_NAME_SERVERS = `cat $NORTHLIGHT_RESOLVERS 2> /dev/null | awk '!seen[$0]++' > "$NORTHLIGHT_RESOLV.all"
    cat "$NORTHLIGHT_RESOLV.all" > /etc/resolv.conf`;

/** Writes the name servers in these files to resolv.conf; missing files are skipped. */
export async function updateNameServers(files: readonly string[], run: RunProgram): Promise<void> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  const lines = texts.flatMap((text) => text.split('\n')).filter(Boolean);
  await run(['tee', RESOLV_CONF], [...new Set(lines)].map((line) => `${line}\n`).join(''));
}
