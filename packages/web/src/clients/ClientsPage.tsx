import { listInsideNetworks, type OnlineClient } from '@northlight/contract';
import { Button, SegmentedControl } from '@mantine/core';
import IconAlertTriangleFilled from '@tabler/icons-react/dist/esm/icons/IconAlertTriangleFilled.mjs';
import IconDevices from '@tabler/icons-react/dist/esm/icons/IconDevices.mjs';
import { useQuery, useMutation } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { PageLoading } from '../app/PageLoading.tsx';
import { createQuery, awaitRefetch, ApiError, createMutation, toErrorSentence } from '../kit/api/index.ts';
import { Age, formatCount } from '../kit/format/index.ts';
import { PanelGrid } from '../kit/grid/index.ts';
import { LoadFailed, Page } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { ClientPanel } from './ClientPanel.tsx';
import { ClientState, lacksAddress, NO_ADDRESS } from './ClientState.tsx';
import { createClientColumns } from './columns.tsx';
import { CLIENT_NAME_MAX, clientName } from '@northlight/contract/net';
import { InlineEdit } from '../kit/controls/InlineEdit.tsx';

const getRowId = (client: OnlineClient) => client.mac;
const getRowName = (client: OnlineClient) => client.name || client.mac;
const getRowMark = (client: OnlineClient) => (client.online ? undefined : 'offline');

const NO_ROWS: readonly OnlineClient[] = [];
const NO_ADDRESS_FILTER = `Status = ${NO_ADDRESS}`;

const BlacklistPage = lazy(async () => ({
  default: (await import('../network/wireless/index.ts')).BlacklistPage,
}));

/** Lists online clients, clients of the last 24 h, and blocked clients. */
export function ClientsPage() {
  const { search, set } = useUrlState();
  const tab = TABS.find(({ value }) => value === search.tab)?.value ?? 'online';
  const tools = (
    <SegmentedControl
      size="xs"
      aria-label="Client views"
      value={tab}
      data={[...TABS]}
      onChange={(value) =>
        set({ tab: value === 'online' ? undefined : value, open: undefined, sort: undefined })
      }
    />
  );
  if (tab !== 'blacklist') return <OnlineClients recent={tab === 'recent'} tools={tools} />;
  return (
    <Suspense fallback={<PageLoading />}>
      <BlacklistPage tools={tools} />
    </Suspense>
  );
}

const TABS = [
  { value: 'online', label: 'Online' },
  { value: 'recent', label: 'Last 24 h' },
  { value: 'blacklist', label: 'Blocked clients' },
] as const;

/** Switches the list to the clients without an address; absent if there are none. */
function AddressFilter({ rows }: { readonly rows: readonly OnlineClient[] }) {
  const { search, set } = useUrlState();
  const count = rows.filter(lacksAddress).length;
  const isOn = search.filter === NO_ADDRESS_FILTER;
  if (count === 0 && !isOn) return null;
  return (
    <Button
      variant="default"
      leftSection={isOn ? undefined : <IconAlertTriangleFilled size={14} className="warn" aria-hidden />}
      onClick={() => set({ filter: isOn ? undefined : NO_ADDRESS_FILTER })}
    >
      {isOn ? 'Show all clients' : `Show ${formatCount(count)} without address`}
    </Button>
  );
}

function OnlineClients({ recent, tools }: { readonly recent: boolean; readonly tools: ReactNode }) {
  const project = useProject();
  const list = useQuery(createQuery('clientList', { params: { projectId: project.id }, query: {} }));
  const network = useQuery(createQuery('networkConfigGet', { params: { projectId: project.id } })).data;
  const columns = useMemo(() => {
    const hasGateway = network?.scope.device !== undefined;
    const networks = hasGateway ? listInsideNetworks(network.config) : undefined;
    const names = networks && new Map(networks.map(({ id, name }) => [id, name] as const));
    return createClientColumns(project.timeZone, names);
  }, [project.timeZone, network]);
  const all = list.data?.items;
  const rows = useMemo(() => all?.filter(({ online }) => recent || online), [all, recent]);
  if (list.error && !all) return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <Page
      title="Client List"
      note={rows && formatCount(rows.length)}
      layout="fill"
      actions={<AddressFilter rows={rows ?? NO_ROWS} />}
      tools={tools}
    >
      <PanelGrid
        panelLabel="Client"
        renderTitle={(client) => (
          <>
            <ClientName client={client} />
            <div className="flex gap-10 regular text">
              <ClientState client={client} />
              <span className="mut">
                <Age at={client.lastSeenAt} timeZone={project.timeZone} verb="seen" />
              </span>
            </div>
          </>
        )}
        renderPanel={(client) => <ClientPanel client={client} />}
        openable={all}
        id="clients"
        label="Clients"
        noun="client"
        rows={rows}
        columns={columns}
        rowId={getRowId}
        rowName={getRowName}
        rowMark={getRowMark}
        defaultSort="name"
        empty={
          <EmptyNote icon={<IconDevices size={40} stroke={1.4} />} title="No clients right now">
            Phones, computers and cameras appear here within 5 s of joining the network, and stay listed for
            24 h after they disconnect.
          </EmptyNote>
        }
      />
    </Page>
  );
}

/** Editor for the name of a client. An empty name restores the name that the client reports. */
function ClientName({ client }: { readonly client: OnlineClient }) {
  const project = useProject();
  const rename = useMutation(createMutation('clientRename'));
  const save = async (name: string): Promise<string | undefined> => {
    const checked = clientName.safeParse(name);
    if (name !== '' && !checked.success) return checked.error.issues[0]?.message;
    try {
      await rename.mutateAsync({ params: { projectId: project.id, mac: client.mac }, body: { name } });
      await awaitRefetch();
      return undefined;
    } catch (error) {
      return (error instanceof ApiError && error.fields?.['name']) || toErrorSentence(error);
    }
  };
  return (
    <InlineEdit
      key={client.mac}
      value={client.name}
      label="Name"
      can={project.can.write}
      maxLength={CLIENT_NAME_MAX}
      onSave={save}
    />
  );
}
