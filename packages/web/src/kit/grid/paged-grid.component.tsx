import {
  ACCOUNT_KINDS,
  ACCOUNT_ROLES,
  type Alarm,
  type AlarmDelivery,
  type AuditRecord,
  type HistoryEntry,
  type LogRecord,
  type ManagedAccount,
} from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Answers } from '../../testing/answers.ts';
import { createDeviceId, createProject, PAST } from '../../testing/fixtures.ts';
import { createNetworkAnswers } from '../../testing/network-answers.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answerPage, containsText, equalsText } from '../../testing/paged-answers.ts';
import { findRow } from '../../testing/steps.ts';

/** Number of rows, more than two pages of each list; the last row differs from all others. */
const ROWS = 230;
const LAST = ROWS - 1;
const ANN = 'ann@example.com';
const BOB = 'bob@example.com';

const buildRows = <T,>(build: (index: number, isLast: boolean) => T): readonly T[] =>
  Array.from({ length: ROWS }, (_, index) => build(index, index === LAST));
const createId = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const createDeviceOf = (name: string) => ({ id: createDeviceId(name), name, mac: '', model: 'NL-AP6C' });

const RECORDS = buildRows<AuditRecord>((index, isLast) => ({
  id: createId(index),
  at: PAST,
  actor: isLast ? ANN : BOB,
  action: isLast ? 'device.rename' : 'project.change',
  object: `Object ${index}`,
  result: 'ok',
}));
const DELIVERIES = buildRows<AlarmDelivery>((index, isLast) => ({
  id: createId(index),
  target: isLast ? ANN : BOB,
  moment: 'begin',
  subject: `Notification ${index}`,
  state: isLast ? 'failed' : 'delivered',
  attempts: 1,
  createdAt: PAST,
  endedAt: PAST,
}));
const VERSIONS = buildRows<HistoryEntry>((index, isLast) => ({
  version: ROWS - index,
  title: `Apply VLAN ${index + 100}`,
  changedBy: isLast ? ANN : BOB,
  changedAt: PAST,
  changes: [],
  changeCount: 0,
}));
const ACCOUNTS = buildRows<ManagedAccount>((index, isLast) => ({
  id: createId(index),
  account: `person-${index}@example.com`,
  nickname: isLast ? 'Zoe' : 'Guest',
  role: isLast ? ACCOUNT_ROLES.engineer : ACCOUNT_ROLES.normal,
  kind: ACCOUNT_KINDS.guest,
  level: 0,
  label: '',
  disabled: false,
  secondFactor: false,
  createdAt: PAST,
}));
const ALARMS = buildRows<Alarm>((index, isLast) => ({
  id: createId(index),
  time: PAST,
  kind: 'device-event',
  severity: 'warning',
  event: `Event ${index}`,
  device: createDeviceOf(isLast ? 'Cellar' : 'Lobby'),
  read: 0,
}));
const LOG = buildRows<LogRecord>((index, isLast) => ({
  id: createId(index),
  at: PAST,
  kind: 'device',
  severity: 'info',
  event: `Event ${index}`,
  device: createDeviceOf(isLast ? 'Cellar' : 'Lobby'),
}));

/** Answers of all lists, filtered like the server does. */
const ANSWERS: Answers = {
  ...createNetworkAnswers({ version: ROWS }),
  auditList: ({ query }) =>
    answerPage(
      RECORDS,
      query,
      ({ action, actor, object }) =>
        containsText(query.search, actor, action, object) &&
        equalsText(query.actor, actor) &&
        equalsText(query.action, action),
    ),
  alarmDeliveryList: ({ query }) =>
    answerPage(
      DELIVERIES,
      query,
      ({ state, subject, target }) =>
        containsText(query.search, target, subject) && equalsText(query.state, state),
    ),
  networkHistoryList: ({ query }) =>
    answerPage(
      VERSIONS,
      query,
      ({ changedBy, title }) =>
        containsText(query.search, title, changedBy) && equalsText(query.changedBy, changedBy),
      String,
    ),
  accountList: ({ query }) =>
    answerPage(
      ACCOUNTS,
      query,
      ({ account, nickname, role }) =>
        containsText(query.search, account, nickname) && role === (query.role ?? role),
    ),
  alarmList: ({ query }) =>
    answerPage(
      ALARMS,
      query,
      ({ device, event }) =>
        containsText(query.search, event, device?.name ?? '') && equalsText(query.device, device?.name ?? ''),
    ),
  logList: ({ query }) =>
    answerPage(
      LOG,
      query,
      ({ device, event }) =>
        containsText(query.search, event, device?.name ?? '') && equalsText(query.device, device?.name ?? ''),
    ),
  logRetentionGet: { days: 90 },
};

const LISTS = [
  {
    name: 'operations',
    path: '/manage/runlog?project=7&tab=operation',
    filters: [`Actor = ${ANN}`, 'Operation = Rename device', `Object ${LAST}`],
    first: 'Object 0',
    last: ANN,
  },
  {
    name: 'alarm deliveries',
    path: '/manage/alarminfo?project=7&tab=deliveries',
    filters: ['Result = Failed', ANN, `Notification ${LAST}`],
    first: 'Notification 0',
    last: `Notification ${LAST}`,
  },
  {
    name: 'configuration history',
    path: '/manage/networkconf/history?project=7',
    filters: [`Author = ${ANN}`, `VLAN ${LAST + 100}`],
    first: 'Apply VLAN 100',
    last: `Apply VLAN ${LAST + 100}`,
  },
  {
    name: 'accounts',
    path: '/accounts',
    filters: ['Role = Engineer', 'zoe'],
    first: 'person-0@example.com',
    last: 'Zoe',
  },
  {
    name: 'alarms',
    path: '/manage/alarminfo?project=7',
    filters: ['Device = Cellar', `event ${LAST}`],
    first: 'Event 0',
    last: `Event ${LAST}`,
  },
  {
    name: 'device log',
    path: '/manage/runlog?project=7',
    filters: ['Device = Cellar', `event ${LAST}`],
    first: 'Event 0',
    last: `Event ${LAST}`,
  },
] as const;

const openList = (path: string) =>
  openConsole(path, {
    project: createProject({ openAlarms: ROWS, unreadAlarms: ROWS }),
    answers: ANSWERS,
  });

const filterField = page.getByLabelText('Filter', { exact: true });
const loadButton = page.getByRole('button', { name: /^Load / });
/** The number of rows that match a filter, if there is one. */
const onlyRow = page.getByText(/^1 [a-z]+$/);

async function filterBy(filter: string): Promise<void> {
  await filterField.fill(filter);
  await userEvent.keyboard('{Enter}');
}

describe.each(LISTS)('the list of $name', ({ filters, first, last, path }) => {
  it('finds rows that are not loaded yet', async () => {
    const { address } = await openList(path);
    await expect.element(loadButton).toBeVisible();
    await expect.element(findRow(last)).not.toBeInTheDocument();
    // Searches while the text is typed; only a text that is entered becomes a part of the address.
    await filterField.fill(filters.at(-1) ?? '');
    await expect.element(findRow(last)).toBeVisible();
    await expect.element(onlyRow).toBeVisible();
    expect(address()).not.toContain('filter=');
    await filterField.fill('');
    await expect.element(loadButton).toBeVisible();
    for (const filter of filters) {
      await filterBy(filter);
      await expect.element(findRow(last)).toBeVisible();
      await expect.element(onlyRow).toBeVisible();
      await page.getByRole('button', { name: `Remove ${filter}`, exact: true }).click();
    }
  });

  it('reports no match when the server found none', async () => {
    await openList(path);
    await filterBy('no such text anywhere');
    await expect.element(page.getByText(/^No [a-z]+ matches the filter$/)).toBeVisible();
  });

  it('shows rows in the order of the server and offers no sorting', async () => {
    await openList(path);
    await expect.element(page.getByRole('columnheader').first()).toBeVisible();
    await expect.element(page.getByRole('row').nth(1)).toHaveTextContent(first);
    await expect.element(page.getByRole('columnheader').getByRole('button')).not.toBeInTheDocument();
  });

  it('loads the chosen number of rows and remembers the choice', async () => {
    const { reload } = await openList(path);
    await page.getByRole('combobox', { name: 'Items/page' }).selectOptions('20');
    await expect.element(page.getByText(/^20 [a-z]+ loaded/)).toBeVisible();
    await loadButton.click();
    await expect.element(page.getByText(/^40 [a-z]+ loaded/)).toBeVisible();
    await reload();
    await expect.element(page.getByText(/^20 [a-z]+ loaded/)).toBeVisible();
  });
});
