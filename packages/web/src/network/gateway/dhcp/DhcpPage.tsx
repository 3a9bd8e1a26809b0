import {
  type DeviceDetail,
  type DhcpPool,
  formatLease,
  listInsideNetworks,
  type NetworkConfig,
} from '@northlight/contract';
import IconServerCog from '@tabler/icons-react/dist/esm/icons/IconServerCog.mjs';
import { useQuery } from '@tanstack/react-query';
import { lazy, useMemo } from 'react';
import { useProject } from '../../../app/shell-context.tsx';
import { createQuery } from '../../../kit/api/index.ts';
import { ABSENT, Age, formatCount, formatTime, useNow } from '../../../kit/format/index.ts';
import { formatRange, formatSortableIp } from '../../../kit/format/sortable-ip.ts';
import type { GridColumn } from '../../../kit/grid/index.ts';
import { type OpenDraft, useNetworkDraft } from '../../../draft/index.ts';
import { StagedListPage } from '../../StagedListPage.tsx';
import { ShareBar } from '../../../ui/ShareBar.tsx';
import {
  computeUsedShare,
  countAddresses,
  describePoolUse,
  describeUseBefore,
  findPoolUse,
  isBeforeChange,
  isPoolHigh,
  type PoolUse,
} from './pool-use.ts';
import { NetworkFirst } from '../NetworkFirst.tsx';
import { isOutdated } from '../internet/wan-readings.ts';
import classes from '../gateway.module.css';

const PoolForm = lazy(async () => ({ default: (await import('./PoolForm.tsx')).PoolForm }));
const LISTS = ['dhcpPools'] as const;
const getRowId = (pool: DhcpPool) => pool.name;
const getList = () => LISTS[0];
const listPools = ({ dhcpPools }: NetworkConfig) => dhcpPools;

export function DhcpPage() {
  const draft = useNetworkDraft();
  const { id: projectId, timeZone } = useProject();
  const deviceId = draft.scope.device?.id;
  const gateway = useQuery({
    ...createQuery('deviceGet', { params: { projectId, deviceId: deviceId ?? '' } }),
    enabled: deviceId !== undefined,
  }).data;
  const columns = useMemo(() => poolColumns(draft, gateway, timeZone), [draft, gateway, timeZone]);
  return (
    <StagedListPage
      title="DHCP Policy"
      gridId="pools"
      noun="DHCP pool"
      lists={LISTS}
      rowsOf={listPools}
      listOf={getList}
      feature="dhcp"
      limit={draft.scope.limits.dhcpPools}
      columns={columns}
      idOf={getRowId}
      defaultSort="vlan"
      icon={<IconServerCog size={40} stroke={1.4} />}
      explanation="A DHCP pool assigns addresses in one VLAN: a range, its DNS servers and the lease time."
      add={listInsideNetworks(draft.config).length === 0 ? <NetworkFirst /> : undefined}
      form={PoolForm}
    />
  );
}

function poolColumns(
  { config }: OpenDraft,
  gateway: DeviceDetail | undefined,
  timeZone: string,
): readonly GridColumn<DhcpPool>[] {
  const networkOf = (pool: DhcpPool) => listInsideNetworks(config).find(({ id }) => id === pool.vlanId);
  return [
    {
      id: 'vlan',
      header: 'VLAN',
      card: 'figure',
      width: 116,
      value: (pool) => pool.vlanId,
      text: (pool) => [pool.vlanId, networkOf(pool)?.name].filter(Boolean).join(' '),
    },
    { id: 'name', header: 'Name', card: 'title', width: 104, value: (pool) => pool.name },
    {
      id: 'used',
      header: 'In use',
      card: 'figure',
      width: 196,
      align: 'right',
      value: (pool) => findPoolUse(gateway, pool.vlanId)?.used,
      text: (pool) => formatUse(findPoolUse(gateway, pool.vlanId), countAddresses(pool)),
      cell: (pool) => (
        <UseCell
          use={findPoolUse(gateway, pool.vlanId)}
          addresses={countAddresses(pool)}
          timeZone={timeZone}
        />
      ),
    },
    {
      id: 'range',
      header: 'Range',
      width: 210,
      value: (pool) => formatSortableIp(pool.start),
      text: formatRange,
    },
    {
      id: 'size',
      header: 'Addresses',
      width: 104,
      align: 'right',
      value: countAddresses,
      cell: (pool) => formatCount(countAddresses(pool)),
    },
    {
      id: 'lease',
      header: 'Lease',
      width: 80,
      align: 'right',
      value: (pool) => pool.leaseMinutes,
      text: (pool) => formatLease(pool.leaseMinutes),
    },
    {
      id: 'dns',
      header: 'DNS',
      width: 150,
      value: (pool) => pool.dns.join(', ') || networkOf(pool)?.ip || ABSENT,
    },
    {
      // Most pools have none. With this column, the last one would be outside a window of 1440 px.
      id: 'reserved',
      header: 'Reserved',
      hidden: true,
      width: 96,
      align: 'right',
      value: (pool) => pool.reservations?.length ?? 0,
    },
    {
      id: 'gateway',
      header: 'Gateway',
      width: 124,
      value: (pool) => formatSortableIp(networkOf(pool)?.ip),
      text: (pool) => {
        const network = networkOf(pool);
        return network ? `${network.ip}/${network.prefix}` : ABSENT;
      },
    },
  ];
}

const formatUse = (use: PoolUse | undefined, addresses: number): string =>
  use ? (isBeforeChange(use, addresses) ? describeUseBefore(use) : describePoolUse(use)) : ABSENT;

interface UseCellProps {
  readonly use: PoolUse | undefined;
  /** Size of the pool in the configuration. */
  readonly addresses: number;
  readonly timeZone: string;
}

/** Used addresses in the last report of the gateway, muted with the age of the report if the report does not describe the present pool. */
function UseCell({ addresses, timeZone, use }: UseCellProps) {
  const now = useNow();
  if (!use) return ABSENT;
  const outdated = isOutdated(use, now);
  if (isBeforeChange(use, addresses))
    return (
      <span
        className={`row justify-end gap-8 mut ${classes['use']}`}
        title={`Reported ${formatTime(use.at, timeZone)} for ${use.addresses} addresses`}
      >
        <span className="clipped ellipsis">{describeUseBefore(use)}</span>
      </span>
    );
  return (
    <span
      className={`row justify-end gap-8 ${outdated ? 'mut' : ''} ${classes['use']}`}
      title={outdated ? 'From the gateway’s last report' : undefined}
    >
      {describePoolUse(use)}
      {outdated && <Age at={use.at} timeZone={timeZone} verb="" />}
      <ShareBar share={computeUsedShare(use)} isHigh={isPoolHigh(use)} />
    </span>
  );
}
