import { formatBand, listInsideNetworks, type NetworkConfig, type OnlineClient } from '@northlight/contract';
import { Button, CopyButton, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';
import { ABSENT, formatBytes, formatRate, formatTime } from '../kit/format/index.ts';
import { Section } from '../kit/page/index.ts';
import { PATHS } from '../paths.ts';
import { Facts } from '../ui/Facts.tsx';
import { SignalBars } from '../ui/SignalBars.tsx';
import { AddressNotice } from './AddressNotice.tsx';
import { VisitDuration } from './columns.tsx';

const ClientCharts = lazy(async () => ({ default: (await import('../telemetry/index.ts')).ClientCharts }));
const ClientVisits = lazy(async () => ({ default: (await import('./ClientVisits.tsx')).ClientVisits }));
const LimitClient = lazy(async () => ({ default: (await import('./LimitClient.tsx')).LimitClient }));
const BlockClient = lazy(async () => ({ default: (await import('./BlockClient.tsx')).BlockClient }));

export function ClientPanel({ client }: { readonly client: OnlineClient }) {
  const { id: projectId, timeZone } = useProject();
  const network = useQuery(createQuery('networkConfigGet', { params: { projectId } })).data;
  const live = (text: string) => (client.online ? text : ABSENT);
  return (
    <>
      {network && (
        <AddressNotice client={client} config={network.config} gatewayId={network.scope.device?.id} />
      )}
      <Section title="Connection">
        <Facts
          items={[
            {
              label: 'Connected to',
              value: (
                <Link to={PATHS.devices} search={{ open: client.device.id }} className="plain">
                  {client.device.name}
                </Link>
              ),
            },
            { label: client.ssid ? 'SSID' : 'Port', value: client.ssid ?? <ClientPort client={client} /> },
            { label: 'Band', value: formatBand(client.band ?? 'Wired') },
            {
              label: 'Signal (dBm)',
              value: client.signalDbm === undefined ? ABSENT : <SignalBars dbm={client.signalDbm} />,
            },
            { label: 'VLAN', value: formatVlan(client.vlan, network?.config) },
            { label: 'IP', value: client.ip ?? ABSENT },
            { label: 'Online for', value: <VisitDuration client={client} /> },
            { label: 'Since', value: formatTime(client.connectedAt, timeZone) },
          ]}
        />
      </Section>
      <Section title="Traffic">
        <Facts
          items={[
            { label: 'Download', value: live(formatRate(client.txRateKbps)) },
            { label: 'Upload', value: live(formatRate(client.rxRateKbps)) },
            { label: 'Downloaded', value: formatBytes(client.txBytes) },
            { label: 'Uploaded', value: formatBytes(client.rxBytes) },
          ]}
        />
      </Section>
      <Section title="Access">
        <Suspense fallback={<Skeleton height={64} />}>
          <BlockClient client={client} />
        </Suspense>
      </Section>
      <Section title="Limit">
        <Suspense fallback={<Skeleton height={64} />}>
          <LimitClient client={client} />
        </Suspense>
      </Section>
      <Section title="Identity">
        <Facts
          items={[
            ...(client.reportedName === undefined
              ? []
              : [{ label: 'Reported name', value: client.reportedName }]),
            { label: 'MAC', value: <span className="mono">{client.mac}</span> },
          ]}
        />
        <CopyButton value={client.mac}>
          {({ copied, copy }) => (
            <Button variant="default" mt="sm" onClick={copy}>
              {copied ? 'Copied' : 'Copy MAC'}
            </Button>
          )}
        </CopyButton>
      </Section>
      <Section title="History">
        <Suspense fallback={<Skeleton height={320} />}>
          <ClientCharts key={client.mac} client={client} />
        </Suspense>
      </Section>
      <Section title="Roaming history">
        <Suspense fallback={<Skeleton height={60} />}>
          <ClientVisits key={client.mac} client={client} />
        </Suspense>
      </Section>
    </>
  );
}

/** Formats a VLAN with its name: `20 Guests`. */
function formatVlan(vlan: number | undefined, config: NetworkConfig | undefined): string {
  if (vlan === undefined) return ABSENT;
  const network = config && listInsideNetworks(config).find(({ id }) => id === vlan);
  return network ? `${vlan} ${network.name}` : String(vlan);
}

/** The port of a wired client, as a link to its settings. */
function ClientPort({ client: { device, port } }: { readonly client: OnlineClient }) {
  if (port === undefined) return ABSENT;
  return (
    <Link to={PATHS.devices} search={{ open: device.id, tab: 'ports', ports: port }} className="plain">
      {port}
    </Link>
  );
}
