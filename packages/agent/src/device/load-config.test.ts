import { describe, expect, it } from 'vitest';
import { parseAgentConfig } from './load-config.ts';
import { SAMPLE_IDENTITY } from '../testing/sample-identity.ts';

const GATEWAY = { ...SAMPLE_IDENTITY, wan: 'wan0', lan: ['lan1'] };
const SWITCH = { ...SAMPLE_IDENTITY, ports: ['p1'] };
const ACCESS_POINT = {
  ...SAMPLE_IDENTITY,
  uplink: 'eth0',
  radios: [{ id: 'radio0', interface: 'wlan0', band: '5G' }],
};
const parse = (value: unknown) => () => parseAgentConfig(JSON.stringify(value), '/etc/northlight/agent.json');

describe('the parser of the configuration file', () => {
  it.each([GATEWAY, SWITCH, ACCESS_POINT])('accepts a gateway, a switch or an access point', (config) => {
    expect(parse(config)()).toMatchObject({ sn: SAMPLE_IDENTITY.sn });
  });

  it.each([
    [{ ...GATEWAY, secret: 'short' }, /agent\.json: secret: must have 64 hexadecimal digits$/],
    [{ ...GATEWAY, lan: [] }, /agent\.json: lan: /],
    [
      { ...GATEWAY, lan: ['lan1', '../x'] },
      /agent\.json: lan\.1: must be the name of a network interface, such as lan1$/,
    ],
    [{ ...SWITCH, ports: 'p1' }, /agent\.json: ports: /],
    [{ ...SWITCH, management: { mode: 'static' } }, /agent\.json: management\./],
    [{ ...ACCESS_POINT, radios: [{ id: 'radio0', interface: 'wlan0' }] }, /agent\.json: radios\.0\.band: /],
    [{ ...SAMPLE_IDENTITY }, /agent\.json: wan: is missing; lan: is missing$/],
    [{ ...GATEWAY, cloudHots: 'x', cloudHost: undefined }, /agent\.json: cloudHost: /],
    [[], /agent\.json/],
  ])('names the wrong field and no field of another kind of device: %j', (config, message) => {
    expect(parse(config)).toThrow(message);
    expect(parse(config)).not.toThrow(/\n/);
  });

  it('states that the file is not JSON', () => {
    expect(() => parseAgentConfig('{"sn":', '/etc/northlight/agent.json')).toThrow(
      /^\/etc\/northlight\/agent\.json is not valid JSON: /,
    );
  });
});
