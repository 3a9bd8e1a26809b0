import { ALARM_KIND_NAMES, type AlarmRules, getDefaultRule } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { ALLOWED } from '../testing/fixtures.ts';
import { openConsole } from '../testing/open-console.tsx';
import { findButton, findRow } from '../testing/steps.ts';

it('edits the threshold and the quiet hours of a rule by keyboard', async () => {
  let rules: AlarmRules = {
    version: 1,
    items: ALARM_KIND_NAMES.map((kind) => getDefaultRule(kind)),
    can: { change: ALLOWED },
  };
  const { sent } = await openConsole('/manage/alarminfo?project=7&tab=rules', {
    answers: {
      alarmRulesGet: () => rules,
      alarmRulesChange: ({ body }) => {
        const changed = new Map(body.rules.map((rule) => [rule.kind, rule] as const));
        const items = rules.items.map((rule) => changed.get(rule.kind) ?? rule);
        rules = { ...rules, version: rules.version + 1, items };
        return rules;
      },
    },
  });
  const edit = findButton('Edit High CPU load');
  await expect.element(edit).toBeVisible();
  (edit.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'High CPU load' });
  await dialog.getByLabelText('Threshold (%)').fill('101');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Enter a whole number from 1 to 100%.')).toBeVisible();
  await expectAccessible();
  await dialog.getByLabelText('Threshold (%)').fill('80');
  await dialog.getByLabelText('Quiet hours').click();
  await dialog.getByLabelText('From').fill('23:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(findRow('High CPU load')).toHaveTextContent('23:00–07:00 every day');
  await expect.element(findRow('High CPU load')).toHaveTextContent('80%');
  expect(sent.find(({ operation }) => operation === 'alarmRulesChange')?.body).toMatchObject({
    baseVersion: 1,
    rules: [{ kind: 'cpu-high', threshold: 80, quiet: { from: '23:00', until: '07:00' } }],
  });
});
