import type { DeviceDrift, DriftCause } from '@northlight/contract';

const TITLES: Readonly<Record<DriftCause, string>> = {
  local: 'It was changed at its own page',
  restored: 'An earlier state of it came back',
  undone: 'It went back to what it had',
  refused: 'It does not run what the project wants',
};

const REASONS: Readonly<Record<DriftCause, string>> = {
  local: 'It runs what was set there.',
  restored: 'It runs an earlier configuration than it had taken up.',
  undone: 'With what the project wants it lost the cloud, and undid it.',
  refused: 'It refused the last configuration, or was not sent it, and runs the one before.',
};

/** What happened, and what the two choices do, in words. */
export function driftWords({ cause, version }: Pick<DeviceDrift, 'cause' | 'version'>): {
  readonly title: string;
  readonly after: string;
} {
  const runs = version === undefined ? '' : ` That is version ${version} of the project.`;
  return {
    title: TITLES[cause],
    after: `${REASONS[cause]}${runs} Nothing is sent to it until you decide: to keep theirs stages it for the project, to push ours replaces it on the device.`,
  };
}
