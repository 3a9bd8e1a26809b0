import type { OnlineClient } from '@northlight/contract';
import { Button, CopyButton, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useProject } from '../app/current.tsx';
import { ABSENT, formatBytes, formatRate, formatTime } from '../kit/format/index.ts';
import { Section } from '../kit/page/index.ts';
import { PATHS } from '../paths.ts';
import { Facts } from '../ui/Facts.tsx';
import { ClientName } from './ClientName.tsx';
import { OnlineFor } from './columns.tsx';

const ClientCharts = lazy(async () => ({ default: (await import('../telemetry/index.ts')).ClientCharts }));
const ClientVisits = lazy(async () => ({ default: (await import('./ClientVisits.tsx')).ClientVisits }));
const LimitClient = lazy(async () => ({ default: (await import('./LimitClient.tsx')).LimitClient }));
const BlockClient = lazy(async () => ({ default: (await import('./BlockClient.tsx')).BlockClient }));

export function ClientPanel({ client }: { readonly client: OnlineClient }) {
  const { timeZone } = useProject();
  const live = (text: string) => (client.online ? text : ABSENT);
  return (
    <>
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
            { label: client.ssid ? 'SSID' : 'Port', value: client.ssid ?? client.port ?? ABSENT },
            { label: 'Band', value: client.band ?? 'Wired' },
            { label: 'Signal', value: client.signalDbm === undefined ? ABSENT : `${client.signalDbm} dBm` },
            { label: 'VLAN', value: client.vlan ?? ABSENT },
            { label: 'Online for', value: <OnlineFor client={client} /> },
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
      <Section title="Identity">
        <Facts
          items={[
            { label: 'Name', value: <ClientName client={client} /> },
            ...(client.reportedName === undefined
              ? []
              : [{ label: 'Reported name', value: client.reportedName }]),
            { label: 'IP', value: client.ip ?? ABSENT },
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
      <Section title="Limit">
        <Suspense fallback={<Skeleton height={64} />}>
          <LimitClient client={client} />
        </Suspense>
      </Section>
      <Section title="Access">
        <Suspense fallback={<Skeleton height={64} />}>
          <BlockClient client={client} />
        </Suspense>
      </Section>
    </>
  );
}
