import { CommandFailed, type RunProgram } from './run.ts';

export interface LinkMode {
  readonly speedMbps?: number;
  readonly duplex?: 'half' | 'full';
  /** Speeds that can be set; empty when the speed cannot be set. */
  readonly speedsMbps: readonly number[];
  readonly negotiates: boolean;
}

const UNKNOWN_MODE: LinkMode = { speedsMbps: [], negotiates: true };

/** Reads `ethtool DEVICE`; returns defaults without ethtool. */
export async function readLinkMode(device: string, run: RunProgram): Promise<LinkMode> {
  return parseLinkMode(await runForOutput(run, 'ethtool', device));
}

export function parseLinkMode(text: string): LinkMode {
  if (text === '') return UNKNOWN_MODE;
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

/** Returns true when the card supports EEE (802.3az). */
export async function canSaveEnergy(device: string, run: RunProgram): Promise<boolean> {
  return (await runForOutput(run, 'ethtool', '--show-eee', device)).includes('EEE status');
}

/** Sets a fixed speed or, for 0, auto-negotiation. Rejects when the card does not support it. */
export async function setSpeed(
  device: string,
  { duplex, speedMbps }: { readonly speedMbps: number; readonly duplex: 'auto' | 'half' | 'full' },
  run: RunProgram,
): Promise<void> {
  if (speedMbps === 0) return void (await run(['ethtool', '-s', device, 'autoneg', 'on']));
  const mode = duplex === 'half' ? 'half' : 'full';
  await run(['ethtool', '-s', device, 'autoneg', 'off', 'speed', String(speedMbps), 'duplex', mode]);
}

export async function setEnergySaving(device: string, on: boolean, run: RunProgram): Promise<void> {
  await run(['ethtool', '--set-eee', device, 'eee', on ? 'on' : 'off']);
}

/** Runs a program and returns its output, even when it fails; empty when the program does not exist. */
async function runForOutput(run: RunProgram, ...argv: [string, ...string[]]): Promise<string> {
  try {
    return await run(argv);
  } catch (error) {
    if (error instanceof CommandFailed) return error.output;
    throw error;
  }
}
