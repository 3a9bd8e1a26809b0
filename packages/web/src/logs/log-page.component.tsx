import type { LogRecord } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { createDeviceId, PAST } from '../testing/fixtures.ts';
import { openConsole } from '../testing/open-console.tsx';
import { answerPage, containsText, equalsText } from '../testing/paged-answers.ts';
import { findPanel, findRow } from '../testing/steps.ts';

const createRecord = (name: string, event: string): LogRecord => ({
  id: `${name} ${event}`,
  at: PAST,
  kind: 'device',
  severity: 'info',
  event,
  device: { id: createDeviceId(name), name },
});

/** Opens the log of a project; the returned function adds a record to it. */
async function openLog(search = '') {
  const records = [createRecord('Gateway', 'Online'), createRecord('Lobby', 'Online')];
  const console = await openConsole(`/manage/runlog?project=7${search}`, {
    answers: {
      auditList: { items: [] },
      logList: ({ query }) =>
        answerPage(
          records,
          query,
          ({ device, event, kind }) =>
            equalsText(query.kind, kind) &&
            equalsText(query.device, device?.name ?? '') &&
            containsText(query.search, event),
        ),
      logRetentionGet: { days: 90 },
    },
  });
  const add = (record: LogRecord): void => {
    records.unshift(record);
    console.publish({ resource: 'logs', projectId: 7 });
  };
  return { ...console, add };
}

it('shows device records, system records and operations', async () => {
  const { address } = await openLog('&filter=Device%20%3D%20Gateway');
  await expect.element(findRow('Gateway')).toHaveTextContent('Online');
  await expect.element(findRow('Lobby')).not.toBeInTheDocument();
  const views = page.getByRole('radiogroup', { name: 'Log views' });
  await views.getByText('System').click();
  await expect.element(page.getByText('No system records yet')).toBeVisible();
  await views.getByText('Operations').click();
  await expect.element(page.getByText('No changes yet')).toBeVisible();
  expect(new URLSearchParams(address().split('?')[1]).get('tab')).toBe('operation');
});

it('shows new records only while Follow is on', async () => {
  const { add, countStreams, publish, sent } = await openLog();
  const count = (operation: string) => sent.filter((request) => request.operation === operation).length;
  await expect.element(findRow('Lobby')).toBeVisible();
  await expect.poll(countStreams).toBe(1);
  add(createRecord('Cellar', 'Offline'));
  await expect.element(findRow('Cellar')).toBeVisible();
  const follow = page.getByRole('switch', { name: 'Follow' });
  const loads = count('logList');
  await follow.click({ force: true });
  // The list is read once more when it stops to follow.
  await expect.poll(() => count('logList')).toBe(loads + 1);
  const messages = count('messageList');
  add(createRecord('Terrace', 'Offline'));
  // Has a visible effect after the effects of the record.
  publish({ resource: 'messages' });
  await expect.poll(() => count('messageList')).toBeGreaterThan(messages);
  expect(count('logList')).toBe(loads + 1);
  await expect.element(findRow('Terrace')).not.toBeInTheDocument();
  await follow.click({ force: true });
  await expect.element(findRow('Terrace')).toBeVisible();
});

it('lists system records and operations', async () => {
  const { answer, open } = await openLog();
  answer({
    logList: {
      items: [{ id: '1', at: PAST, kind: 'system', severity: 'warning', event: 'Restart at 03:30' }],
    },
    auditList: {
      items: [
        {
          id: '1',
          at: PAST,
          actor: 'anna@example.com',
          network: '192.0.2.7',
          action: 'device.rename',
          object: 'device Lobby',
          before: 'Hall',
          after: 'Lobby',
          result: 'ok',
        },
      ],
    },
  });
  await open('/manage/runlog?project=7&tab=system');
  await expect.element(findRow('Restart at 03:30')).toBeVisible();
  await expectAccessible();
  await open('/manage/runlog?project=7&tab=operation');
  await expect.element(findRow('anna@example.com')).toBeVisible();
  await expectAccessible();
});

const DRAWN =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="480" height="270"><rect width="480" height="270" fill="teal"/></svg>';

it('shows the picture of an event, and nothing in place of one that cannot be loaded', async () => {
  const records = [
    { ...createRecord('Gate', 'Motion at the gate'), pictureUrl: DRAWN },
    { ...createRecord('Yard', 'Motion in the yard'), pictureUrl: 'data:image/jpeg,none' },
  ];
  const { open } = await openConsole('/manage/runlog?project=7', {
    answers: { auditList: { items: [] }, logList: { items: records }, logRetentionGet: { days: 90 } },
  });
  await findRow('Motion at the gate').click();
  await expect.element(page.getByRole('img', { name: 'Motion at the gate' })).toBeVisible();
  await expectAccessible();
  await open('/manage/runlog?project=7');
  await findRow('Motion in the yard').click();
  await expect.element(findPanel('Record')).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'Motion in the yard' })).not.toBeInTheDocument();
});
