import { findCapabilities } from '@northlight/contract';
import type { Capabilities, ConfigPort, DeviceConfig } from '@northlight/contract/device-protocol';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { checkConfig } from '../device/check-config.ts';
import { EncodingRefused } from '../system/encode.ts';
import { hostileText } from '../testing/configurations.ts';
import { parseAddressTable } from './address-table.ts';
import { renderSwitch } from './layout.ts';
import { parseMeters, renderFlows, renderMeters } from './meters.ts';
import { SwitchClients } from './switch-clients.ts';
import { planSwitch } from './switch-plan.ts';
import type { SwitchRows } from './switch-rows.ts';
import { findFloodProblems } from './switch-verify.ts';

function caps(): Capabilities {
  const own = findCapabilities('NL-LSW');
  if (!own) throw new Error('no such model');
  return own;
}
const PORTS = { caps: caps(), management: { mode: 'dhcp', vlanId: 1 } } as const;
const port = (id: string, own: Partial<ConfigPort> = {}): ConfigPort => ({
  id,
  enabled: true,
  mode: 'access',
  pvid: 1,
  tagged: [],
  untagged: [],
  speedMbps: 0,
  duplex: 'auto',
  eee: false,
  ...own,
});
const config = (own: Partial<DeviceConfig> = {}): DeviceConfig => ({
  vlans: [10, 20].map((id) => ({ id, name: `V${id}`, ports: [] })),
  dhcpPools: [],
  ...own,
});
const layout = (own: Partial<DeviceConfig> = {}) => renderSwitch(config(own), PORTS);
const findPort = (own: Partial<DeviceConfig>, name: string) =>
  layout(own).ports.find((each) => each.name === name);

describe('the layout of a switch', () => {
  it('puts the uplink in all VLANs and the other ports in VLAN 1 by default', () => {
    expect(findPort({}, 'p1')).toMatchObject({ mode: 'access', tag: 1, trunks: [], edge: true });
    expect(findPort({}, 'u1')).toMatchObject({ mode: 'native-untagged', tag: 1, trunks: [1, 10, 20] });
    expect(layout().management).toEqual({ vlanId: 1, settings: { mode: 'dhcp', dns: [] } });
  });

  it('lists the untagged VLAN of a trunk port among the VLANs of the port', () => {
    const ports = [port('p1', { mode: 'trunk', pvid: 30, tagged: [20] })];
    expect(findPort({ ports }, 'p1')).toMatchObject({ tag: 30, trunks: [20, 30], edge: false });
  });

  it('reports that a second untagged VLAN is left out', () => {
    const { issues } = layout({ ports: [port('p1', { mode: 'hybrid', pvid: 10, untagged: [10, 20] })] });
    expect(issues.map(({ path }) => path)).toEqual(['ports.0.untagged']);
    expect(layout({ ports: [port('p1', { mode: 'hybrid', pvid: 10, untagged: [10] })] }).issues).toEqual([]);
  });

  it('gives an aggregation the VLANs of its first port', () => {
    const own = {
      ports: [port('p1', { pvid: 10 }), port('p2', { pvid: 20 })],
      lags: [{ id: 'lag1', mode: 'lacp' as const, ports: ['p1', 'p2'] }],
    };
    expect(findPort(own, 'lag1')).toMatchObject({
      members: ['p1', 'p2'],
      tag: 10,
      bond: 'lacp',
      edge: false,
    });
    expect(findPort(own, 'p1')).toBeUndefined();
    const { issues } = layout({ ...own, spanningTree: { enabled: true, priority: 4096 } });
    expect(issues.map(({ path }) => path)).toEqual(['lags.0']);
  });

  it.each<[string, Partial<DeviceConfig>]>([
    ['spanningTree.priority', { spanningTree: { enabled: true, priority: 5000 } }],
    ['lags.0.id', { lags: [{ id: 'p3', mode: 'lacp', ports: ['p1', 'p2'] }] }],
    ['lags.0.id', { lags: [{ id: 'a b', mode: 'lacp', ports: ['p1', 'p2'] }] }],
    ['ports.0.pvid', { ports: [port('p1', { pvid: 5000 })] }],
    ['ports.0.ingressKbps', { ports: [port('p1', { ingressKbps: 0.5 })] }],
    ['management.vlanId', { management: { mode: 'dhcp', vlanId: 0 } }],
    [
      'management.gateway',
      { management: { mode: 'static', vlanId: 1, ip: '10.0.0.2', prefix: 24, gateway: '10.0.1.1', dns: [] } },
    ],
  ])('rejects an invalid value at %s', (path, own) => {
    expect(() => layout(own)).toThrow(expect.objectContaining({ path }));
  });

  it('writes no text of a user into a transaction', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (name, id) => {
        const own = {
          vlans: [{ id: 10, name, ports: [name] }],
          ports: [port(id)],
          lags: [{ id, mode: 'static' as const, ports: ['p1', 'p2'] }],
        };
        try {
          const text = JSON.stringify(planSwitch(NOTHING, layout(own), { mac: MAC }));
          for (const literal of text.match(/"(?:[^"\\]|\\.)*"/g) ?? [])
            expect(literal).toMatch(/^"[A-Za-z0-9_:.=+-]*"$/);
        } catch (error) {
          expect(error).toBeInstanceOf(EncodingRefused);
        }
      }),
    );
  });
});

const MAC = '02:00:00:00:00:01';
const NOTHING: SwitchRows = { bridge: undefined, ports: [], interfaces: [], maxRates: new Map() };
const row = (name: string, index: number) => ({
  uuid: `port-${name}`,
  name,
  tag: undefined,
  trunks: [],
  mode: undefined,
  qos: name === 'p1' ? 'qos-1' : undefined,
  interfaces: [`interface-${name}`],
  rstpState: undefined,
  index,
});
const NAMES = ['br-nl', 'nlmgmt', 'p1'];
const there = (rstp: boolean): SwitchRows => ({
  bridge: { uuid: 'bridge-1', rstp },
  ports: NAMES.map(row),
  interfaces: NAMES.map((name, ofport) => ({ uuid: `interface-${name}`, name, ofport, error: undefined })),
  maxRates: new Map([['qos-1', '5000000']]),
});

describe('the plan of a switch', () => {
  it('inserts one bridge and all ports in one transaction', () => {
    const plan = planSwitch(NOTHING, layout(), { mac: MAC });
    expect(plan).toHaveLength(1);
    const inserted = plan[0]?.filter(({ op }) => op === 'insert').map(({ table }) => table);
    expect(inserted?.filter((table) => table === 'Bridge')).toHaveLength(1);
    expect(inserted?.filter((table) => table === 'Port')).toHaveLength(PORTS.caps.ports.length + 2);
  });

  it('removes and re-adds every port in two transactions when spanning tree is switched off', () => {
    const plan = planSwitch(there(true), layout(), { mac: MAC });
    expect(plan).toHaveLength(2);
    expect(plan[0]?.[0]).toMatchObject({
      table: 'Bridge',
      row: { rstp_enable: false, ports: ['set', [['uuid', 'port-br-nl']]] },
    });
    const again = plan[1]?.filter(({ op, table }) => op === 'insert' && table === 'Port');
    expect(JSON.stringify(again)).toContain('"p1"');
    expect(planSwitch(there(false), layout(), { mac: MAC })).toHaveLength(1);
    const on = layout({ spanningTree: { enabled: true, priority: 4096 } });
    expect(planSwitch(there(true), on, { mac: MAC })).toHaveLength(1);
  });

  it('keeps a queue with the same rate, and creates a new queue for another rate', () => {
    const rate = (egressKbps: number) =>
      JSON.stringify(planSwitch(there(false), layout({ ports: [port('p1', { egressKbps })] }), { mac: MAC }));
    expect(rate(5_000)).toContain('["uuid","qos-1"]');
    expect(rate(5_000)).not.toContain('linux-htb');
    expect(rate(6_000)).toContain('"max-rate","6000000"');
  });

  it('limits the received traffic of a port by the meter with its number', () => {
    const { physical } = layout({ ports: [port('p2', { ingressKbps: 10_000 })] });
    expect(renderFlows(physical)).toBe(
      'priority=100,in_port=2,actions=meter:2,normal\npriority=0,actions=normal\n',
    );
    expect([...renderMeters(physical).values()]).toEqual([
      'meter=2,kbps,burst,stats,band=type=drop,rate=10000,burst_size=1000',
    ]);
    expect(
      parseMeters('OFPST_METER_CONFIG reply (OF1.3) (xid=0x2):\nmeter=2 kbps burst stats bands=\n'),
    ).toEqual([2]);
  });
});

test('names the ports that broadcasts do not reach', async () => {
  const up = new Set(['p1', 'p2', 'p3']);
  const rows = { ...there(false), interfaces: [{ uuid: 'x', name: 'p1', ofport: 1, error: undefined }] };
  const flows: string[] = [];
  const look = (actions: string) =>
    findFloodProblems(layout(), rows, up, {
      trace: (flow) => {
        flows.push(flow);
        return Promise.resolve(`bridge("br-nl")\n\nDatapath actions: ${actions}\n`);
      },
      datapath: () =>
        Promise.resolve(
          'netdev@ovs-netdev: hit:1 missed:2\n  br-nl:\n    br-nl 65534/1: (tap)\n    p1 1/2: (system)\n    p2 2/3: (system)\n    p3 3/4: (system)\n',
        ),
    });
  expect(await look('3,push_vlan(vid=3,pcp=4),4')).toEqual([]);
  expect(await look('push_vlan(vid=3,pcp=4),4')).toEqual(['A broadcast does not reach port p2.']);
  expect(await look('drop')).toHaveLength(2);
  expect(flows[0]).toMatch(/^in_port=1,dl_src=/);
});

test('maps the addresses of clients, without those behind the uplink, to ports or aggregations', async () => {
  const rows: SwitchRows = {
    ...there(false),
    ports: [{ ...row('lag1', 0), interfaces: ['interface-p1'] }, row('u1', 1)],
    interfaces: [
      { uuid: 'interface-p1', name: 'p1', ofport: 1, error: undefined },
      { uuid: 'interface-u1', name: 'u1', ofport: 9, error: undefined },
    ],
  };
  const text = ` port  VLAN  MAC                Age\n    1    10  aa:bb:cc:dd:ee:01    1\n    9    10  aa:bb:cc:dd:ee:02    0\nLOCAL     0  aa:bb:cc:dd:ee:03    0\n`;
  const learned = parseAddressTable(text, rows);
  expect(learned).toEqual([
    { port: 'lag1', mac: 'aa:bb:cc:dd:ee:01', vlan: 10 },
    { port: 'u1', mac: 'aa:bb:cc:dd:ee:02', vlan: 10 },
  ]);
  const clients = new SwitchClients({
    learned: () => Promise.resolve(learned),
    isInfrastructurePort: (name) => name === 'u1',
    isOwn: () => false,
  });
  expect(await clients.list(new Map([['aa:bb:cc:dd:ee:01', 5]]), 9)).toEqual([
    { mac: 'aa:bb:cc:dd:ee:01', port: 'lag1', vlan: 10, since: 5 },
  ]);
});

test.each<[string, Partial<DeviceConfig>, string[]]>([
  ['rejected', { ports: [port('p1'), port('p1')] }, ['ports.1.id']],
  ['partial', { ports: [port('p1', { speedMbps: 2500 }), port('x9')] }, ['ports.0.speedMbps', 'ports.1']],
  [
    'rejected',
    {
      lags: [
        { id: 'a', mode: 'lacp', ports: ['p1', 'p2'] },
        { id: 'b', mode: 'lacp', ports: ['p2', 'x9'] },
      ],
    },
    ['lags.1.ports.0', 'lags.1.ports.1'],
  ],
  ['rejected', { mirror: { sources: [{ port: 'p1', direction: 'in' }], target: 'p1' } }, ['mirror.target']],
  ['partial', { wan: [{ port: 'wan0', mode: 'dhcp', dns: [] }], portMappings: [] }, ['wan']],
])('a configuration with invalid or unsupported parts is %s (case %#)', (status, own, paths) => {
  const outcome = checkConfig(config(own), caps());
  expect(outcome.issues.map(({ path }) => path)).toEqual(paths);
  expect(outcome.status).toBe(status);
});
