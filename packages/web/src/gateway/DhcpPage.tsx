import { type DhcpPool, leaseText } from '@northlight/contract';
import { parseIpv4 } from '@northlight/contract/net';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconServerCog from '@tabler/icons-react/dist/esm/icons/IconServerCog.mjs';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { ButtonLink } from '../app/app-link.tsx';
import { useCurrent } from '../app/current.tsx';
import { formatCount } from '../kit/format/index.ts';
import { sortableIp } from '../kit/format/sortable-ip.ts';
import { DataGrid, type GridColumn } from '../kit/grid/index.ts';
import { Page, SplitPanel } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { PATHS } from '../paths.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { type GatewayDraft, useGatewayDraft } from './draft-context.tsx';
import { markOf } from './draft.ts';
import { GatewayNote } from './GatewayNote.tsx';
import { MarkCell, markWord } from './MarkCell.tsx';

const PoolForm = lazy(async () => ({ default: (await import('./PoolForm.tsx')).PoolForm }));
const NEW = 'new';
const idOf = (pool: DhcpPool) => pool.name;

export function DhcpPage() {
  const { session } = useCurrent();
  const draft = useGatewayDraft();
  const { search, set } = useUrlState();
  const columns = useMemo(() => poolColumns(draft), [draft]);
  const noVlans = draft.config.vlans.length === 0;
  const open = draft.config.dhcpPools.find(({ name }) => name === search.open);
  const adding = search.open === NEW && !noVlans;
  const close = useCallback(() => set({ open: undefined }), [set]);
  const add = (
    <GatedButton can={draft.can} leftSection={<IconPlus size={15} />} onClick={() => set({ open: NEW })}>
      Add DHCP pool
    </GatedButton>
  );
  return (
    <Page
      title="DHCP Policy"
      note={<GatewayNote count={draft.config.dhcpPools.length} limit={draft.scope.limits.dhcpPools} />}
      layout="fill"
      actions={!noVlans && add}
    >
      <SplitPanel
        label="DHCP pool"
        onClose={close}
        title={adding ? 'New DHCP pool' : open?.name}
        panel={
          (adding || open) && (
            <Suspense>
              <PoolForm
                key={search.open}
                pool={open}
                onClose={close}
                onStaged={(name) => set({ open: name })}
              />
            </Suspense>
          )
        }
      >
        <DataGrid
          id="pools"
          account={session.account.id}
          label="DHCP pools"
          noun="pool"
          rows={draft.config.dhcpPools}
          columns={columns}
          rowId={idOf}
          rowName={idOf}
          defaultSort="name"
          openId={open?.name}
          onOpen={(pool) => set({ open: pool.name })}
          empty={
            <EmptyNote
              icon={<IconServerCog size={40} stroke={1.4} />}
              title="No DHCP pools yet"
              action={
                noVlans ? (
                  <ButtonLink to={PATHS.vlan} search={{ open: NEW }}>
                    Add a VLAN first
                  </ButtonLink>
                ) : (
                  add
                )
              }
            >
              A pool hands out the addresses of one VLAN: a range, its DNS servers and how long a client may
              keep its address.
            </EmptyNote>
          }
        />
      </SplitPanel>
    </Page>
  );
}

function poolColumns({ base, config }: GatewayDraft): readonly GridColumn<DhcpPool>[] {
  const mark = (pool: DhcpPool) => markOf(pool, base.dhcpPools, ({ name }) => name);
  const vlanName = (pool: DhcpPool) => config.vlans.find(({ id }) => id === pool.vlanId)?.name;
  return [
    { id: 'name', header: 'Name', width: 150, value: (pool) => pool.name },
    { id: 'vlan', header: 'VLAN', width: 80, align: 'right', value: (pool) => pool.vlanId },
    { id: 'vlanName', header: 'VLAN name', width: 130, value: vlanName },
    {
      id: 'start',
      header: 'First address',
      width: 130,
      value: (pool) => sortableIp(pool.start),
      text: (pool) => pool.start,
    },
    {
      id: 'end',
      header: 'Last address',
      width: 130,
      value: (pool) => sortableIp(pool.end),
      text: (pool) => pool.end,
    },
    {
      id: 'size',
      header: 'Addresses',
      width: 112,
      align: 'right',
      value: sizeOf,
      cell: (pool) => formatCount(sizeOf(pool)),
    },
    { id: 'dns', header: 'DNS', width: 190, value: (pool) => pool.dns.join(', ') || "Gateway's address" },
    {
      id: 'lease',
      header: 'Lease',
      width: 84,
      align: 'right',
      value: (pool) => pool.leaseMinutes,
      text: (pool) => leaseText(pool.leaseMinutes),
    },
    {
      id: 'mark',
      header: 'Staged',
      width: 96,
      facet: true,
      value: (pool) => markWord(mark(pool)),
      cell: (pool) => <MarkCell mark={mark(pool)} />,
    },
  ];
}

function sizeOf(pool: DhcpPool): number {
  return (parseIpv4(pool.end) ?? 0) - (parseIpv4(pool.start) ?? 0) + 1;
}
