import type { ConfigIssue } from '@northlight/contract/device-protocol';
import { readLinkMode, setEnergySaving, setSpeed } from '../system/ethtool.ts';
import { CommandFailed, type RunProgram } from '../system/run.ts';
import type { PhysicalPort } from './layout.ts';
import type { PoeController } from './poe.ts';

export interface PhysicalContext {
  readonly run: RunProgram;
  readonly poe: PoeController | undefined;
}

/**
 * Applies link state, speed, EEE and PoE. A setting that a network card does not support becomes an issue.
 */
export async function applyPhysical(
  ports: readonly PhysicalPort[],
  context: PhysicalContext,
): Promise<ConfigIssue[]> {
  const issues: ConfigIssue[] = [];
  for (const port of ports) issues.push(...(await applyPort(port, context)));
  return issues;
}

async function applyPort(port: PhysicalPort, { poe, run }: PhysicalContext): Promise<ConfigIssue[]> {
  const { eee, enabled, name } = port;
  const at = port.path;
  const issues: ConfigIssue[] = [];
  const attempt = async (act: () => Promise<void>, field: string, reason: string, substitution: string) => {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
      issues.push({ path: `${at}.${field}`, reason, substitution });
    }
  };
  const mode = await readLinkMode(name, run);
  if (port.speedMbps > 0 || (mode.speedsMbps.length > 0 && !mode.negotiates))
    await attempt(
      () => setSpeed(name, port, run),
      'speedMbps',
      'The speed of this port cannot be set.',
      'The speed is negotiated.',
    );
  if (eee)
    await attempt(
      () => setEnergySaving(name, true, run),
      'eee',
      'This port does not support EEE.',
      'EEE stays off.',
    );
  // Ignores an error of cards without EEE support.
  else await setEnergySaving(name, false, run).catch(() => undefined);
  const hasPoe = poe?.ports.includes(name) === true;
  const powered = port.poe !== false || !hasPoe;
  if (hasPoe) await poe.set(name, enabled && powered);
  await run(['ip', 'link', 'set', 'dev', name, enabled && powered ? 'up' : 'down']);
  return issues;
}
