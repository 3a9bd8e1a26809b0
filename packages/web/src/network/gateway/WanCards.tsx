import type { DeviceDetail, DeviceWanPing } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { ABSENT, formatBitRate, formatTime, useNow } from '../../kit/format/index.ts';
import { Card } from '../../kit/page/index.ts';
import { buildSparkPath, SPARK_HEIGHT, SPARK_WIDTH } from '../../kit/spark-path.ts';
import { Facts } from '../../ui/Facts.tsx';
import { ReadingAge } from './WanState.tsx';
import classes from './wan-cards.module.css';
import {
  computeUpSince,
  describeLatency,
  describeLoss,
  describeWanAddresses,
  describeWanState,
  findWanReading,
  isOutdated,
  getLossSeverity,
  getWanCondition,
  type WanReading,
} from './wan-readings.ts';

const RATES = ['rx', 'tx'] as const;
type Rates = ReadonlyMap<(typeof RATES)[number], readonly (number | null)[]>;

interface WanCardsProps {
  readonly device: DeviceDetail;
  readonly ports: readonly { readonly id: string; readonly label: string }[];
}

/** A card for each WAN port that the gateway reports: addresses, traffic, latency and loss. */
export function WanCards({ device, ports }: WanCardsProps) {
  const { id: projectId } = useProject();
  const { data } = useQuery(
    createQuery('deviceSeries', {
      params: { projectId },
      query: {
        devices: device.id,
        metrics: ports.flatMap(({ id }) => RATES.map((rate) => `port/${id}/${rate}`)).join(','),
        range: '1h',
      },
    }),
  );
  const ratesOf = (port: string): Rates =>
    new Map(
      RATES.flatMap((rate) => {
        const found = data?.series.find(({ metric }) => metric === `port/${port}/${rate}`);
        return found ? [[rate, found.values] as const] : [];
      }),
    );
  const read = ports.flatMap(({ id, label }) => {
    const reading = findWanReading(device, id);
    return reading ? [{ id, label, reading }] : [];
  });
  if (read.length === 0) return null;
  return (
    <div className={classes['cards']}>
      {read.map(({ id, label, reading }) => (
        <WanCard key={id} label={label} reading={reading} rates={ratesOf(id)} />
      ))}
    </div>
  );
}

interface WanCardProps {
  readonly label: string;
  readonly reading: WanReading;
  readonly rates: Rates;
}

function WanCard({ label, rates, reading }: WanCardProps) {
  const { timeZone } = useProject();
  const outdated = isOutdated(reading, useNow());
  const { address, dns, gateway } = describeWanAddresses(reading, undefined);
  const { gatewayPing, internetPing, ip } = reading.wan;
  return (
    <Card title={label} aside={<ReadingAge reading={reading} verb="reported" />}>
      <p className={classes['state']} data-state={outdated ? 'outdated' : getWanCondition(reading)}>
        {outdated ? `Last state: ${describeWanState(reading).toLowerCase()}` : describeWanState(reading)}
      </p>
      {ip !== undefined && (
        <>
          {!outdated && <Traffic rates={rates} />}
          <Facts
            items={[
              { label: 'Address', value: address },
              { label: 'Gateway', value: gateway ?? ABSENT },
              { label: 'DNS', value: dns ?? ABSENT },
              { label: 'Up since', value: formatTime(computeUpSince(reading), timeZone) },
            ]}
          />
          {(gatewayPing ?? internetPing) && <Pings gateway={gatewayPing} internet={internetPing} />}
        </>
      )}
    </Card>
  );
}

/** Rates of the last minute that has figures, with a line for the last hour. */
function Traffic({ rates }: { readonly rates: Rates }) {
  const received = rates.get('rx') ?? [];
  const sent = rates.get('tx') ?? [];
  const last = (values: readonly (number | null)[]): string =>
    formatBitRate(values.findLast((value) => value !== null) ?? undefined);
  const known = received.filter((value) => value !== null);
  const first = received.findIndex((value) => value !== null);
  return (
    <div className={classes['traffic']}>
      <dl>
        <div>
          <dt>Download</dt>
          <dd>{last(received)}</dd>
        </div>
        <div>
          <dt>Upload</dt>
          <dd>{last(sent)}</dd>
        </div>
      </dl>
      {known.length > 1 && (
        <svg
          viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Download in the last hour, at most ${formatBitRate(Math.max(...known))}`}
        >
          <path d={buildSparkPath(received.slice(first), Math.max(...known))} />
        </svg>
      )}
    </div>
  );
}

interface PingsProps {
  readonly gateway: DeviceWanPing | undefined;
  readonly internet: DeviceWanPing | undefined;
}

function Pings({ gateway, internet }: PingsProps) {
  const rows = [
    { title: 'Gateway', ping: gateway },
    { title: 'Internet', ping: internet },
  ];
  return (
    <table className={classes['pings']}>
      <thead>
        <tr>
          <th scope="col">Last 5 min</th>
          <th scope="col">Latency</th>
          <th scope="col">Loss</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(
          ({ ping, title }) =>
            ping && (
              <tr key={title}>
                <th scope="row">
                  {title} <span className="mut">{ping.target}</span>
                </th>
                <td>{describeLatency(ping)}</td>
                <td data-state={getLossSeverity(ping)}>{describeLoss(ping)}</td>
              </tr>
            ),
        )}
      </tbody>
    </table>
  );
}
