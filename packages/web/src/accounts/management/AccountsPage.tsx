import type { ManagedAccount } from '@northlight/contract';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { ButtonLink } from '../../app/app-link.tsx';
import { useCurrent } from '../../app/current.tsx';
import { NotFoundPage } from '../../app/NotFoundPage.tsx';
import { ApiError } from '../../kit/api/index.ts';
import { Age, formatTime } from '../../kit/format/index.ts';
import {
  choiceFilter,
  type GridColumn,
  PagedGrid,
  type ServerFilters,
  usePagedList,
} from '../../kit/grid/index.ts';
import { Page } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { AccountPanel } from './AccountPanel.tsx';
import { KIND_WORDS, kindWord, LEVEL_WORDS, levelWord, ROLE_WORDS, roleWord, stateWord } from './words.ts';

const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const NO_PAGE_HERE = 404;
const idOf = (account: ManagedAccount) => account.id;
const nameOf = (account: ManagedAccount) => account.account;

const COLUMNS: readonly GridColumn<ManagedAccount>[] = [
  { id: 'account', header: 'Account', width: 240, value: (account) => account.account },
  { id: 'name', header: 'Name', width: 150, value: (account) => account.nickname },
  { id: 'kind', header: 'Kind', width: 120, facet: Object.values(KIND_WORDS), value: kindWord },
  { id: 'role', header: 'Role', width: 150, facet: Object.values(ROLE_WORDS), value: roleWord },
  { id: 'level', header: 'Level', width: 130, facet: Object.values(LEVEL_WORDS), value: levelWord },
  { id: 'state', header: 'State', width: 100, facet: ['Enabled', 'Disabled'], value: stateWord },
  {
    id: 'factor',
    header: 'Second factor',
    width: 120,
    facet: ['On', 'Off'],
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

const FILTERS: ServerFilters = {
  kind: choiceFilter('kind', KIND_WORDS),
  role: choiceFilter('role', ROLE_WORDS),
  level: choiceFilter('level', LEVEL_WORDS),
  state: choiceFilter('disabled', { false: 'Enabled', true: 'Disabled' }),
  factor: choiceFilter('secondFactor', { true: 'On', false: 'Off' }),
};

/** The operator's page: every account by role and level, switched off and on. */
export function AccountsPage() {
  const { session } = useCurrent();
  const list = usePagedList(
    'accountList',
    { query: {} },
    { id: 'accounts', account: session.account.id, columns: COLUMNS, serverFilters: FILTERS },
  );
  if (list.error instanceof ApiError && list.error.status === NO_PAGE_HERE) return <NotFoundPage />;
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
      <PagedGrid
        list={list}
        order="account"
        moreLabel="Load more accounts"
        panelLabel="Account"
        renderTitle={nameOf}
        renderPanel={(account) => <AccountPanel key={account.id} account={account} />}
        label="Accounts"
        noun="account"
        rowId={idOf}
        rowName={nameOf}
        empty={<EmptyNote icon={<IconUsers size={40} stroke={1.4} />} title="No accounts" />}
      />
    </Page>
  );
}
