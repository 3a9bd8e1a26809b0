import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { PAST } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { refuse } from '../../testing/refuse.ts';
import { findButton } from '../../testing/steps.ts';

it('lists trusted authorities, and shows why a text is not a certificate', async () => {
  const reason = 'The text is not a certificate in PEM format.';
  await openConsole('/cloud-code', {
    answers: {
      cloudCodeGet: { cloudCode: '79G94W7Y', qrText: '79G94W7Y' },
      authorityList: {
        items: [
          {
            id: '0190b5a0-0000-7000-8000-000000000001',
            name: 'Harbour access points',
            fingerprint: 'a1b2c3d4'.repeat(8),
            notAfter: PAST,
            addedAt: PAST,
            devices: 1,
            lastRefusal: { at: PAST, device: '02:4e:53:00:00:01', reason: 'the certificate has expired' },
          },
        ],
      },
      authorityAdd: refuse('invalidParameters', { pem: reason }),
    },
  });
  await expect.element(page.getByText('1 device · until', { exact: false })).toBeVisible();
  await expectAccessible();
  await findButton('Add authority').click();
  const dialog = page.getByRole('dialog', { name: 'Add authority' });
  await dialog.getByLabelText('Certificate').fill('hello');
  await dialog.getByRole('button', { name: 'Add authority' }).click();
  await expect.element(dialog.getByText(reason)).toBeVisible();
  await expectAccessible();
});
