import { describe, expect, it } from 'vitest';
import { describeRouteEffect, findNextHopNetwork, formatNetworkRange } from './route-effect.ts';

const CAMERAS = { id: 40, name: 'Cameras', ip: '10.10.40.1', prefix: 24, ports: [] };
const CONFIG = { vlans: [CAMERAS] };
const ROUTE = { destination: '192.168.80.0', prefix: 24, nextHop: '10.10.40.254' };

describe('the effect of a static route', () => {
  it('names the traffic, the router and the network of the router', () => {
    expect(describeRouteEffect(ROUTE, CONFIG)).toBe(
      'Traffic for 192.168.80.0/24 goes to the router 10.10.40.254 in VLAN 40 Cameras.',
    );
    expect(findNextHopNetwork(' 10.10.40.254 ', CONFIG)?.id).toBe(40);
    expect(formatNetworkRange(CAMERAS)).toBe('10.10.40.0/24');
  });

  it('names a default route, and a router behind a WAN port', () => {
    expect(describeRouteEffect({ destination: '0.0.0.0', prefix: 0, nextHop: '203.0.113.1' }, CONFIG)).toBe(
      'All other traffic goes to the router 203.0.113.1 in the network of a WAN port.',
    );
  });

  it('is undefined while an address is incomplete', () => {
    expect(describeRouteEffect({ ...ROUTE, nextHop: '10.10' }, CONFIG)).toBeUndefined();
    expect(describeRouteEffect({ ...ROUTE, destination: '' }, CONFIG)).toBeUndefined();
  });
});
