import type { Vlan } from '@northlight/contract';
import { formatMask } from '@northlight/contract/net';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTags from '@tabler/icons-react/dist/esm/icons/IconTags.mjs';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { useCurrent } from '../app/current.tsx';
import { sortableIp } from '../kit/format/sortable-ip.ts';
import { DataGrid, type GridColumn } from '../kit/grid/index.ts';
import { Page, SplitPanel } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { type GatewayDraft, useGatewayDraft } from './draft-context.tsx';
import { markOf } from './draft.ts';
import { GatewayNote } from './GatewayNote.tsx';
import { MarkCell, markWord } from './MarkCell.tsx';

const VlanForm = lazy(async () => ({ default: (await import('./VlanForm.tsx')).VlanForm }));
const NEW = 'new';
const idOf = (vlan: Vlan) => String(vlan.id);
const nameOf = (vlan: Vlan) => `VLAN ${vlan.id}`;

export function VlanPage() {
  const { session } = useCurrent();
  const draft = useGatewayDraft();
  const { search, set } = useUrlState();
  const columns = useMemo(() => vlanColumns(draft), [draft]);
  const open = draft.config.vlans.find(({ id }) => String(id) === search.open);
  const adding = search.open === NEW;
  const close = useCallback(() => set({ open: undefined }), [set]);
  const add = (
    <GatedButton can={draft.can} leftSection={<IconPlus size={15} />} onClick={() => set({ open: NEW })}>
      Add VLAN
    </GatedButton>
  );
  return (
    <Page
      title="VLAN"
      note={<GatewayNote count={draft.config.vlans.length} limit={draft.scope.limits.vlans} />}
      layout="fill"
      actions={add}
    >
      <SplitPanel
        label="VLAN"
        onClose={close}
        title={adding ? 'New VLAN' : open && nameOf(open)}
        panel={
          (adding || open) && (
            <Suspense>
              <VlanForm
                key={search.open}
                vlan={open}
                onClose={close}
                onStaged={(id) => set({ open: String(id) })}
              />
            </Suspense>
          )
        }
      >
        <DataGrid
          id="vlans"
          account={session.account.id}
          label="VLANs"
          noun="VLAN"
          rows={draft.config.vlans}
          columns={columns}
          rowId={idOf}
          rowName={nameOf}
          defaultSort="id"
          openId={open && String(open.id)}
          onOpen={(vlan) => set({ open: String(vlan.id) })}
          empty={
            <EmptyNote icon={<IconTags size={40} stroke={1.4} />} title="No VLANs yet" action={add}>
              A VLAN is a network of its own on the gateway: an ID, an address and the LAN ports that belong
              to it. Changes are staged here and sent to the gateway when you apply them.
            </EmptyNote>
          }
        />
      </SplitPanel>
    </Page>
  );
}

function vlanColumns({ base, config, scope }: GatewayDraft): readonly GridColumn<Vlan>[] {
  const labels = new Map(scope.lanPorts.map(({ id, label }) => [id, label] as const));
  const mark = (vlan: Vlan) => markOf(vlan, base.vlans, ({ id }) => id);
  return [
    { id: 'id', header: 'VLAN ID', width: 98, align: 'right', value: (vlan) => vlan.id },
    { id: 'name', header: 'Name', width: 150, value: (vlan) => vlan.name },
    {
      id: 'ip',
      header: 'Gateway address',
      width: 140,
      value: (vlan) => sortableIp(vlan.ip),
      text: (vlan) => vlan.ip,
    },
    {
      id: 'mask',
      header: 'Mask',
      width: 170,
      value: (vlan) => vlan.prefix,
      text: (vlan) => `/${vlan.prefix} ${formatMask(vlan.prefix)}`,
      cell: (vlan) => (
        <span>
          /{vlan.prefix} <span className="mut">{formatMask(vlan.prefix)}</span>
        </span>
      ),
    },
    {
      id: 'ports',
      header: 'Untagged LAN ports',
      width: 190,
      value: (vlan) => vlan.ports.map((port) => labels.get(port) ?? port).join(', ') || undefined,
    },
    {
      id: 'pool',
      header: 'DHCP pool',
      width: 140,
      value: (vlan) => config.dhcpPools.find(({ vlanId }) => vlanId === vlan.id)?.name,
    },
    {
      id: 'mark',
      header: 'Staged',
      width: 96,
      facet: true,
      value: (vlan) => markWord(mark(vlan)),
      cell: (vlan) => <MarkCell mark={mark(vlan)} />,
    },
  ];
}
