import { describe, expect, it } from 'vitest';
import { describeMappingEffect } from './mapping-effect.ts';

const CONFIG = {
  vlans: [{ id: 40, name: 'Cameras', ip: '10.10.40.1', prefix: 24, ports: [], taggedPorts: [] }],
} as unknown as Parameters<typeof describeMappingEffect>[1];
const RECORDER = { ip: '10.10.40.110', name: 'recorder' };
const MAPPING = {
  protocol: 'tcp',
  externalPorts: '8443',
  internalIp: '10.10.40.110',
  internalPorts: '443',
} as const;

describe('the effect of a port mapping', () => {
  it.each([
    [
      'names client, network and the other internal port',
      MAPPING,
      'Connections from the internet to TCP port 8443 reach recorder (10.10.40.110) in VLAN 40 Cameras, port 443.',
    ],
    [
      'leaves out internal ports that are the same',
      { ...MAPPING, externalPorts: '80;443', internalPorts: '' },
      'Connections from the internet to TCP ports 80;443 reach recorder (10.10.40.110) in VLAN 40 Cameras.',
    ],
    [
      'names an unknown host outside the networks by its address',
      { ...MAPPING, internalIp: '192.0.2.7', internalPorts: '8443' },
      'Connections from the internet to TCP port 8443 reach 192.0.2.7.',
    ],
  ])('%s', (_title, mapping, text) => {
    expect(describeMappingEffect(mapping, CONFIG, [RECORDER])).toBe(text);
  });

  it('is unknown until ports and address are complete', () => {
    expect(describeMappingEffect({ ...MAPPING, externalPorts: ' ' }, CONFIG, [])).toBeUndefined();
    expect(describeMappingEffect({ ...MAPPING, internalIp: '10.10' }, CONFIG, [])).toBeUndefined();
  });
});
