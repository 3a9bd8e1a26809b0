import {
  formatBand,
  getSignalLevel,
  listInsideNetworks,
  type NetworkConfig,
  type OnlineClient,
} from '@northlight/contract';
import { ActionIcon, CopyButton, Skeleton } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';
import { ABSENT, formatBytes, formatRate, formatShortTime } from '../kit/format/index.ts';
import { Section } from '../kit/page/index.ts';
import { PATHS } from '../paths.ts';
import { Facts } from '../ui/Facts.tsx';
import { SIGNAL_LABELS, SignalBars } from '../kit/signal/index.ts';
import { VisitDuration } from './columns.tsx';

const ConnectionCheck = lazy(async () => ({
  default: (await import('./ConnectionCheck.tsx')).ConnectionCheck,
}));
const ClientCharts = lazy(async () => ({ default: (await import('../telemetry/index.ts')).ClientCharts }));
const ClientVisits = lazy(async () => ({ default: (await import('./ClientVisits.tsx')).ClientVisits }));
const LimitClient = lazy(async () => ({ default: (await import('./LimitClient.tsx')).LimitClient }));
const BlockClient = lazy(async () => ({ default: (await import('./BlockClient.tsx')).BlockClient }));

export function ClientPanel({ client }: { readonly client: OnlineClient }) {
  const { id: projectId, timeZone } = useProject();
  const network = useQuery(createQuery('networkConfigGet', { params: { projectId } })).data;
  return (
    <>
      <Section title="Connection check">
        <Suspense fallback={<Skeleton height={24} />}>
          <ConnectionCheck key={client.mac} client={client} />
        </Suspense>
      </Section>
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
              label: 'Signal',
              value: client.signalDbm === undefined ? ABSENT : <Signal dbm={client.signalDbm} />,
            },
            { label: 'VLAN', value: formatVlan(client.vlan, network?.config) },
            { label: 'IP', value: client.ip ?? ABSENT },
            { label: 'MAC', value: <CopiedMac mac={client.mac} /> },
            ...(client.reportedName === undefined
              ? []
              : [{ label: 'Reported name', value: client.reportedName }]),
            {
              label: 'Online for',
              value: (
                <>
                  <VisitDuration client={client} />
                  <span className="mut"> · since {formatShortTime(client.connectedAt, timeZone)}</span>
                </>
              ),
            },
            {
              label: 'Download',
              value: <Traffic client={client} kbps={client.txRateKbps} bytes={client.txBytes} />,
            },
            {
              label: 'Upload',
              value: <Traffic client={client} kbps={client.rxRateKbps} bytes={client.rxBytes} />,
            },
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
      <Section title="Access">
        <Suspense fallback={<Skeleton height={64} />}>
          <BlockClient client={client} />
        </Suspense>
      </Section>
      <Section title="Rate limit">
        <Suspense fallback={<Skeleton height={64} />}>
          <LimitClient client={client} />
        </Suspense>
      </Section>
    </>
  );
}

/** A signal with the name of its level: `−76 dBm, weak`. */
function Signal({ dbm }: { readonly dbm: number }) {
  return (
    <>
      <SignalBars dbm={dbm} unit />
      <span className="mut"> {SIGNAL_LABELS[getSignalLevel(dbm)]?.toLowerCase()}</span>
    </>
  );
}

interface TrafficProps {
  readonly client: OnlineClient;
  readonly kbps: number | undefined;
  readonly bytes: number | undefined;
}

/** The present rate of an online client, and its bytes since it connected. */
function Traffic({ bytes, client, kbps }: TrafficProps) {
  return (
    <>
      {client.online && `${formatRate(kbps)} `}
      <span className={client.online ? 'mut' : undefined}>{formatBytes(bytes)} in total</span>
    </>
  );
}

function CopiedMac({ mac }: { readonly mac: string }) {
  return (
    <span className="inline-row gap-4">
      <span className="mono">{mac}</span>
      <CopyButton value={mac}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={copied ? 'MAC copied' : 'Copy MAC'}
            onClick={copy}
          >
            {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
          </ActionIcon>
        )}
      </CopyButton>
    </span>
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
