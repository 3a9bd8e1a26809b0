import type { DeviceDetail, DeviceWanPing } from '@northlight/contract';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../../app/shell-context.tsx';
import { createQuery } from '../../../kit/api/index.ts';
import { ABSENT, Age, formatBitRate, formatRate, formatTime, useNow } from '../../../kit/format/index.ts';
import { Card } from '../../../kit/page/index.ts';
import { buildSparkPath, SPARK_HEIGHT, SPARK_WIDTH } from '../../../kit/spark-path.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { useNetworkDraft } from '../../../draft/index.ts';
import type { ItemState } from '../../item-state.ts';
import type { StagedItemsView } from '../../StagedListPage.tsx';
import { StateCell } from '../../state-column.tsx';
import type { WanPort } from './WanForm.tsx';
import classes from './wan-cards.module.css';
import {
  computeUpSince,
  describeLatency,
  describeLoss,
  describeWanAddresses,
  describeWanHint,
  describeWanState,
  isOutdated,
  getLossSeverity,
  getWanCondition,
  type WanReading,
} from './wan-readings.ts';

const RATES = ['rx', 'tx'] as const;
type Rates = ReadonlyMap<(typeof RATES)[number], readonly (number | null)[]>;

interface WanCardsProps extends StagedItemsView<WanPort> {
  /** Gateway with its last report; undefined while it is loading. */
  readonly gateway: DeviceDetail | undefined;
  readonly isLoading: boolean;
}

/** A card for each WAN port: state, traffic, addresses, latency and loss from the last report, and settings. */
export function WanCards({ gateway, isLoading, onOpen, openId, rows, stateOf }: WanCardsProps) {
  const { id: projectId } = useProject();
  const metrics = rows.flatMap(({ port }) => RATES.map((rate) => `port/${port}/${rate}`)).join(',');
  const { data } = useQuery({
    ...createQuery('deviceSeries', {
      params: { projectId },
      query: { devices: gateway?.id ?? '', metrics, range: '1h' },
    }),
    enabled: gateway !== undefined,
  });
  const ratesOf = (port: string): Rates =>
    new Map(
      RATES.flatMap((rate) => {
        const found = data?.series.find(({ metric }) => metric === `port/${port}/${rate}`);
        return found ? [[rate, found.values] as const] : [];
      }),
    );
  return (
    <ScrollBox label="WAN ports" className="grow shrink-y" isPanelList>
      <div className={`grid align-start gap-12 ${classes['cards']}`}>
        {rows.map((row) => (
          <div key={row.port} className={classes['item']} data-open={row.port === openId || undefined}>
            <Card title={row.label} aside={<ReadingAge reading={row.reading} verb="reported" />}>
              {row.reading ? (
                <WanReport
                  reading={row.reading}
                  rates={ratesOf(row.port)}
                  link={describeLink(gateway?.ports.find(({ id }) => id === row.port))}
                />
              ) : (
                <p className="mut">
                  {isLoading ? 'Loading the last report…' : 'The gateway has not reported this port yet.'}
                </p>
              )}
              <WanSettings row={row} state={stateOf(row)} onOpen={() => onOpen(row)} />
            </Card>
          </div>
        ))}
      </div>
    </ScrollBox>
  );
}

interface WanReportProps {
  readonly reading: WanReading;
  readonly rates: Rates;
  /** Speed and mode of the port; undefined if it has no link or does not report them. */
  readonly link: string | undefined;
}

/** Describes the link of a port: `1 Gbit/s, full duplex`. */
function describeLink(port: DeviceDetail['ports'][number] | undefined): string | undefined {
  if (port?.up !== true || port.speedMbps === undefined) return undefined;
  const speed = formatRate(port.speedMbps * 1000).replace('.0 ', ' ');
  return port.duplex === undefined ? speed : `${speed}, ${port.duplex} duplex`;
}

function WanReport({ link, rates, reading }: WanReportProps) {
  const { timeZone } = useProject();
  const outdated = isOutdated(reading, useNow());
  const { address, dns, gateway } = describeWanAddresses(reading, undefined);
  const { gatewayPing, internetPing, ip } = reading.wan;
  const upSince = computeUpSince(reading);
  const hint = outdated ? undefined : describeWanHint(reading);
  return (
    <>
      <p
        className="row gap-6 strong tone state-sign below"
        data-state={outdated ? 'outdated' : getWanCondition(reading)}
      >
        {outdated ? `Last state: ${describeWanState(reading).toLowerCase()}` : describeWanState(reading)}
      </p>
      {hint !== undefined && <p className="mut">{hint}</p>}
      {ip !== undefined && (
        <>
          {!outdated && <Traffic rates={rates} />}
          <Facts
            items={[
              { label: 'Address', value: address },
              { label: 'Gateway', value: gateway ?? ABSENT },
              { label: 'DNS', value: dns ?? ABSENT },
              ...(link === undefined ? [] : [{ label: 'Link', value: link }]),
              {
                label: 'Up since',
                value: (
                  <>
                    {formatTime(upSince, timeZone)}
                    {upSince !== undefined && !outdated && (
                      <span className="mut">
                        {' · '}
                        <Age at={upSince} timeZone={timeZone} />
                      </span>
                    )}
                  </>
                ),
              },
            ]}
          />
          {(gatewayPing ?? internetPing) && <Pings gateway={gatewayPing} internet={internetPing} />}
        </>
      )}
    </>
  );
}

interface WanSettingsProps {
  readonly row: WanPort;
  readonly state: ItemState;
  readonly onOpen: () => void;
}

/** Settings of a port in the draft, with their state and the button that opens their form. */
function WanSettings({ onOpen, row, state }: WanSettingsProps) {
  const { can } = useNetworkDraft();
  const { address, dns, gateway } = describeWanAddresses(undefined, row.wan);
  const isStatic = row.wan?.mode === 'static';
  const action = can.allowed ? 'Edit settings' : 'Show settings';
  return (
    <div className={`padded inset ruled ${classes['settings']}`}>
      <div className="row gap-10 below">
        <h3>Settings</h3>
        <StateCell state={state} />
        <Button variant="default" ml="auto" aria-label={`${action} of ${row.label}`} onClick={onOpen}>
          {action}
        </Button>
      </div>
      <Facts
        items={[
          { label: 'Connection', value: describeConnection(row) },
          ...(isStatic
            ? [
                { label: 'Address', value: address },
                { label: 'Gateway', value: gateway },
              ]
            : []),
          { label: 'DNS', value: dns },
        ]}
      />
    </div>
  );
}

function describeConnection({ wan }: WanPort): string {
  if (wan === undefined) return 'Dynamic IP (default)';
  if (wan.mode === 'pppoe') return wan.lines.length > 1 ? `PPPoE, ${wan.lines.length} lines` : 'PPPoE';
  return wan.mode === 'dhcp' ? 'Dynamic IP' : 'Static IP';
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
    <div className={`flex align-end wrap gap-16 below ${classes['traffic']}`}>
      <dl className="flex gap-16">
        <div>
          <dt className="small">Download</dt>
          <Text component="dd" fz={18} fw={600}>
            {last(received)}
          </Text>
        </div>
        <div>
          <dt className="small">Upload</dt>
          <Text component="dd" fz={18} fw={600}>
            {last(sent)}
          </Text>
        </div>
      </dl>
      {known.length > 1 && (
        <figure>
          <svg
            viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`Download in the last hour, at most ${formatBitRate(Math.max(...known))}`}
          >
            <path
              fill="none"
              stroke="var(--accent)"
              strokeWidth={1.5}
              d={buildSparkPath(received.slice(first), Math.max(...known))}
            />
          </svg>
          <figcaption className="mut small num nowrap" aria-hidden>
            1 h, peak {formatBitRate(Math.max(...known))}
          </figcaption>
        </figure>
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
    <table className="figures above">
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
                <td className={getLossSeverity(ping) && 'tone strong'} data-state={getLossSeverity(ping)}>
                  {describeLoss(ping)}
                </td>
              </tr>
            ),
        )}
      </tbody>
    </table>
  );
}

interface ReadingAgeProps {
  readonly reading: WanReading | undefined;
  /** Text before the age, for example `reported`. */
  readonly verb?: string;
}

/** Age of a report, with a mark if its values may be outdated. */
function ReadingAge({ reading, verb }: ReadingAgeProps) {
  const { timeZone } = useProject();
  const now = useNow();
  if (!reading) return <span className="mut">{ABSENT}</span>;
  const outdated = isOutdated(reading, now);
  return (
    <span className={outdated ? 'warn' : 'mut'}>
      {outdated && (reading.isOnline ? 'Stale · ' : 'Offline · ')}
      <Age at={reading.at} timeZone={timeZone} {...(verb !== undefined && { verb })} />
    </span>
  );
}
