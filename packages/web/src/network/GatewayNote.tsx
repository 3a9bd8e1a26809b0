import { getDeviceState } from '@northlight/contract';
import { Link } from '@tanstack/react-router';
import { PATHS } from '../paths.ts';
import { useNetworkDraft } from './draft-context.tsx';
import classes from './network.module.css';

/**
 * Note of a list page: the number of items and their limit, the gateway with its state, and a link to the
 * history.
 */
export function GatewayNote({ count, limit }: { readonly count: number; readonly limit: number }) {
  const { device } = useNetworkDraft().scope;
  const gateway = device
    ? `gateway ${device.name}, ${getDeviceState(device.state).label.toLowerCase()}`
    : 'no gateway in this project yet';
  return (
    <>
      {count} of {limit} · {gateway} ·{' '}
      <Link to={PATHS.networkHistory} className={classes['link']}>
        history
      </Link>
    </>
  );
}
