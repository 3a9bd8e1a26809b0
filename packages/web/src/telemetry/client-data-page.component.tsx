import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../testing/open-console.tsx';
import { createSeriesAnswers } from '../testing/series-answers.ts';

it('explains why charts are empty and when data appears', async () => {
  await openConsole('/manage/onlinestat?project=7', {
    answers: createSeriesAnswers({ figure: () => null }),
  });
  const clients = page.getByRole('region', { name: 'Clients', exact: true });
  await expect.element(clients.getByRole('heading', { name: 'No data in this period' })).toBeVisible();
  await expect
    .element(clients.getByText('Data appears within 1 min after the first client joins.'))
    .toBeVisible();
});
