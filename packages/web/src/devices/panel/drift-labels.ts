import type { DeviceDrift, DriftCause } from '@northlight/contract';

const TITLES: Readonly<Record<DriftCause, string>> = {
  local: 'The device was changed on its local page',
  restored: 'The device returned with an earlier configuration',
  undone: 'The device rolled back',
  refused: 'The device does not run the project’s configuration',
};

const REASONS: Readonly<Record<DriftCause, string>> = {
  local: 'The device runs the settings that were entered there.',
  restored: 'The device runs an earlier configuration than the one that it had confirmed.',
  undone: 'The device lost its connection to the cloud after the change and rolled back.',
  refused: 'The device refused the last configuration, or has not received it, and runs the previous one.',
};

/** Returns texts that describe the drift and the effect of each choice. */
export function formatDrift({ cause, version }: Pick<DeviceDrift, 'cause' | 'version'>): {
  readonly title: string;
  readonly after: string;
} {
  const runs = version === undefined ? '' : ` That is version ${version} of the project.`;
  return {
    title: TITLES[cause],
    after: `${REASONS[cause]}${runs} Nothing is sent to the device until you decide: keep its settings to add them to the project’s draft, or apply the project’s settings to replace them on the device.`,
  };
}
