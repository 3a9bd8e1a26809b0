import {
  formatBands,
  type NetworkConfig,
  type OnlineClient,
  POLICY_LIMIT,
  type PolicyBroadcast,
  SECURITY_MODE_LABELS,
  type WifiPolicy,
} from '@northlight/contract';
import IconWifi from '@tabler/icons-react/dist/esm/icons/IconWifi.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { PageLoading } from '../../app/PageLoading.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { formatPlural } from '../../kit/format/index.ts';
import type { GridColumn } from '../../kit/grid/index.ts';
import { useUrlState } from '../../kit/url-state.ts';
import { ClientCount } from '../ClientCount.tsx';
import { type OpenDraft, useNetworkDraft } from '../../draft/index.ts';
import { StagedListPage } from '../StagedListPage.tsx';
import { PATHS } from '../../paths.ts';
import { useTemplateAction } from '../../templates/index.ts';
import { getBroadcastStatus } from './broadcast-status.ts';
import { countClients, listPolicySsids } from './policy-clients.ts';
import { formatVlan } from '../format-vlan.ts';
import { getWireless, replacePolicy } from './staged-wireless.ts';
import { useBroadcasts } from './use-broadcasts.ts';
import { findWirelessView } from './views.ts';
import { useReadOnly } from '../../kit/form/read-only.tsx';
import classes from './wireless.module.css';

const PolicyForm = lazy(async () => ({ default: (await import('./policy/PolicyForm.tsx')).PolicyForm }));
const LISTS = ['wireless.policies'] as const;
const getRowId = ({ id }: WifiPolicy) => id;
const getList = () => LISTS[0];
const getDevices = ({ devices }: WifiPolicy) => devices;
const listPolicies = (config: NetworkConfig) => getWireless(config).policies;

const ForeignNetworksPage = lazy(async () => ({
  default: (await import('./ForeignNetworksPage.tsx')).ForeignNetworksPage,
}));

const BridgeLinks = lazy(async () => ({ default: (await import('../bridge/BridgeLinks.tsx')).BridgeLinks }));

// The first load of the page is at its limit. The states of the broadcast come with a later answer anyway.
const BroadcastState = lazy(async () => ({ default: (await import('./BroadcastState.tsx')).BroadcastState }));
const WirelessViews = lazy(async () => ({ default: (await import('./WirelessViews.tsx')).WirelessViews }));

/** Lists the wireless policies of the project, its bridge links, or the foreign networks that its radios receive. */
export function WirelessPage() {
  const view = findWirelessView(useUrlState().search.tab);
  const views = (
    <Suspense>
      <WirelessViews />
    </Suspense>
  );
  if (view === 'policies') return <Policies views={views} />;
  return (
    <Suspense fallback={<PageLoading />}>
      {view === 'bridges' ? <BridgeLinks views={views} /> : <ForeignNetworksPage tools={views} />}
    </Suspense>
  );
}

/** Lists the wireless policies with their broadcast state. */
function Policies({ views }: { readonly views: ReactNode }) {
  const draft = useNetworkDraft();
  const { id: projectId, timeZone } = useProject();
  const air = useBroadcasts();
  const listed = useQuery(createQuery('clientList', { params: { projectId }, query: { online: 'true' } }));
  const clients = listed.data?.items;
  const columns = useMemo(
    () => policyColumns(draft, air, clients, timeZone),
    [air, clients, draft, timeZone],
  );
  const { policies } = getWireless(draft.config);
  const { devices } = draft.scope.wireless;
  const template = useTemplateAction();
  return (
    <StagedListPage
      title="Wireless"
      gridId="wireless"
      noun="Wi-Fi network"
      note={
        <>
          {policies.length} of {POLICY_LIMIT} · {formatPlural(devices.length, 'device')} with radios ·{' '}
          <Link to={PATHS.networkHistory}>history</Link> ·{' '}
          <Link to={PATHS.clients} search={{ tab: 'blacklist' }}>
            blocked clients
          </Link>
        </>
      }
      tools={views}
      more={template}
      lists={LISTS}
      rowsOf={listPolicies}
      listOf={getList}
      devicesOf={getDevices}
      limit={POLICY_LIMIT}
      columns={columns}
      idOf={getRowId}
      nameOf={({ name }) => name}
      defaultSort="name"
      icon={<IconWifi size={40} stroke={1.4} />}
      explanation="A Wi-Fi network has an SSID, its security and the devices that broadcast it. It takes effect when you apply the draft."
      form={PolicyForm}
    />
  );
}

function policyColumns(
  draft: OpenDraft,
  air: ReadonlyMap<string, PolicyBroadcast> | undefined,
  clients: readonly OnlineClient[] | undefined,
  timeZone: string,
): readonly GridColumn<WifiPolicy>[] {
  const { policies: applied } = getWireless(draft.base);
  const findApplied = ({ id }: WifiPolicy) => applied.find((policy) => policy.id === id);
  const names = new Map(draft.scope.wireless.devices.map(({ id, name }) => [id, name] as const));
  return [
    { id: 'name', header: 'Name', card: 'title', width: 108, value: ({ name }) => name },
    {
      id: 'enabled',
      header: 'Enabled',
      width: 96,
      facet: true,
      value: ({ enabled }) => (enabled ? 'Yes' : 'No'),
      cell: (policy) => <EnabledCell policy={policy} />,
    },
    {
      id: 'ssid',
      header: 'SSID',
      card: 'detail',
      width: 172,
      value: ({ ssid }) => ssid,
      text: ({ ssid, ssid5g }) => (ssid5g === undefined ? ssid : `${ssid}, 5 GHz ${ssid5g}`),
      cell: ({ ssid, ssid5g }) => (
        <span>
          {ssid}
          {ssid5g !== undefined && <span className="mut"> + 5 GHz SSID</span>}
        </span>
      ),
    },
    {
      id: 'clients',
      header: 'Clients',
      card: 'figure',
      width: 78,
      align: 'right',
      value: (policy) => clients && countClients(clients, policy),
      // A disabled policy has no clients; its card has more room for the SSID.
      isInCard: ({ enabled }) => enabled && clients !== undefined,
      cell: (policy) => (
        <ClientCount
          filter={listPolicySsids(policy)
            .map((ssid) => `SSID = ${ssid}`)
            .join(';')}
          count={clients && countClients(clients, policy)}
        />
      ),
    },
    { id: 'bands', header: 'Bands', width: 126, value: ({ bands }) => formatBands(bands) },
    {
      id: 'security',
      header: 'Security',
      width: 152,
      facet: true,
      value: ({ security }) => SECURITY_MODE_LABELS[security.mode],
    },
    {
      id: 'vlan',
      header: 'VLAN',
      width: 88,
      facet: true,
      value: ({ vlanId }) => vlanId,
      text: ({ vlanId }) => formatVlan(vlanId, draft.config),
    },
    {
      id: 'guest',
      header: 'Guests',
      width: 78,
      facet: true,
      hidden: true,
      value: ({ guest }) => (guest ? 'Yes' : 'No'),
    },
    {
      id: 'maxClients',
      header: 'Max. clients',
      hidden: true,
      width: 118,
      align: 'right',
      value: ({ maxClients }) => maxClients,
    },
    {
      id: 'devices',
      header: 'Devices',
      width: 90,
      value: ({ devices }) => (devices === 'all' ? 'All' : devicesLabel(devices, names)),
    },
    {
      id: 'air',
      header: 'Broadcasting',
      card: 'state',
      width: 180,
      value: (policy) => getBroadcastStatus(findApplied(policy), air?.get(policy.id)).text,
      cell: (policy) => (
        <Suspense>
          <BroadcastState applied={findApplied(policy)} air={air?.get(policy.id)} timeZone={timeZone} />
        </Suspense>
      ),
      cardCell: (policy) => (
        <Suspense>
          <BroadcastState applied={findApplied(policy)} air={air?.get(policy.id)} />
        </Suspense>
      ),
    },
  ];
}

const devicesLabel = (devices: readonly string[], names: ReadonlyMap<string, string>): string =>
  devices.length === 1 ? (names.get(devices[0] ?? '') ?? '1 device') : formatPlural(devices.length, 'device');

/** Switch that enables a policy in the list; adds the change to the draft. Text for read-only accounts. */
function EnabledCell({ policy }: { readonly policy: WifiPolicy }) {
  const { config, update } = useNetworkDraft();
  if (useReadOnly()) return <span>{policy.enabled ? 'On' : 'Off'}</span>;
  return (
    <span className={`inline-row ${classes['enabledCell']}`}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={policy.enabled}
        className={`relative ${classes['enabled']}`}
        aria-label={`${policy.name} is enabled`}
        checked={policy.enabled}
        onChange={(event) =>
          update(replacePolicy(config, { ...policy, enabled: event.currentTarget.checked }))
        }
      />
    </span>
  );
}
