import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { PAST } from '../testing/fixtures.ts';
import { openConsole } from '../testing/open-console.tsx';

it('asks the server for the filtered alarms, and suggests values that no loaded alarm has', async () => {
  const severities = new Set<string | undefined>();
  await openConsole('/manage/alarminfo?project=7&filter=Severity%20%3D%20Critical', {
    answers: {
      alarmList: ({ query }) => {
        severities.add(query.severity);
        return { items: [] };
      },
    },
  });
  await expect.element(page.getByText('No alarm matches the filter')).toBeVisible();
  expect(severities).toEqual(new Set(['critical']));
  await page.getByLabelText('Filter', { exact: true }).fill('Severity = ');
  await expect.element(page.getByRole('option', { name: 'Severity = Info' })).toBeVisible();
});

it('lists the deliveries of notifications with their results', async () => {
  const delivery = { target: 'anna@example.com', subject: 'Lobby is offline.', createdAt: PAST } as const;
  await openConsole('/manage/alarminfo?project=7&tab=deliveries&open=2', {
    answers: {
      alarmDeliveryList: {
        items: [
          { ...delivery, id: '1', moment: 'begin', state: 'delivered', attempts: 1 },
          {
            ...delivery,
            id: '2',
            moment: 'end',
            state: 'failed',
            attempts: 3,
            status: 500,
            detail: 'No answer.',
          },
        ],
      },
    },
  });
  await expect.element(page.getByRole('complementary').getByText('Last error')).toBeVisible();
  await expectAccessible();
});
