import { CommandFailed, type Run } from './run.ts';

/** What a network card says of its link. */
export interface LinkMode {
  readonly speedMbps?: number;
  readonly duplex?: 'half' | 'full';
  /** Speeds that it can be fixed to; empty where it only takes what comes. */
  readonly speedsMbps: readonly number[];
  readonly negotiates: boolean;
}

const NOTHING: LinkMode = { speedsMbps: [], negotiates: true };

/** Reads `ethtool DEVICE`; a machine without ethtool knows nothing. */
export async function readLinkMode(device: string, run: Run): Promise<LinkMode> {
  return parseLinkMode(await ask(run, 'ethtool', device));
}

export function parseLinkMode(text: string): LinkMode {
  if (text === '') return NOTHING;
  const speed = /^\s*Speed: (\d+)Mb\/s/m.exec(text)?.[1];
  const duplex = /^\s*Duplex: (Half|Full)/m.exec(text)?.[1];
  const supported = /^\s*Supported link modes:\s+((?:\d+base[^\n]*\n?\s*)*)/m.exec(text)?.[1] ?? '';
  const speeds = [...supported.matchAll(/(\d+)base/g)].map(([, mbps]) => Number(mbps));
  return {
    ...(speed !== undefined && { speedMbps: Number(speed) }),
    ...(duplex !== undefined && { duplex: duplex === 'Full' ? 'full' : 'half' }),
    speedsMbps: [...new Set(speeds)].sort((a, b) => a - b),
    negotiates: !/^\s*Auto-negotiation: off/m.test(text),
  };
}

/** Whether the card can save energy when nothing is sent (802.3az). */
export async function canSaveEnergy(device: string, run: Run): Promise<boolean> {
  return (await ask(run, 'ethtool', '--show-eee', device)).includes('EEE status');
}

/** Fixes the speed, or goes back to negotiating. Rejects when the card cannot. */
export async function setSpeed(
  device: string,
  { duplex, speedMbps }: { readonly speedMbps: number; readonly duplex: 'auto' | 'half' | 'full' },
  run: Run,
): Promise<void> {
  if (speedMbps === 0) return void (await run(['ethtool', '-s', device, 'autoneg', 'on']));
  const way = duplex === 'half' ? 'half' : 'full';
  await run(['ethtool', '-s', device, 'autoneg', 'off', 'speed', String(speedMbps), 'duplex', way]);
}

export async function setEnergySaving(device: string, on: boolean, run: Run): Promise<void> {
  await run(['ethtool', '--set-eee', device, 'eee', on ? 'on' : 'off']);
}

/** What it prints; nothing when it is not there or the card does not know the question. */
async function ask(run: Run, ...argv: [string, ...string[]]): Promise<string> {
  try {
    return await run(argv);
  } catch (error) {
    if (error instanceof CommandFailed) return error.output;
    throw error;
  }
}
