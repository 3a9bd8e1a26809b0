import type { Lan, NetworkConfig, Wan } from '@northlight/contract';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import { lazy, useMemo } from 'react';
import { sortableIp } from '../../kit/format/sortable-ip.ts';
import type { GridColumn } from '../../kit/grid/index.ts';
import { markColumn } from '../MarkCell.tsx';
import { type NetworkDraft, useNetworkDraft } from '../draft-context.tsx';
import { type StagedFormProps, StagedListPage } from '../StagedListPage.tsx';
import type { WanPort } from './WanForm.tsx';

const WanForm = lazy(async () => ({ default: (await import('./WanForm.tsx')).WanForm }));
const LanForm = lazy(async () => ({ default: (await import('./LanForm.tsx')).LanForm }));

/** A way out, or the network inside. */
type Side = WanPort & { readonly lan?: { readonly own: Lan | undefined } };
const LAN_ID = 'lan';
const LISTS = ['wan', 'lan'] as const;
const idOf = ({ port }: Side) => port;

function SideForm({ item, ...rest }: StagedFormProps<Side>) {
  return item?.lan ? <LanForm item={item.lan.own} {...rest} /> : <WanForm item={item} {...rest} />;
}

/** One line for each WAN port of the gateway, and one for its LAN. */
export function InternetPage() {
  const draft = useNetworkDraft();
  const columns = useMemo(() => wanColumns(draft), [draft]);
  const rows = useMemo(() => sidesOf(draft, draft.config), [draft]);
  return (
    <StagedListPage
      title="Internet"
      gridId="wan"
      noun="port"
      lists={LISTS}
      rows={rows}
      limit={draft.scope.wanPorts.length + 1}
      columns={columns}
      idOf={idOf}
      nameOf={({ label }) => label}
      defaultSort="label"
      icon={<IconWorld size={40} stroke={1.4} />}
      explanation="How the gateway reaches the internet is set for each of its WAN ports. They are listed here when the project has a gateway."
      add={null}
      form={SideForm}
    />
  );
}

/** Ports of the gateway, and those that are set up though it has them no more. */
function portsOf({ scope }: NetworkDraft, ways: readonly Wan[]): readonly WanPort[] {
  const known = scope.wanPorts.map(({ id, label }) => ({
    port: id,
    label,
    way: ways.find(({ port }) => port === id),
  }));
  const gone = ways.filter(({ port }) => !known.some((each) => each.port === port));
  return [...known, ...gone.map((way) => ({ port: way.port, label: way.port, way }))];
}

function sidesOf(draft: NetworkDraft, { lan, wan = [] }: NetworkConfig): readonly Side[] {
  const ports = portsOf(draft, wan);
  // Without a gateway there is nothing to list yet.
  if (!draft.scope.device && wan.length === 0 && !lan) return [];
  return [...ports, { port: LAN_ID, label: 'LAN', way: undefined, lan: { own: lan } }];
}

function addressText({ lan, way }: Side): string {
  const fixed = lan ? lan.own : way?.mode === 'static' ? way : undefined;
  if (fixed) return `${fixed.ip}/${fixed.prefix}`;
  return lan ? 'none' : 'from the provider';
}

function wanColumns(draft: NetworkDraft): readonly GridColumn<Side>[] {
  const fixed = ({ way }: Side) => (way?.mode === 'static' ? way : undefined);
  return [
    { id: 'label', header: 'Port', width: 90, value: ({ label }) => label },
    { id: 'mode', header: 'Connection', width: 140, facet: true, value: modeWord },
    {
      id: 'ip',
      header: 'Address',
      width: 150,
      value: (row) => sortableIp((row.lan?.own ?? fixed(row))?.ip),
      text: addressText,
    },
    { id: 'gateway', header: 'Gateway', width: 140, value: (row) => fixed(row)?.gateway },
    {
      id: 'dns',
      header: 'DNS',
      width: 180,
      value: ({ lan, way }) =>
        lan ? undefined : way && way.dns.length > 0 ? way.dns.join(', ') : 'from the provider',
    },
    markColumn(sidesOf(draft, draft.base), idOf),
  ];
}

function modeWord({ lan, way }: Side): string {
  if (lan) return lan.own ? 'Own network' : 'Not set';
  if (way === undefined) return 'As it came';
  if (way.mode === 'pppoe') return way.lines.length > 1 ? `PPPoE, ${way.lines.length} lines` : 'PPPoE';
  return way.mode === 'dhcp' ? 'Dynamic IP' : 'Static IP';
}
