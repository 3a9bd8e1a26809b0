import type { OnlineClient } from '@northlight/contract';
import { SegmentedControl } from '@mantine/core';
import IconDevices from '@tabler/icons-react/dist/esm/icons/IconDevices.mjs';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCurrent, useProject } from '../app/current.tsx';
import { q } from '../kit/api/index.ts';
import { Age, formatCount } from '../kit/format/index.ts';
import { PanelGrid } from '../kit/grid/index.ts';
import { LoadFailed, Page } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { ClientPanel } from './ClientPanel.tsx';
import { ClientState } from './ClientState.tsx';
import { clientColumns } from './columns.tsx';
import classes from './clients.module.css';

const idOf = (client: OnlineClient) => client.mac;
const nameOf = (client: OnlineClient) => client.name || client.mac;

export function ClientsPage() {
  const project = useProject();
  const { session } = useCurrent();
  const { search, set } = useUrlState();
  const list = useQuery(q('clientList', { params: { projectId: project.id }, query: {} }));
  const columns = useMemo(() => clientColumns(project.timeZone), [project.timeZone]);
  const all = list.data?.items;
  const recent = search.tab === 'recent';
  const rows = useMemo(() => all?.filter(({ online }) => recent || online), [all, recent]);
  if (list.error && !all) return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <Page
      title="Client List"
      note={rows && formatCount(rows.length)}
      layout="fill"
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Which clients"
          value={recent ? 'recent' : 'online'}
          data={[
            { value: 'online', label: 'Online' },
            { value: 'recent', label: 'With those that left today' },
          ]}
          onChange={(value) => set({ tab: value === 'recent' ? 'recent' : undefined })}
        />
      }
    >
      <PanelGrid
        panelLabel="Client"
        renderTitle={(client) => (
          <>
            {nameOf(client)}
            <div className={classes['sub']}>
              <ClientState online={client.online} />
              <span className="mut">
                <Age at={client.lastSeenAt} timeZone={project.timeZone} verb="seen" />
              </span>
            </div>
          </>
        )}
        renderPanel={(client) => <ClientPanel client={client} />}
        openable={all}
        id="clients"
        account={session.account.id}
        label="Clients"
        noun="client"
        rows={rows}
        columns={columns}
        rowId={idOf}
        rowName={nameOf}
        defaultSort="name"
        empty={
          <EmptyNote icon={<IconDevices size={40} stroke={1.4} />} title="No clients right now">
            Phones, computers and cameras appear here within seconds of joining the network of an online
            device, and stay for a day after they left.
          </EmptyNote>
        }
      />
    </Page>
  );
}
