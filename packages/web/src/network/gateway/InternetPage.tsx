import type { Lan, NetworkConfig, Wan } from '@northlight/contract';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import { lazy, useMemo } from 'react';
import { formatSortableIp } from '../../kit/format/sortable-ip.ts';
import type { GridColumn } from '../../kit/grid/index.ts';
import { markColumn } from '../mark-column.tsx';
import { type NetworkDraft, useNetworkDraft } from '../draft-context.tsx';
import { type StagedFormProps, StagedListPage } from '../StagedListPage.tsx';
import type { WanPort } from './WanForm.tsx';

const WanForm = lazy(async () => ({ default: (await import('./WanForm.tsx')).WanForm }));
const LanForm = lazy(async () => ({ default: (await import('./LanForm.tsx')).LanForm }));

/** Row of a WAN port, or of the LAN. */
type PortRow = WanPort & { readonly lan?: { readonly own: Lan | undefined } };
const LAN_ID = 'lan';
const LISTS = ['wan', 'lan'] as const;
const getRowId = ({ port }: PortRow) => port;

function PortRowForm({ item, ...rest }: StagedFormProps<PortRow>) {
  return item?.lan ? <LanForm item={item.lan.own} {...rest} /> : <WanForm item={item} {...rest} />;
}

/** One row for each WAN port of the gateway and one for its LAN. */
export function InternetPage() {
  const draft = useNetworkDraft();
  const columns = useMemo(() => wanColumns(draft), [draft]);
  const rows = useMemo(() => portRows(draft, draft.config), [draft]);
  return (
    <StagedListPage
      title="Internet"
      gridId="wan"
      noun="port"
      lists={LISTS}
      rows={rows}
      limit={draft.scope.wanPorts.length + 1}
      columns={columns}
      idOf={getRowId}
      nameOf={({ label }) => label}
      defaultSort="label"
      icon={<IconWorld size={40} stroke={1.4} />}
      explanation="The WAN ports of the gateway and their internet connections are listed here once the project has a gateway."
      add={null}
      form={PortRowForm}
    />
  );
}

/** Lists the WAN ports of the gateway, and configured ports that the gateway no longer has. */
function listWanPorts({ scope }: NetworkDraft, settings: readonly Wan[]): readonly WanPort[] {
  const known = scope.wanPorts.map(({ id, label }) => ({
    port: id,
    label,
    wan: settings.find(({ port }) => port === id),
  }));
  const removed = settings.filter(({ port }) => !known.some((each) => each.port === port));
  return [...known, ...removed.map((wan) => ({ port: wan.port, label: wan.port, wan }))];
}

function portRows(draft: NetworkDraft, { lan, wan = [] }: NetworkConfig): readonly PortRow[] {
  const ports = listWanPorts(draft, wan);
  // Without a gateway there is nothing to list yet.
  if (!draft.scope.device && wan.length === 0 && !lan) return [];
  return [...ports, { port: LAN_ID, label: 'LAN', wan: undefined, lan: { own: lan } }];
}

function addressText({ lan, wan }: PortRow): string {
  const fixed = lan ? lan.own : wan?.mode === 'static' ? wan : undefined;
  if (fixed) return `${fixed.ip}/${fixed.prefix}`;
  return lan ? 'none' : 'Automatic (ISP)';
}

function wanColumns(draft: NetworkDraft): readonly GridColumn<PortRow>[] {
  const fixed = ({ wan }: PortRow) => (wan?.mode === 'static' ? wan : undefined);
  return [
    { id: 'label', header: 'Port', width: 90, value: ({ label }) => label },
    { id: 'mode', header: 'Connection', width: 140, facet: true, value: modeLabel },
    {
      id: 'ip',
      header: 'Address',
      width: 150,
      value: (row) => formatSortableIp((row.lan?.own ?? fixed(row))?.ip),
      text: addressText,
    },
    { id: 'gateway', header: 'Gateway', width: 140, value: (row) => fixed(row)?.gateway },
    {
      id: 'dns',
      header: 'DNS',
      width: 180,
      value: ({ lan, wan }) =>
        lan ? undefined : wan && wan.dns.length > 0 ? wan.dns.join(', ') : 'Automatic (ISP)',
    },
    markColumn(portRows(draft, draft.base), getRowId),
  ];
}

function modeLabel({ lan, wan }: PortRow): string {
  if (lan) return lan.own ? 'Own network' : 'Not configured';
  if (wan === undefined) return 'Default';
  if (wan.mode === 'pppoe') return wan.lines.length > 1 ? `PPPoE, ${wan.lines.length} lines` : 'PPPoE';
  return wan.mode === 'dhcp' ? 'Dynamic IP' : 'Static IP';
}
