import { type BrokenPath, formatBrokenPathTitle } from '@northlight/contract';

/** Broken paths with one cause, as one sentence. */
export interface BrokenPathGroup {
  readonly title: string;
  readonly why: string;
}

/** Number of devices that a sentence names. */
const NAMED = 3;

/** Identifies the clients or the device whose connection a path describes. */
const getConnection = ({ deviceId, ssid, vlanId }: BrokenPath): string => [deviceId, vlanId, ssid].join(' ');

/** Counts the connections of paths: clients without an address do not reach the internet either. */
export const countConnections = (paths: readonly BrokenPath[]): number =>
  new Set(paths.map(getConnection)).size;

/**
 * Groups paths by their cause and consequence. Leaves out the lost internet of clients that get no address, because it
 * follows from that.
 */
export function groupBrokenPaths(paths: readonly BrokenPath[]): readonly BrokenPathGroup[] {
  const withoutAddress = new Set(paths.filter(({ kind }) => kind === 'addresses').map(getConnection));
  const shown = paths.filter((path) => path.kind !== 'internet' || !withoutAddress.has(getConnection(path)));
  const groups = Map.groupBy(shown, ({ deviceId, kind, ssid, vlanId, why }) =>
    [kind, vlanId, ssid, why, kind === 'cloud' || kind === 'management' ? deviceId : ''].join('\n'),
  );
  return [...groups.values()].flatMap(([first, ...rest]) =>
    first
      ? [
          {
            why: first.why,
            title: formatBrokenPathTitle({ ...first, deviceName: listNames([first, ...rest]) }),
          },
        ]
      : [],
  );
}

function listNames(paths: readonly BrokenPath[]): string {
  const names = paths.map(({ deviceName }) => deviceName);
  const more = names.length - NAMED;
  if (more <= 0) return new Intl.ListFormat('en').format(names);
  return `${names.slice(0, NAMED).join(', ')} and ${more} more`;
}
