import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
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
