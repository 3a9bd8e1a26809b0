import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { createDevice, createDeviceDetail, PAST } from '../testing/fixtures.ts';
import { refuse } from '../testing/refuse.ts';
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

it('states why nothing can be exported', async () => {
  await openConsole('/manage/alarminfo?project=7', { answers: { alarmList: { items: [] } } });
  const button = page.getByRole('button', { name: 'Export alarms' });
  await expect.element(button).toHaveAccessibleDescription('There are no alarms to export.');
});

it('names the port of an offline device, and offers to restart its power', async () => {
  const core = createDevice('NL-SW8P', 'Core');
  const uplink = { id: core.id, name: core.name };
  const ap = createDevice('NL-AP6C', 'Garden', { state: 0, uplink, port: 'p1' });
  const detail = createDeviceDetail(core);
  const ports = detail.ports.map((port) => (port.id === 'p1' ? { ...port, up: false, poeWatts: 0 } : port));
  const device = { id: ap.id, name: ap.name, mac: ap.mac, model: ap.model };
  const alarm = { id: '1', time: PAST, read: 0, severity: 'critical', kind: 'device-offline' } as const;
  const { sent } = await openConsole('/manage/alarminfo?project=7&open=1', {
    devices: [core, ap],
    answers: {
      alarmList: { items: [{ ...alarm, event: 'Garden is offline.', device }] },
      chartEvents: { items: [] },
      deviceGet: ({ params }) =>
        params.deviceId === core.id ? { ...detail, ports } : createDeviceDetail(ap),
      deviceCommand: refuse('deviceOffline'),
    },
  });
  await expect.element(page.getByRole('gridcell', { name: 'Offline.', exact: true })).toBeVisible();
  const panel = page.getByRole('complementary', { name: 'Alarm' });
  await expect.element(panel).toHaveTextContent('P1 of Core: link down, 0 W.');
  await panel.getByRole('button', { name: 'Power-cycle P1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Power-cycle P1' }).click();
  await expect
    .poll(() => sent.find(({ operation }) => operation === 'deviceCommand')?.body)
    .toEqual({ kind: 'poe-restart', deviceIds: [core.id], args: { ports: ['p1'] } });
});
