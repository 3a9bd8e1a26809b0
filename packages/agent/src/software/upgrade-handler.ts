import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, type Entropy, parseFirmwareKeys } from '@northlight/runtime';
import type { AgentConfig } from '../device/agent-config.ts';
import type { CommandHandler } from '../commands/command-handler.ts';
import { fetchFirmware } from '../firmware/fetch-firmware.ts';
import type { OfferedFile } from '../link/index.ts';
import type { LaunchContext } from './launch-context.ts';
import { SOFTWARE } from './version.ts';

export interface UpgradeOptions {
  readonly config: AgentConfig;
  readonly keys: readonly KeyObject[];
  readonly launch: LaunchContext;
  readonly address: () => Promise<OfferedFile>;
  /** The cloud's certificate authority (PEM). */
  readonly ca: string | undefined;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly end: () => void;
}

/** Reads the configured firmware keys; throws when a file contains none. */
export async function loadTrustedKeys({ firmwareKeys: files = [] }: AgentConfig): Promise<KeyObject[]> {
  const keys = await Promise.all(files.map(async (file) => parseFirmwareKeys(await readFile(file, 'utf8'))));
  const empty = keys.findIndex((found) => found.length === 0);
  if (empty >= 0) throw new Error(`${files[empty] ?? ''} contains no public key.`);
  return keys.flat();
}

/** Creates the handler that downloads, checks, installs and starts another version of the agent. */
export function createUpgradeHandler(options: UpgradeOptions): CommandHandler<'upgrade'> {
  const { address, ca, clock, config, end, entropy, keys, launch } = options;
  return async (args, { reboot, reportProgress }) => {
    reportProgress({ percent: 0, step: 'downloading' });
    let reportedPercent = 0;
    const { image, manifest } = await fetchFirmware({
      args,
      address,
      keys,
      model: config.model,
      software: SOFTWARE,
      file: join(config.stateDir, 'software.download'),
      clock,
      entropy,
      ...(ca !== undefined && { ca }),
      onProgress: (percent) => {
        if (percent < reportedPercent + 5) return;
        reportedPercent = percent;
        reportProgress({ percent: Math.floor(percent * 0.8), step: 'downloading' });
      },
    });
    reportProgress({ percent: 85, step: 'upgrading' });
    await launch.install(manifest.version, image);
    reportProgress({ percent: 95, step: 'restarting' });
    await reboot('upgrade');
    end();
    return {};
  };
}
