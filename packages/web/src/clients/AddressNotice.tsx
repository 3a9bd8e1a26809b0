import type { NetworkConfig, OnlineClient } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';
import { PATHS } from '../paths.ts';
import { Notice } from '../ui/Notice.tsx';
import classes from './clients.module.css';
import { explainMissingAddress, type MissingAddress } from './missing-address.ts';

interface AddressNoticeProps {
  readonly client: OnlineClient;
  readonly config: NetworkConfig;
  /** The gateway of the project. */
  readonly gatewayId: string | undefined;
}

/** Explains why an online client has no IP address, and leads to the place where that is corrected. */
export function AddressNotice({ client, config, gatewayId }: AddressNoticeProps) {
  const { id: projectId } = useProject();
  const gateway = useQuery({
    ...createQuery('deviceGet', { params: { projectId, deviceId: gatewayId ?? '' } }),
    enabled: gatewayId !== undefined,
  }).data;
  const missing = explainMissingAddress(client, config, gateway?.dhcpPools);
  if (!missing) return null;
  return (
    <Notice tone={missing.reason === 'no-pool' ? 'plain' : 'warning'} title="No IP address">
      <span className={classes['reason']}>
        <Reason client={client} missing={missing} />{' '}
        <Link to={PATHS.helpTopic} params={{ topic: 'client-without-internet' }}>
          How to find the reason
        </Link>
      </span>
    </Notice>
  );
}

function Reason({ client, missing }: { readonly client: OnlineClient; readonly missing: MissingAddress }) {
  const vlan = `VLAN ${client.vlan}`;
  if (missing.reason === 'pool-full')
    return (
      <>
        The DHCP pool of {vlan} is full: {missing.use.used} of {missing.use.addresses} addresses are in use.{' '}
        <Link to={PATHS.dhcp} search={{ open: missing.pool.name }}>
          Enlarge the pool or shorten its lease time
        </Link>
      </>
    );
  if (missing.reason === 'no-pool')
    return (
      <>
        {vlan} has no DHCP pool, so the client needs a fixed address.{' '}
        <Link to={PATHS.dhcp}>Add a DHCP pool</Link>
      </>
    );
  if (missing.reason === 'self-assigned')
    return (
      <>
        The client got no address by DHCP and assigned itself {client.ip}. Check its cable or Wi-Fi, the
        tagged VLANs of the ports towards the gateway, and <Link to={PATHS.dhcp}>the DHCP pool</Link>.
      </>
    );
  const place =
    client.ssid === undefined ? `port ${client.port ?? ''} of ${client.device.name}` : client.ssid;
  return (
    <>
      {vlan} is not configured on the gateway.{' '}
      {client.ssid === undefined ? (
        <Link
          to={PATHS.devices}
          search={{
            open: client.device.id,
            tab: 'ports',
            ...(client.port !== undefined && { ports: client.port }),
          }}
        >
          Correct the VLAN of {place}
        </Link>
      ) : (
        <Link to={PATHS.wireless}>Correct the VLAN of {place}</Link>
      )}{' '}
      or <Link to={PATHS.vlan}>add the VLAN</Link>.
    </>
  );
}
