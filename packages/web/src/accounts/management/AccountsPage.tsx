import type { ManagedAccount } from '@northlight/contract';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { lazy, Suspense } from 'react';
import { ButtonLink } from '../../app/app-link.tsx';
import { NotFoundPage } from '../../app/NotFoundPage.tsx';
import { ApiError } from '../../kit/api/index.ts';
import { Age } from '../../kit/format/index.ts';
import {
  createChoiceFilter,
  createTimeColumn,
  type GridColumn,
  PagedGrid,
  type ServerFilters,
  usePagedList,
} from '../../kit/grid/index.ts';
import { Page } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import {
  KIND_LABELS,
  formatKindLabel,
  LEVEL_LABELS,
  formatLevelLabel,
  ROLE_LABELS,
  formatRoleLabel,
  formatStateLabel,
} from './labels.ts';

const AccountPanel = lazy(async () => ({ default: (await import('./AccountPanel.tsx')).AccountPanel }));
const BROWSER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const NOT_FOUND = 404;
const getRowId = (account: ManagedAccount) => account.id;
const getRowName = (account: ManagedAccount) => account.account;

const COLUMNS: readonly GridColumn<ManagedAccount>[] = [
  { id: 'account', header: 'Account', card: 'title', width: 240, value: (account) => account.account },
  { id: 'name', header: 'Name', width: 150, value: (account) => account.nickname },
  { id: 'kind', header: 'Type', width: 120, facet: Object.values(KIND_LABELS), value: formatKindLabel },
  {
    id: 'role',
    header: 'Role',
    card: 'detail',
    width: 150,
    facet: Object.values(ROLE_LABELS),
    value: formatRoleLabel,
  },
  { id: 'level', header: 'Level', width: 130, facet: Object.values(LEVEL_LABELS), value: formatLevelLabel },
  {
    id: 'state',
    header: 'State',
    card: 'state',
    width: 100,
    facet: ['Enabled', 'Disabled'],
    value: formatStateLabel,
  },
  {
    id: 'factor',
    header: 'Two-factor',
    width: 120,
    facet: ['On', 'Off'],
    value: (account) => (account.secondFactor ? 'On' : 'Off'),
  },
  {
    id: 'seen',
    header: 'Last seen',
    card: 'detail',
    width: 120,
    value: (account) => account.lastSeenAt,
    cell: (account) =>
      account.lastSeenAt === undefined ? (
        'Never'
      ) : (
        <Age at={account.lastSeenAt} timeZone={BROWSER_TIME_ZONE} />
      ),
  },
  createTimeColumn(BROWSER_TIME_ZONE, {
    id: 'created',
    header: 'Created',
    width: 170,
    at: (account) => account.createdAt,
  }),
];

const FILTERS: ServerFilters = {
  kind: createChoiceFilter('kind', KIND_LABELS),
  role: createChoiceFilter('role', ROLE_LABELS),
  level: createChoiceFilter('level', LEVEL_LABELS),
  state: createChoiceFilter('disabled', { false: 'Enabled', true: 'Disabled' }),
  factor: createChoiceFilter('secondFactor', { true: 'On', false: 'Off' }),
};

export function AccountsPage() {
  const list = usePagedList(
    'accountList',
    { query: {} },
    { id: 'accounts', columns: COLUMNS, serverFilters: FILTERS },
  );
  if (list.error instanceof ApiError && list.error.status === NOT_FOUND) return <NotFoundPage />;
  return (
    <Page
      title="Accounts"
      layout="fill"
      actions={
        <ButtonLink to={PATHS.installationRecords} search={{}} variant="default">
          Audit log
        </ButtonLink>
      }
    >
      <PagedGrid
        list={list}
        order="account"
        moreLabel="Load more accounts"
        panelLabel="Account"
        renderTitle={getRowName}
        renderPanel={(account) => (
          <Suspense>
            <AccountPanel key={account.id} account={account} />
          </Suspense>
        )}
        label="Accounts"
        noun="account"
        rowId={getRowId}
        rowName={getRowName}
        empty={
          <EmptyNote icon={<IconUsers size={40} stroke={1.4} />} title="No accounts yet">
            Accounts appear here after people sign up.
          </EmptyNote>
        }
      />
    </Page>
  );
}
