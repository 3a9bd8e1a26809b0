import {
  type ConnectionCheck,
  type ConnectionStep,
  formatBand,
  getSignalLevel,
  type OnlineClient,
} from '@northlight/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDbm, formatRate } from '../kit/format/index.ts';
import { PATHS } from '../paths.ts';
import { SIGNAL_LABELS } from '../kit/signal/index.ts';

type LabelledPort = NonNullable<ConnectionCheck['link']['port']>;
type Named = ConnectionCheck['link']['device'];

const NO_GATEWAY = 'The project has no gateway.';

/** Returns the label of a step. */
export function formatStepLabel(step: ConnectionStep, client: Pick<OnlineClient, 'ssid'>): string {
  if (step === 'link') return client.ssid === undefined ? 'Port' : 'Wi-Fi';
  return { vlan: 'VLAN', path: 'Path', address: 'Address', gateway: 'Gateway', internet: 'Internet' }[step];
}

/** Describes the finding of a step, with a link to the place where a problem is corrected. */
export const describeStep = (step: ConnectionStep, check: ConnectionCheck): ReactNode => TEXTS[step](check);

const TEXTS: Readonly<Record<ConnectionStep, (check: ConnectionCheck) => ReactNode>> = {
  link: ({ link }) => describeLink(link),
  vlan: describeVlan,
  path: ({ gateway, path }) => describePath(path, gateway.device?.id),
  address: describeAddress,
  gateway: ({ gateway }) => describeGateway(gateway),
  internet: ({ internet }) => describeInternet(internet),
};

function describeGateway({ device, finding }: ConnectionCheck['gateway']): ReactNode {
  if (!device) return NO_GATEWAY;
  if (finding === 'online') return `${device.name} is online.`;
  return (
    <>
      <DeviceLink device={device} /> is offline. Check its power and its connection to the internet.
    </>
  );
}

function describeLink({
  band,
  device,
  finding,
  port,
  signalDbm,
  speedMbps,
  ssid,
}: ConnectionCheck['link']): ReactNode {
  const place = port ? <PortLink device={device} port={port} /> : <DeviceLink device={device} />;
  switch (finding) {
    case 'blocked':
      return 'The client is blocked. Unblock it under Access.';
    case 'device-offline':
      return (
        <>
          <DeviceLink device={device} /> is offline. Check its power and its uplink.
        </>
      );
    case 'port-down':
      return <>{place} has no link. Check the cable and the power of the client.</>;
    case 'disconnected':
      return <>The client is not connected. Its last connection was to {place}.</>;
    case 'weak-signal':
      return (
        <>
          The signal at <DeviceLink device={device} /> is weak
          {signalDbm !== undefined && ` (${formatDbm(signalDbm)})`}. Move the client closer, or add an access
          point.
        </>
      );
    case 'slow-port':
      return (
        <>
          {place} runs at {formatRate((speedMbps ?? 0) * 1000)} or half duplex. Check the cable.
        </>
      );
    case 'connected':
      return ssid === undefined ? (
        <>
          {place}
          {speedMbps !== undefined && `, ${formatRate(speedMbps * 1000)}`}
        </>
      ) : (
        <>
          {[ssid, band && formatBand(band)].filter(Boolean).join(', ')} at <DeviceLink device={device} />
          {signalDbm !== undefined &&
            `, ${formatDbm(signalDbm)}, ${SIGNAL_LABELS[getSignalLevel(signalDbm)]?.toLowerCase() ?? ''}`}
        </>
      );
  }
}

function describeVlan({ link, vlan: { finding, id, name } }: ConnectionCheck): ReactNode {
  if (finding === 'no-gateway') return NO_GATEWAY;
  if (finding === 'not-reported') return 'No device reports the VLAN of the client.';
  if (finding === 'configured') return id === 1 ? name : `${id} ${name}`;
  return (
    <>
      VLAN {id} is not configured on the gateway. <CorrectVlan link={link} /> or{' '}
      <Link to={PATHS.vlan}>add the VLAN</Link>.
    </>
  );
}

/** A link to the settings that give the client its VLAN: its port or its Wi-Fi network. */
function CorrectVlan({ link: { device, port, ssid } }: { readonly link: ConnectionCheck['link'] }) {
  if (ssid !== undefined) return <Link to={PATHS.wireless}>Correct the VLAN of {ssid}</Link>;
  return (
    <Link to={PATHS.devices} search={toPortSearch(device, port)}>
      Correct the VLAN of {port ? `port ${port.label} of ` : ''}
      {device.name}
    </Link>
  );
}

function describePath(
  { devices, finding, gap, offline }: ConnectionCheck['path'],
  gatewayId: string | undefined,
): ReactNode {
  const way = devices.map(({ name }) => name).join(' → ');
  if (finding === 'no-gateway') return NO_GATEWAY;
  if (finding === 'not-known') return `${way} → ? The cables to the gateway are not known.`;
  if (finding === 'complete') return devices.length > 1 ? way : 'The client is connected to the gateway.';
  if (offline)
    return (
      <>
        <DeviceLink device={offline} /> is offline. Check its power and its uplink. ({way})
      </>
    );
  if (!gap) return way;
  // The VLANs of a gateway's ports are set in the form of the VLAN.
  if (gap.device.id === gatewayId)
    return (
      <>
        Port {gap.port.label} of {gap.device.name} {finding === 'vlan-missing' ? 'does' : 'may'} not carry
        VLAN {gap.vlanId}.{' '}
        <Link to={PATHS.vlan} search={{ open: String(gap.vlanId) }}>
          Tag the port in VLAN {gap.vlanId}
        </Link>
        . ({way})
      </>
    );
  const port = <PortLink device={gap.device} port={gap.port} />;
  return finding === 'vlan-missing' ? (
    <>
      {port} does not carry VLAN {gap.vlanId}. Add the VLAN to this port. ({way})
    </>
  ) : (
    <>
      {port} may not carry VLAN {gap.vlanId}: a cable is uncertain, or a device has not confirmed its
      configuration. ({way})
    </>
  );
}

function describeAddress({ address: { finding, ip, pool }, vlan }: ConnectionCheck): ReactNode {
  const network = vlan.id === undefined || vlan.id === 1 ? 'the LAN' : `VLAN ${vlan.id}`;
  const poolLink = (text: string): ReactNode => (
    <Link to={PATHS.dhcp} {...(pool && { search: { open: pool.name } })}>
      {text}
    </Link>
  );
  switch (finding) {
    case 'assigned':
      return ip;
    case 'other-network':
      return `${ip} is not an address of ${network}. Renew the address on the client, or correct its fixed address.`;
    case 'pool-full':
      return (
        <>
          The DHCP pool of {network} is full: {pool?.used} of {pool?.addresses} addresses are in use.{' '}
          {poolLink('Enlarge the pool or shorten its lease time')}.
        </>
      );
    case 'no-pool':
      return (
        <>
          {network === 'the LAN' ? 'The LAN' : network} has no DHCP pool, so the client needs a fixed address.{' '}
          <Link to={PATHS.dhcp}>Add a DHCP pool</Link>.
        </>
      );
    case 'self-assigned':
      return (
        <>
          The client got no address by DHCP and assigned itself {ip}.{' '}
          {pool ? <>Check {poolLink('the DHCP pool')}.</> : null}
        </>
      );
    case 'none':
      return <>No address. {pool && <>Check {poolLink('the DHCP pool')}.</>}</>;
  }
}

function describeInternet({
  finding,
  ip,
  latencyMs,
  lossPercent,
  wan,
}: ConnectionCheck['internet']): ReactNode {
  const port = wan?.label ?? '';
  const internetPage = <Link to={PATHS.internet}>Open Internet</Link>;
  switch (finding) {
    case 'no-gateway':
      return NO_GATEWAY;
    case 'not-reported':
      return 'The gateway does not report its WAN ports.';
    case 'wan-down':
      return (
        <>
          {port} has no link. Check the cable to the modem. {internetPage}
        </>
      );
    case 'no-address':
      return (
        <>
          {port} has no address from the provider. {internetPage}
        </>
      );
    case 'no-answer':
      return (
        <>
          The internet does not answer over {port}. The provider may have a fault. {internetPage}
        </>
      );
    case 'loss':
      return (
        <>
          {port} loses {lossPercent}% of the echo requests. {internetPage}
        </>
      );
    case 'online':
      return [port, ip, latencyMs === undefined ? undefined : `${latencyMs} ms`]
        .filter((part) => part !== undefined)
        .join(', ');
  }
}

const toPortSearch = (device: Named, port: LabelledPort | undefined) => ({
  open: device.id,
  tab: 'ports',
  ...(port && { ports: port.id }),
});

function DeviceLink({ device }: { readonly device: Named }) {
  return (
    <Link to={PATHS.devices} search={{ open: device.id }}>
      {device.name}
    </Link>
  );
}

/** A port as a link to its settings: `Port 3 of Core`. */
function PortLink({ device, port }: { readonly device: Named; readonly port: LabelledPort }) {
  return (
    <Link to={PATHS.devices} search={toPortSearch(device, port)}>
      Port {port.label} of {device.name}
    </Link>
  );
}
