import type { BridgeDevice, BridgeLink } from '@northlight/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { ABSENT, Age, formatDbm, formatMinus } from '../../kit/format/index.ts';
import { Section } from '../../kit/page/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { type ClientReading, type EndReading, findAdvice, readLink } from './link-readings.ts';

const DIALOGS = {
  align: lazy(async () => ({ default: (await import('./AlignDialog.tsx')).AlignDialog })),
  throughput: lazy(async () => ({ default: (await import('./ThroughputDialog.tsx')).ThroughputDialog })),
};
type LinkDialog = keyof typeof DIALOGS;

interface LinkSectionProps {
  readonly link: BridgeLink;
  readonly devices: readonly BridgeDevice[];
}

/** Shows the measurements of both ends of a link beside the expected ones. */
export function LinkSection({ devices, link }: LinkSectionProps) {
  const { id: projectId, timeZone } = useProject();
  const [opened, setOpened] = useState<{ readonly dialog: LinkDialog; readonly clientId: string }>();
  const Dialog = opened && DIALOGS[opened.dialog];
  const { data } = useQuery(createQuery('bridgeStateList', { params: { projectId } }));
  if (!data) return null;
  const clients = readLink(link, data.items, devices);
  const latest = clients
    .flatMap(({ ends }) => ends.flatMap(({ at }) => at ?? []))
    .toSorted()
    .at(-1);
  return (
    <Section
      title="Link now"
      aside={
        latest && (
          <span className="mut">
            <Age at={latest} timeZone={timeZone} verb="reported" />
          </span>
        )
      }
    >
      {clients.map((client) => (
        <ClientReadings
          key={client.clientId}
          client={client}
          link={link}
          onOpen={(dialog) => setOpened({ dialog, clientId: client.clientId })}
        />
      ))}
      {opened && Dialog && (
        <Suspense>
          <Dialog
            link={link}
            devices={devices}
            clientId={opened.clientId}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </Section>
  );
}

interface ClientReadingsProps {
  readonly client: ClientReading;
  readonly link: BridgeLink;
  readonly onOpen: (dialog: LinkDialog) => void;
}

function ClientReadings({ client, link, onOpen }: ClientReadingsProps) {
  const { ends, name, state } = client;
  const advice = ends.flatMap((end) => findAdvice(link, end) ?? [])[0];
  return (
    <>
      <div className="row wrap between strong gap-8 above">
        <span>{name}</span>
        <div className="flex wrap gap-6">
          <Button size="compact-sm" variant="default" onClick={() => onOpen('align')}>
            Align antennas
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onOpen('throughput')}>
            Test throughput
          </Button>
        </div>
      </div>
      {state === 'unknown' && <p className="mut above">The bridges have not reported this link yet.</p>}
      {state === 'disconnected' && (
        <Notice tone="error">
          Not connected. Check power and line of sight at both ends, and whether both have this configuration.
        </Notice>
      )}
      {ends.length > 0 && (
        <>
          <ReadingsTable ends={ends} />
          <p className="mut above">
            <em>Expected</em> is the signal with exactly aligned antennas and a free line of sight. Signals{' '}
            <em>per antenna</em> that differ by more than 5 dB indicate a turned or covered antenna.
          </p>
        </>
      )}
      {advice && <Notice tone="warning">{advice}</Notice>}
    </>
  );
}

/** Formats the signals of the antennas of a bridge: `−52, −51 dBm`. */
const formatChains = (chainsDbm: readonly number[]): string =>
  chainsDbm.length > 0 ? `${chainsDbm.map((dbm) => formatMinus(Math.round(dbm))).join(', ')} dBm` : ABSENT;

const ROWS: readonly (readonly [label: string, read: (end: EndReading) => ReactNode])[] = [
  ['Signal', ({ peer }) => formatDbm(peer.signalDbm)],
  ['Expected', ({ expectedDbm }) => (expectedDbm === undefined ? ABSENT : formatDbm(expectedDbm))],
  ['Per antenna', ({ peer }) => formatChains(peer.chainsDbm)],
  ['Noise', ({ noiseDbm }) => (noiseDbm === undefined ? ABSENT : formatDbm(noiseDbm))],
  ['Rate received', ({ peer }) => `${Math.round(peer.rxRateMbps)} Mbit/s`],
  ['Rate sent', ({ peer }) => `${Math.round(peer.txRateMbps)} Mbit/s`],
  ['Retries', ({ peer }) => (peer.retryPercent === undefined ? ABSENT : `${Math.round(peer.retryPercent)}%`)],
];

const ReadingsTable = ({ ends }: Pick<ClientReading, 'ends'>) => (
  <table className="tabular figures">
    <thead>
      <tr>
        <th scope="col">Measured at</th>
        {ends.map(({ id, name }) => (
          <th key={id} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {ROWS.map(([label, read]) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          {ends.map((end) => (
            <td key={end.id}>{read(end)}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
