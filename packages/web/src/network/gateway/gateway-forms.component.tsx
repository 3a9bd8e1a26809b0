import type { NetworkConfig } from '@northlight/contract';
import { it } from 'vitest';
import { createDevice, createSharedProject, forbidDevice, READ_ONLY } from '../../testing/fixtures.ts';
import { createNetworkAnswers } from '../../testing/network-answers.ts';
import { createVlan } from '../../testing/network-steps.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { expectReadableFields } from '../../testing/read-only.ts';
import { createSeriesAnswers } from '../../testing/series-answers.ts';

const GATEWAY = forbidDevice(createDevice('NL-GW5', 'GW-1'));
const CONFIG: NetworkConfig = {
  vlans: [createVlan(20, 'Guests')],
  dhcpPools: [
    {
      name: 'guests',
      vlanId: 20,
      start: '192.168.20.10',
      end: '192.168.20.99',
      dns: [],
      leaseMinutes: 120,
      reservations: [{ ip: '192.168.20.11', mac: '02:00:00:00:00:09', name: 'Printer' }],
    },
  ],
  wan: [
    {
      mode: 'pppoe',
      port: 'wan1',
      lines: [{ user: 'hotel@isp', passwordId: '6f1c7d52-3a0b-4c89-9d1e-27b4f0a8c365' }],
      dns: [],
    },
  ],
  staticRoutes: [{ name: 'branch', destination: '192.0.2.0', prefix: 24, nextHop: '192.168.20.5' }],
};

it('shows the settings of the gateway as text to a viewer with a read-only share', async () => {
  const { open } = await openConsole('/manage/networkconf/vlan?project=7&open=20', {
    project: createSharedProject(),
    devices: [GATEWAY],
    answers: {
      ...createNetworkAnswers({ devices: [GATEWAY], config: CONFIG, can: READ_ONLY }),
      ...createSeriesAnswers(),
    },
  });
  await expectReadableFields('VLAN', { 'VLAN ID': '20', 'Gateway IP': '192.168.20.1' });
  await open('/manage/networkconf/dhcp?project=7&open=guests');
  await expectReadableFields('DHCP pool', {
    'First address': '192.168.20.10',
    'Primary DNS': 'Gateway IP',
    '192.168.20.11': '02:00:00:00:00:09 Printer',
  });
  await open('/manage/networkconf/netset?project=7&open=wan1');
  await expectReadableFields('Port', {
    Connection: 'PPPoE',
    'User name': 'hotel@isp',
    Password: 'Set, hidden',
    'Primary DNS': 'From the ISP',
  });
  await open('/manage/networkconf/static?project=7&open=branch');
  await expectReadableFields('Static route', { 'Next hop': '192.168.20.5' });
});
