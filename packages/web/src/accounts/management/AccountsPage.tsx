import type { ManagedAccount } from '@northlight/contract';
import { Button } from '@mantine/core';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ButtonLink } from '../../app/app-link.tsx';
import { useCurrent } from '../../app/current.tsx';
import { NotFoundPage } from '../../app/NotFoundPage.tsx';
import { ApiError, call } from '../../kit/api/index.ts';
import { Age, formatTime } from '../../kit/format/index.ts';
import { type GridColumn, PanelGrid } from '../../kit/grid/index.ts';
import { LoadFailed, Page } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { AccountPanel } from './AccountPanel.tsx';
import { kindWord, levelWord, roleWord, stateWord } from './words.ts';

const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const PAGE = 100;
const NO_PAGE_HERE = 404;
const idOf = (account: ManagedAccount) => account.id;
const nameOf = (account: ManagedAccount) => account.account;

const COLUMNS: readonly GridColumn<ManagedAccount>[] = [
  { id: 'account', header: 'Account', width: 240, value: (account) => account.account },
  { id: 'name', header: 'Name', width: 150, value: (account) => account.nickname },
  { id: 'kind', header: 'Kind', width: 120, facet: true, value: kindWord },
  { id: 'role', header: 'Role', width: 150, facet: true, value: roleWord },
  { id: 'level', header: 'Level', width: 130, facet: true, value: levelWord },
  { id: 'state', header: 'State', width: 100, facet: true, value: stateWord },
  {
    id: 'factor',
    header: 'Second factor',
    width: 120,
    facet: true,
    value: (account) => (account.secondFactor ? 'On' : 'Off'),
  },
  {
    id: 'seen',
    header: 'Last seen',
    width: 120,
    value: (account) => account.lastSeenAt,
    cell: (account) =>
      account.lastSeenAt === undefined ? 'Never' : <Age at={account.lastSeenAt} timeZone={HERE} />,
  },
  {
    id: 'created',
    header: 'Created',
    width: 170,
    value: (account) => account.createdAt,
    text: (account) => formatTime(account.createdAt, HERE),
  },
];

/** The operator's page: every account by role and level, switched off and on. */
export function AccountsPage() {
  const { session } = useCurrent();
  const list = useInfiniteQuery({
    queryKey: ['accountList'],
    queryFn: ({ pageParam }) =>
      call('accountList', { query: { limit: PAGE, ...(pageParam !== undefined && { cursor: pageParam }) } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  });
  const accounts = useMemo(() => list.data?.pages.flatMap(({ items }) => items), [list.data]);
  if (list.error instanceof ApiError && list.error.status === NO_PAGE_HERE) return <NotFoundPage />;
  if (list.error && !accounts) return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <Page
      title="Accounts"
      layout="fill"
      actions={
        <ButtonLink to={PATHS.installationRecords} search={{}} variant="default">
          Audit
        </ButtonLink>
      }
    >
      <PanelGrid
        panelLabel="Account"
        renderTitle={nameOf}
        renderPanel={(account) => <AccountPanel key={account.id} account={account} />}
        id="accounts"
        account={session.account.id}
        label="Accounts"
        noun="account"
        rows={accounts}
        columns={COLUMNS}
        rowId={idOf}
        rowName={nameOf}
        defaultSort="account"
        empty={<EmptyNote icon={<IconUsers size={40} stroke={1.4} />} title="No accounts" />}
      />
      {list.hasNextPage && (
        <Button
          variant="default"
          mt={8}
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Load more accounts
        </Button>
      )}
    </Page>
  );
}
