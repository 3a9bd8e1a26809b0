import { findCapabilities } from '@northlight/contract';
import type { DeviceConfig } from '@northlight/contract/device-protocol';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { EncodingRefused } from '../system/encode.ts';
import { NO_INTERFACES, type PresentInterfaces, planGateway, type PlanContext } from './plan.ts';
import { type GatewayPorts, renderGateway } from './render.ts';
import { planRoutes } from './static-routes.ts';
import { hostileText, validGatewayConfig } from '../testing/configurations.ts';

const PORTS: GatewayPorts = {
  wan: ['wan0'],
  lan: ['lan1', 'lan2'],
  leaseFile: '/var/lib/northlight/dhcp/leases',
  hostsDir: '/var/lib/northlight/dhcp/hosts',
  resolvFile: () => '/var/lib/northlight/wan/resolv.conf',
  tagging: true,
};
const CONFIG: DeviceConfig = {
  vlans: [
    { id: 10, name: 'Guests', ip: '192.168.10.1', prefix: 24, ports: ['lan1'] },
    { id: 20, name: 'Staff', ip: '192.168.20.1', prefix: 25, ports: ['lan2', 'lan9'] },
  ],
  dhcpPools: [
    {
      name: 'guests',
      vlanId: 10,
      start: '192.168.10.100',
      end: '192.168.10.200',
      mask: '255.255.255.0',
      gateway: '192.168.10.1',
      dns: ['192.168.10.1', '1.1.1.1'],
      leaseMinutes: 30,
    },
    {
      name: 'staff',
      vlanId: 20,
      start: '192.168.20.10',
      end: '192.168.20.20',
      mask: '255.255.255.128',
      gateway: '192.168.20.1',
      dns: [],
      leaseMinutes: 1440,
    },
  ],
};
const EMPTY: DeviceConfig = { vlans: [], dhcpPools: [] };

describe('rendering of a gateway configuration', () => {
  it('renders the configuration of dnsmasq', () => {
    expect(renderGateway(CONFIG, PORTS).dnsmasq).toMatchInlineSnapshot(`
      "user=root
      no-hosts
      bind-interfaces
      except-interface=lo
      interface=vlan10
      interface=vlan20
      dhcp-authoritative
      no-ping
      dhcp-lease-max=16384
      dhcp-leasefile=/var/lib/northlight/dhcp/leases
      dhcp-hostsdir=/var/lib/northlight/dhcp/hosts
      dhcp-range=set:v10,192.168.10.100,192.168.10.200,255.255.255.0,30m
      dhcp-option=tag:v10,option:router,192.168.10.1
      dhcp-option=tag:v10,option:dns-server,192.168.10.1,1.1.1.1
      dhcp-range=set:v20,192.168.20.10,192.168.20.20,255.255.255.128,1440m
      dhcp-option=tag:v20,option:router,192.168.20.1
      dhcp-option=tag:v20,option:dns-server,192.168.20.1
      "
    `);
  });

  it('omits ports that the gateway does not have from a VLAN', () => {
    expect(renderGateway(CONFIG, PORTS).segments).toEqual([
      { vlanId: 10, device: 'vlan10', ip: '192.168.10.1', prefix: 24, ports: ['lan1'], taggedPorts: [] },
      { vlanId: 20, device: 'vlan20', ip: '192.168.20.1', prefix: 25, ports: ['lan2'], taggedPorts: [] },
    ]);
  });

  it('allows a VLAN to reach the internet only', () => {
    const { nftables } = renderGateway({ vlans: CONFIG.vlans.slice(0, 1), dhcpPools: [] }, PORTS).nft;
    expect(nftables.map((command) => JSON.stringify(command).replaceAll('"', "'"))).toMatchInlineSnapshot(`
      [
        "{'add':{'table':{'family':'inet','name':'northlight'}}}",
        "{'delete':{'table':{'family':'inet','name':'northlight'}}}",
        "{'add':{'table':{'family':'inet','name':'northlight'}}}",
        "{'add':{'set':{'family':'inet','table':'northlight','name':'vlan_networks','type':'ipv4_addr','flags':['interval'],'elem':[{'prefix':{'addr':'192.168.10.0','len':24}}]}}}",
        "{'add':{'set':{'family':'inet','table':'northlight','name':'vlan_addresses','type':'ipv4_addr','elem':['192.168.10.1']}}}",
        "{'add':{'map':{'family':'inet','table':'northlight','name':'tcp_hosts','type':'inet_service','map':'ipv4_addr'}}}",
        "{'add':{'map':{'family':'inet','table':'northlight','name':'tcp_ports','type':'inet_service','map':'inet_service'}}}",
        "{'add':{'map':{'family':'inet','table':'northlight','name':'udp_hosts','type':'inet_service','map':'ipv4_addr'}}}",
        "{'add':{'map':{'family':'inet','table':'northlight','name':'udp_ports','type':'inet_service','map':'inet_service'}}}",
        "{'add':{'chain':{'family':'inet','table':'northlight','name':'input','type':'filter','hook':'input','prio':0,'policy':'drop'}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight','chain':'input','expr':[{'match':{'op':'in','left':{'ct':{'key':'state'}},'right':['established','related']}},{'accept':null}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight','chain':'input','expr':[{'match':{'op':'==','left':{'meta':{'key':'iifname'}},'right':'lo'}},{'accept':null}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight','chain':'input','expr':[{'match':{'op':'==','left':{'meta':{'key':'iifname'}},'right':'wan0'}},{'match':{'op':'==','left':{'payload':{'protocol':'icmp','field':'type'}},'right':'echo-request'}},{'accept':null}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight','chain':'input','expr':[{'match':{'op':'==','left':{'meta':{'key':'iifname'}},'right':'vlan10'}},{'match':{'op':'==','left':{'payload':{'protocol':'udp','field':'dport'}},'right':67}},{'accept':null}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight','chain':'input','expr':[{'match':{'op':'==','left':{'meta':{'key':'iifname'}},'right':'vlan10'}},{'match':{'op':'==','left':{'payload':{'protocol':'ip','field':'daddr'}},'right':'192.168.10.1'}},{'match':{'op':'==','left':{'payload':{'protocol':'udp','field':'dport'}},'right':53}},{'accept':null}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight','chain':'input','expr':[{'match':{'op':'==','left':{'meta':{'key':'iifname'}},'right':'vlan10'}},{'match':{'op':'==','left':{'payload':{'protocol':'ip','field':'daddr'}},'right':'192.168.10.1'}},{'match':{'op':'==','left':{'payload':{'protocol':'tcp','field':'dport'}},'right':53}},{'accept':null}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight','chain':'input','expr':[{'match':{'op':'==','left':{'meta':{'key':'iifname'}},'right':'vlan10'}},{'match':{'op':'==','left':{'payload':{'protocol':'ip','field':'daddr'}},'right':'192.168.10.1'}},{'match':{'op':'==','left':{'payload':{'protocol':'icmp','field':'type'}},'right':'echo-request'}},{'accept':null}]}}}",
        "{'add':{'chain':{'family':'inet','table':'northlight','name':'forward','type':'filter','hook':'forward','prio':0,'policy':'drop'}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight','chain':'forward','expr':[{'match':{'op':'in','left':{'ct':{'key':'state'}},'right':['established','related']}},{'accept':null}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight','chain':'forward','expr':[{'match':{'op':'in','left':{'ct':{'key':'status'}},'right':'dnat'}},{'accept':null}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight','chain':'forward','expr':[{'match':{'op':'==','left':{'meta':{'key':'iifname'}},'right':'vlan10'}},{'match':{'op':'==','left':{'meta':{'key':'oifname'}},'right':'vlan10'}},{'accept':null}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight','chain':'forward','expr':[{'match':{'op':'==','left':{'meta':{'key':'iifname'}},'right':'vlan10'}},{'match':{'op':'==','left':{'meta':{'key':'oifname'}},'right':'wan0'}},{'accept':null}]}}}",
        "{'add':{'chain':{'family':'inet','table':'northlight','name':'prerouting','type':'nat','hook':'prerouting','prio':-100,'policy':'accept'}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight','chain':'prerouting','expr':[{'match':{'op':'==','left':{'meta':{'key':'iifname'}},'right':'wan0'}},{'match':{'op':'==','left':{'fib':{'result':'type','flags':['daddr']}},'right':'local'}},{'dnat':{'family':'ip','addr':{'map':{'key':{'payload':{'protocol':'tcp','field':'dport'}},'data':'@tcp_hosts'}},'port':{'map':{'key':{'payload':{'protocol':'tcp','field':'dport'}},'data':'@tcp_ports'}}}}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight','chain':'prerouting','expr':[{'match':{'op':'==','left':{'meta':{'key':'iifname'}},'right':'wan0'}},{'match':{'op':'==','left':{'fib':{'result':'type','flags':['daddr']}},'right':'local'}},{'dnat':{'family':'ip','addr':{'map':{'key':{'payload':{'protocol':'udp','field':'dport'}},'data':'@udp_hosts'}},'port':{'map':{'key':{'payload':{'protocol':'udp','field':'dport'}},'data':'@udp_ports'}}}}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight','chain':'prerouting','expr':[{'match':{'op':'==','left':{'meta':{'key':'iifname'}},'right':{'set':['vlan10']}}},{'match':{'op':'!=','left':{'payload':{'protocol':'ip','field':'daddr'}},'right':'@vlan_addresses'}},{'match':{'op':'==','left':{'fib':{'result':'type','flags':['daddr']}},'right':'local'}},{'dnat':{'family':'ip','addr':{'map':{'key':{'payload':{'protocol':'tcp','field':'dport'}},'data':'@tcp_hosts'}},'port':{'map':{'key':{'payload':{'protocol':'tcp','field':'dport'}},'data':'@tcp_ports'}}}}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight','chain':'prerouting','expr':[{'match':{'op':'==','left':{'meta':{'key':'iifname'}},'right':{'set':['vlan10']}}},{'match':{'op':'!=','left':{'payload':{'protocol':'ip','field':'daddr'}},'right':'@vlan_addresses'}},{'match':{'op':'==','left':{'fib':{'result':'type','flags':['daddr']}},'right':'local'}},{'dnat':{'family':'ip','addr':{'map':{'key':{'payload':{'protocol':'udp','field':'dport'}},'data':'@udp_hosts'}},'port':{'map':{'key':{'payload':{'protocol':'udp','field':'dport'}},'data':'@udp_ports'}}}}]}}}",
        "{'add':{'chain':{'family':'inet','table':'northlight','name':'postrouting','type':'nat','hook':'postrouting','prio':100,'policy':'accept'}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight','chain':'postrouting','expr':[{'match':{'op':'in','left':{'ct':{'key':'status'}},'right':'dnat'}},{'match':{'op':'==','left':{'payload':{'protocol':'ip','field':'saddr'}},'right':'@vlan_networks'}},{'match':{'op':'==','left':{'payload':{'protocol':'ip','field':'daddr'}},'right':'@vlan_networks'}},{'masquerade':null}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight','chain':'postrouting','expr':[{'match':{'op':'==','left':{'meta':{'key':'oifname'}},'right':'wan0'}},{'masquerade':null}]}}}",
      ]
    `);
  });

  it('renders no dnsmasq configuration without VLANs, and no DHCP settings without pools', () => {
    expect(renderGateway(EMPTY, PORTS).dnsmasq).toBeUndefined();
    expect(renderGateway(EMPTY, PORTS).segments).toEqual([]);
    expect(renderGateway({ ...CONFIG, dhcpPools: [] }, PORTS).dnsmasq).not.toMatch(/dhcp/);
  });

  const pool = CONFIG.dhcpPools[0];
  if (!pool) throw new Error('no pool');
  const vlan = CONFIG.vlans[0];
  if (!vlan) throw new Error('no VLAN');
  test.each([
    ['dhcpPools.0.start', { ...CONFIG, dhcpPools: [{ ...pool, start: '192.168.11.5' }] }],
    ['dhcpPools.0.end', { ...CONFIG, dhcpPools: [{ ...pool, end: '192.168.10.200,30m\nport=5353' }] }],
    ['dhcpPools.0.gateway', { ...CONFIG, dhcpPools: [{ ...pool, gateway: '10.0.0.1' }] }],
    ['dhcpPools.0.mask', { ...CONFIG, dhcpPools: [{ ...pool, mask: '255.255.0.0' }] }],
    ['dhcpPools.0.mask', { ...CONFIG, dhcpPools: [{ ...pool, mask: '24' }] }],
    ['dhcpPools.0.dns.0', { ...CONFIG, dhcpPools: [{ ...pool, dns: ['127.0.0.1'] }] }],
    ['dhcpPools.0.leaseMinutes', { ...CONFIG, dhcpPools: [{ ...pool, leaseMinutes: 0.5 }] }],
    ['dhcpPools.0.vlanId', { ...CONFIG, dhcpPools: [{ ...pool, vlanId: 99 }] }],
    ['vlans.0.ip', { vlans: [{ ...vlan, ip: undefined }], dhcpPools: [] }],
    ['vlans.1.ports', { vlans: [vlan, { ...vlan, id: 11 }], dhcpPools: [] }],
    ['vlans.1.id', { vlans: [vlan, { ...vlan, ports: [] }], dhcpPools: [] }],
    ['vlans.0.id', { vlans: [{ ...vlan, id: 4095 }], dhcpPools: [] }],
  ])('refuses an invalid value at %s (case %#)', (path, config) => {
    expect(() => renderGateway(config, PORTS)).toThrow(
      expect.objectContaining({ name: 'EncodingRefused', path }),
    );
  });

  it('never renders text that is invalid for its field', () => {
    const address = fc.oneof(hostileText, fc.constantFrom('192.168.10.1', '192.168.10.50', '10.0.0.1'));
    const arbitrary = fc.record({
      text: hostileText,
      ip: address,
      start: address,
      end: address,
      gateway: address,
      mask: fc.oneof(hostileText, fc.constant('255.255.255.0')),
      dns: fc.array(address, { maxLength: 2 }),
      port: fc.oneof(hostileText, fc.constant('lan1')),
      mac: fc.oneof(hostileText, fc.constant('02:00:00:00:00:01')),
    });
    fc.assert(
      fc.property(arbitrary, ({ dns, end, gateway, ip, mac, mask, port, start, text }) => {
        expectClean({
          vlans: [{ id: 10, name: text, ip, prefix: 24, ports: [port], taggedPorts: [port] }],
          dhcpPools: [
            {
              name: text,
              vlanId: 10,
              start,
              end,
              mask,
              gateway,
              dns,
              leaseMinutes: 30,
              reservations: [{ mac, ip: start, name: text }],
            },
          ],
          wan: [{ port: 'wan0', mode: 'static', ip, prefix: 24, gateway, dns }],
          staticRoutes: [{ name: text, destination: ip, prefix: 32, nextHop: gateway }],
          portMappings: [
            {
              name: text,
              protocol: 'all',
              internalIp: ip,
              ports: [{ from: 80, to: 81, internalFrom: 90 }],
            },
          ],
          clientLimits: [{ mac, upKbps: 100 }],
        });
      }),
    );
  });

  it('accepts every name of a valid configuration', () => {
    fc.assert(
      fc.property(validGatewayConfig, (config) => {
        expect(expectClean(config)).toBe(true);
      }),
    );
  });
});

/**
 * Expects that each file contains only valid characters of its format. Returns true when the configuration
 * was not rejected.
 */
function expectClean(config: DeviceConfig): boolean {
  try {
    const { dnsmasq = '', nft, reservations, routes, segments, wans } = renderGateway(config, PORTS);
    for (const line of dnsmasq.trim().split('\n'))
      expect(line).toMatch(/^(?:[a-z-]+(=[A-Za-z0-9.,:_/-]+)?)?$/);
    for (const line of reservations.trim().split('\n'))
      expect(line).toMatch(/^(?:[0-9a-f:]{17},[0-9.]+(,[A-Za-z0-9-]+)?)?$/);
    for (const text of JSON.stringify(nft).match(/"(?:[^"\\]|\\.)*"/g) ?? [])
      expect(text).toMatch(/^"(?:@?[A-Za-z0-9._:=!-]+|>|tcp option)"$/);
    for (const { settings } of wans)
      if (settings?.mode !== 'pppoe') expect(JSON.stringify(settings) ?? '').toMatch(/^[a-z0-9.:,"{}[\]]*$/);
    for (const { argv } of [...planGateway(NO_INTERFACES, segments, OVS), ...planRoutes([], routes)])
      expect(argv.every((argument) => /^[A-Za-z0-9._:/=,[\]-]+$/.test(argument))).toBe(true);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(EncodingRefused);
    return false;
  }
}

const OVS: PlanContext = { kind: 'ovs', lan: ['lan1', 'lan2'], ovsDb: 'unix:/state/ovs/db.sock' };
const lines = (steps: ReturnType<typeof planGateway>): string[] => steps.map(({ argv }) => argv.join(' '));

describe('plan of a gateway', () => {
  const { segments } = renderGateway(CONFIG, PORTS);
  const now: PresentInterfaces = { segments, tagDevices: [] };

  it('builds the switch in one transaction, then sets addresses', () => {
    expect(lines(planGateway(NO_INTERFACES, segments, OVS))).toMatchInlineSnapshot(`
      [
        "ovs-vsctl --db=unix:/state/ovs/db.sock --timeout=10 -- --may-exist add-br br-nl -- set bridge br-nl datapath_type=netdev -- --may-exist add-port br-nl vlan10 -- set port vlan10 tag=10 -- set interface vlan10 type=internal -- --may-exist add-port br-nl vlan20 -- set port vlan20 tag=20 -- set interface vlan20 type=internal -- --may-exist add-port br-nl lan1 -- set port lan1 vlan_mode=access tag=10 trunks=[] -- --may-exist add-port br-nl lan2 -- set port lan2 vlan_mode=access tag=20 trunks=[]",
        "ip link set dev vlan10 up",
        "ip link set dev vlan20 up",
        "ip address replace 192.168.10.1/24 dev vlan10",
        "ip address replace 192.168.20.1/25 dev vlan20",
      ]
    `);
  });

  it('removes obsolete VLANs and frees their ports', () => {
    expect(lines(planGateway(now, segments.slice(0, 1), OVS))[0]).toContain(
      '--if-exists del-port br-nl vlan20',
    );
    expect(lines(planGateway(now, segments.slice(0, 1), OVS))[0]).toContain(
      '--if-exists del-port br-nl lan2',
    );
    expect(lines(planGateway(now, [], OVS))).toHaveLength(1);
  });

  it('flushes only changed addresses', () => {
    const moved = segments.map((segment) =>
      segment.vlanId === 20 ? { ...segment, ip: '192.168.21.1' } : segment,
    );
    expect(lines(planGateway(now, moved, OVS)).filter((line) => line.includes('flush'))).toEqual([
      'ip -4 address flush dev vlan20',
    ]);
  });

  it('builds the same layout with kernel bridges', () => {
    const bridge: PlanContext = { ...OVS, kind: 'bridge' };
    expect(lines(planGateway(NO_INTERFACES, segments, bridge))).toMatchInlineSnapshot(`
      [
        "ip link add name vlan10 type bridge",
        "ip link add name vlan20 type bridge",
        "ip link set dev lan1 master vlan10",
        "ip link set dev lan2 master vlan20",
        "ip link set dev vlan10 up",
        "ip link set dev vlan20 up",
        "ip address replace 192.168.10.1/24 dev vlan10",
        "ip address replace 192.168.20.1/25 dev vlan20",
      ]
    `);
    expect(lines(planGateway(now, [], bridge))).toEqual([
      'ip link delete dev vlan10',
      'ip link delete dev vlan20',
      'ip link set dev lan1 nomaster',
      'ip link set dev lan2 nomaster',
    ]);
  });
});

test('NL-LGW is a gateway model', () => {
  expect(findCapabilities('NL-LGW')?.kind).toBe('gateway');
});
