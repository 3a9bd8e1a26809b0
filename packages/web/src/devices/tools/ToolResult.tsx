import { formatBand, type JobResult } from '@northlight/contract';
import type { ScannedNetwork, CommandResult } from '@northlight/contract/device-protocol';
import { Table } from '@mantine/core';
import { ABSENT, formatDbm, formatPlural } from '../../kit/format/index.ts';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import classes from './tools.module.css';
import { computePingFigures } from './ping-figures.ts';

interface ToolResultProps {
  readonly result: JobResult;
  /** Host of a ping; undefined for one that was started elsewhere. */
  readonly host: string | undefined;
}

/** Shows the result of a diagnostic as a table or as facts. */
export function ToolResult({ host, result }: ToolResultProps) {
  if (result.ping) return <PingFacts ping={result.ping} host={host} />;
  if (result.hops)
    return (
      <ResultTable
        label="Hops"
        heads={['Hop', 'Address', 'Time']}
        rows={result.hops.map(({ address, hop, roundTripMs }) => [
          String(hop),
          address ?? 'no answer',
          roundTripMs === undefined ? ABSENT : `${roundTripMs} ms`,
        ])}
      />
    );
  if (result.networks)
    return (
      <ResultTable
        label="Networks"
        heads={['SSID', 'Band', 'Ch.', 'Signal']}
        rows={[...result.networks]
          .sort(bySignal)
          .map((network) => [
            network.ssid === '' ? '(hidden)' : network.ssid,
            formatBand(network.band),
            String(network.channel),
            formatDbm(network.signalDbm),
          ])}
      />
    );
  if (result.routes)
    return (
      <ResultTable
        label="Routes"
        heads={['Destination', 'Next hop', 'Port', 'Source']}
        rows={result.routes.map(({ destination, nextHop, origin, port, prefix }) => [
          `${destination}/${prefix}`,
          nextHop ?? 'direct',
          port ?? ABSENT,
          origin,
        ])}
      />
    );
  return null;
}

const bySignal = (one: ScannedNetwork, other: ScannedNetwork): number => other.signalDbm - one.signalDbm;

interface ResultTableProps {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function ResultTable({ label, heads, rows }: ResultTableProps) {
  if (rows.length === 0) return <p className="above">No results.</p>;
  return (
    <ScrollBox label={label} className={`box above ${classes['result']}`}>
      <Table verticalSpacing={3} fz="xs" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((cells, index) => (
            <Table.Tr key={`${index} ${cells.join(' ')}`}>
              {cells.map((cell, column) => (
                <Table.Td key={heads[column]}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

interface PingFactsProps {
  readonly host: string | undefined;
  readonly ping: NonNullable<CommandResult['ping']>;
}

/** Host, lost pings and round trip times of a ping. */
function PingFacts({ host, ping }: PingFactsProps) {
  const { lost, lostPercent, times } = computePingFigures(ping);
  const facts = [
    ...(host === undefined ? [] : [['Host', host] as const]),
    ['Sent', String(ping.sent)],
    ['Lost', lost === 0 ? '0' : `${lost} (${lostPercent}%)`],
    ['Shortest', times && `${times.min} ms`],
    ['Mean', times && `${times.mean} ms`],
    ['Longest', times && `${times.max} ms`],
  ] as const;
  return (
    <>
      {ping.received === 0 && <p className="above warn">No answer to {formatPlural(ping.sent, 'ping')}.</p>}
      <dl className={`grid gap-10 box above ${classes['figures']}`}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="small">{label}</dt>
            <dd className={`tabular strong ${label === 'Lost' && lost > 0 ? 'warn' : ''}`}>
              {value ?? ABSENT}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
