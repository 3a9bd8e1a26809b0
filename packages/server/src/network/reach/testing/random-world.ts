import fc from 'fast-check';
import type { ReachLink, ReachPort, ReachWorld } from '../world.ts';
import { parseIpv4Number } from './ipv4-number.ts';

const vlanId = fc.integer({ min: 1, max: 4 });
const portWorld = fc.record({
  native: fc.integer({ min: 0, max: 4 }),
  untagged: fc.uniqueArray(vlanId, { maxLength: 2 }),
  tagged: fc.uniqueArray(vlanId, { maxLength: 3 }),
});
/** Projects with random ports, cables, networks and routes. */
export const randomWorld = fc
  .record({
    devices: fc.array(
      fc.record({
        ports: fc.array(portWorld, { minLength: 1, maxLength: 4 }),
        management: fc.option(vlanId, { nil: undefined }),
        fixed: fc.boolean(),
        gateway: fc.constantFrom(1, 1, 1, 2),
        ssids: fc.uniqueArray(vlanId, { maxLength: 2 }),
        wired: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    cables: fc.array(fc.tuple(fc.nat(5), fc.nat(3), fc.nat(5), fc.nat(3)), { maxLength: 9 }),
    networks: fc.uniqueArray(fc.record({ id: vlanId, pool: fc.boolean() }), {
      selector: ({ id }) => id,
      maxLength: 4,
    }),
    // Creates no two routes to one destination, which would violate another rule.
    routes: fc.uniqueArray(
      fc.record({
        // Mixes narrow routes inside the networks with wide and unrelated ones.
        to: fc.constantFrom(
          ...[1, 2, 3, 4].flatMap((id) => [`10.${id}.0.0/25`, `10.${id}.0.64/27`, `10.${id}.0.8/29`]),
          '0.0.0.0/0',
          '128.0.0.0/1',
          '64.0.0.0/2',
          '172.16.0.0/16',
          '10.0.0.0/8',
        ),
        into: fc.option(fc.constant('VLAN 1'), { nil: undefined }),
      }),
      { maxLength: 2, selector: ({ to }) => to },
    ),
    hasGateway: fc.boolean(),
    hasWan: fc.boolean(),
  })
  .map(({ cables, devices, hasGateway, hasWan, networks, routes }): ReachWorld => {
    const made = devices.map(({ fixed, gateway, management, ports, ssids, wired }, index) => {
      const id = `d${index}`;
      const list = ports.map(({ native, tagged, untagged }, at): ReachPort => ({
        id: `p${at}`,
        native,
        untagged: new Set(untagged),
        tagged: new Set(tagged.filter((each) => !untagged.includes(each))),
      }));
      const isGateway = hasGateway && index === 0;
      const own = management ?? 1;
      return {
        id,
        name: id,
        ports: new Map(list.map((port) => [port.id, port] as const)),
        management: isGateway
          ? undefined
          : fixed
            ? {
                mode: 'static' as const,
                vlanId: own,
                ip: `10.${own}.0.9`,
                prefix: 24,
                gateway: `10.${own}.0.${gateway}`,
                dns: [],
              }
            : { mode: 'dhcp' as const, vlanId: own },
        ssids: isGateway
          ? []
          : ssids.map((each) => ({ name: `s${each}`, vlanId: each, addresses: own % 2 === 0 })),
        hasWiredClients: isGateway || wired || ssids.length === 0,
      };
    });
    const end = (device: number, port: number) => {
      const at = made[device % made.length];
      return { device: at?.id ?? '', port: `p${port % (at?.ports.size ?? 1)}` };
    };
    const links = cables
      .map(([a, p, b, q]): ReachLink => ({ from: end(a, p), to: end(b, q) }))
      .filter(({ from, to }) => from.device !== to.device);
    return {
      devices: new Map(made.map((device) => [device.id, device] as const)),
      links,
      gateway: hasGateway ? 'd0' : undefined,
      // Creates no two VLANs with one network, which would violate another rule.
      networks: networks.map(({ id, pool: has }) => ({
        id,
        name: `N${id}`,
        title: `VLAN ${id}`,
        ip: `10.${id}.0.1`,
        prefix: 24,
        pool: has
          ? { first: parseIpv4Number(`10.${id}.0.100`), last: parseIpv4Number(`10.${id}.0.119`) }
          : undefined,
      })),
      routes: routes.map(({ into, to }, index) => {
        const [destination = '', prefix = ''] = to.split('/');
        const at = { destination: parseIpv4Number(destination), prefix: Number(prefix) };
        return { ...at, name: `R${index}`, nextHop: '10.1.0.9', into };
      }),
      hasWan,
    };
  });
