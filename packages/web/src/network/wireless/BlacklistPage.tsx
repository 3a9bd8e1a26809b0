import { BLACKLIST_LIMIT, type BlacklistEntry, type NetworkConfig } from '@northlight/contract';
import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs';
import { lazy, type ReactNode } from 'react';
import type { GridColumn } from '../../kit/grid/index.ts';
import { NetworkFrame } from '../NetworkFrame.tsx';
import { StagedListPage } from '../StagedListPage.tsx';
import { useNetworkDraft } from '../../draft/index.ts';
import { getWireless } from './staged-wireless.ts';

const BlacklistForm = lazy(async () => ({ default: (await import('./BlacklistForm.tsx')).BlacklistForm }));
const getRowId = ({ mac }: BlacklistEntry) => mac;
const getList = () => 'wireless.blacklist' as const;
const listBlocked = (config: NetworkConfig) => getWireless(config).blacklist;
const COLUMNS: readonly GridColumn<BlacklistEntry>[] = [
  { id: 'mac', header: 'MAC', card: 'title', width: 170, mono: true, value: ({ mac }) => mac },
  { id: 'remark', header: 'Remark', card: 'detail', width: 260, value: ({ remark }) => remark },
];

/**
 * Lists clients that cannot join any Wi-Fi network of the project. The list is a part of the network draft.
 */
export function BlacklistPage({ tools }: { readonly tools: ReactNode }) {
  return (
    <NetworkFrame>
      <Blacklist tools={tools} />
    </NetworkFrame>
  );
}

function Blacklist({ tools }: { readonly tools: ReactNode }) {
  const { config } = useNetworkDraft();
  const { blacklist } = getWireless(config);
  return (
    <StagedListPage
      title="Client List"
      gridId="blacklist"
      noun="blocked client"
      note={`${blacklist.length} of ${BLACKLIST_LIMIT} blocked`}
      tools={tools}
      rowsOf={listBlocked}
      listOf={getList}
      limit={BLACKLIST_LIMIT}
      columns={COLUMNS}
      idOf={getRowId}
      defaultSort="mac"
      icon={<IconBan size={40} stroke={1.4} />}
      explanation="Blocked clients cannot join any Wi-Fi network of the project. The list takes effect when you apply the draft."
      form={BlacklistForm}
    />
  );
}
