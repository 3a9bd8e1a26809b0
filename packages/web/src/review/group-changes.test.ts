import { describeChanges, type NetworkConfig } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { groupChanges } from './group-changes.ts';

const vlan = (id: number, name: string) => ({ id, name, ip: `10.0.${id}.1`, prefix: 24, ports: [] });
const config = (...vlans: NetworkConfig['vlans']): NetworkConfig => ({ vlans, dhcpPools: [] });

describe('changes of a review', () => {
  it('are grouped by item, new and removed items field by field', () => {
    const changes = describeChanges(
      config(vlan(10, 'a'), vlan(20, 'b')),
      config(vlan(20, 'c'), vlan(30, 'd')),
    );
    expect(groupChanges(changes)).toEqual([
      expect.objectContaining({ path: ['vlans', '10'], title: 'VLAN 10', kind: 'removed' }),
      {
        path: ['vlans', '20'],
        title: 'VLAN 20',
        kind: 'changed',
        fields: [{ label: 'name', now: 'b', after: 'c' }],
      },
      {
        path: ['vlans', '30'],
        title: 'VLAN 30',
        kind: 'new',
        fields: [
          { label: 'name', now: undefined, after: 'd' },
          { label: 'address', now: undefined, after: '10.0.30.1/24' },
          { label: 'untagged ports', now: undefined, after: 'none' },
          { label: 'tagged ports', now: undefined, after: 'none' },
        ],
      },
    ]);
  });

  it('are one group without a title if they concern the whole device', () => {
    const line = (field: string) => ({
      path: [field],
      item: '',
      label: field,
      setting: field,
      now: '1',
      after: '2',
    });
    expect(groupChanges([line('EEE'), line('LACP')])).toMatchObject([
      { title: '', fields: [{ label: 'EEE' }, { label: 'LACP' }] },
    ]);
  });
});
