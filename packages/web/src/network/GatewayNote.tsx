import { getDeviceState } from '@northlight/contract';
import { Link } from '@tanstack/react-router';
import { PATHS } from '../paths.ts';
import { useNetworkDraft } from '../draft/index.ts';

interface GatewayNoteProps {
  /** Number of items; absent where the gateway's hardware determines it. */
  readonly count?: number;
  readonly limit?: number;
}

/**
 * Note of a list page: the number of items and their limit, the gateway with its state, and a link to the
 * history.
 */
export function GatewayNote({ count, limit }: GatewayNoteProps) {
  const { device } = useNetworkDraft().scope;
  const gateway = device
    ? `${nameGateway(device.name)}, ${getDeviceState(device.state).label.toLowerCase()}`
    : 'no gateway in this project yet';
  return (
    <>
      {count !== undefined && `${count} of ${limit} · `}
      {gateway} · <Link to={PATHS.networkHistory}>history</Link>
    </>
  );
}

/** Returns `gateway Lobby`, without a second “gateway” for a device that is called so. */
const nameGateway = (name: string): string =>
  name.toLowerCase().startsWith('gateway') ? name : `gateway ${name}`;
