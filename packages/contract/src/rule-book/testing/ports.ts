import { MAPPING, findNetworkViolations, findPolicyViolations } from './find-violations.ts';
import type { Rows } from './rows.ts';

const outside = (externalPorts: string, internalPorts = externalPorts) =>
  findNetworkViolations({ portMappings: [{ ...MAPPING, externalPorts, internalPorts }] });
const radius = (port: number) =>
  findPolicyViolations({
    security: {
      mode: 'wpa2',
      ciphers: ['AES'],
      keyUpdateSeconds: 0,
      radius: { ip: '10.0.0.5', port, secret: 'shared' },
    },
  });
const RADIUS_PORT = 'wireless.policies.0.security.radius.port';
const EXTERNAL = 'portMappings.0.externalPorts';
const INTERNAL = 'portMappings.0.internalPorts';

export const PORT_RULES = [
  'a port is 1 to 65535',
  'the end is not before the start',
  'separate ports and ranges are not mixed',
  'internal ports differ',
  'an external port leads to one place',
  'as many inside as outside',
] as const;
export const PORT_CASES: Rows<(typeof PORT_RULES)[number]> = {
  'a port is 1 to 65535': {
    sentence: 'Port number 1 to 65535, integer.',
    accepted: [
      ['1', outside('1')],
      ['65535', outside('65535')],
      ['all of them', outside('1-65535')],
      ['RADIUS at 1', radius(1)],
      ['RADIUS at 65535', radius(65_535)],
    ],
    refused: [
      ['0', outside('0', '80'), `${EXTERNAL} portOutOfRange`],
      ['65536', outside('65536', '80'), `${EXTERNAL} portOutOfRange`],
      ['a range that leaves it', outside('80', '65535-65536'), `${INTERNAL} portOutOfRange`],
      ['a fraction', outside('80.5', '80'), `${EXTERNAL} invalidParameters`],
      ['nothing', outside('', '80'), `${EXTERNAL} invalidParameters`],
      ['RADIUS at 0', radius(0), `${RADIUS_PORT} portOutOfRange`],
      ['RADIUS at 65536', radius(65_536), `${RADIUS_PORT} portOutOfRange`],
      ['RADIUS at a fraction', radius(1812.5), `${RADIUS_PORT} invalidParameters`],
    ],
  },
  'the end is not before the start': {
    sentence: 'End port not less than start.',
    accepted: [
      ['an end that is the start', outside('8000-8000')],
      ['the next one', outside('8000~8001')],
    ],
    refused: [['an end before it', outside('8001-8000', '80'), `${EXTERNAL} portEndBeforeStart`]],
  },
  'separate ports and ranges are not mixed': {
    sentence:
      'Consecutive and non-consecutive ports cannot be mixed. Use ; between separate ports and - or ~ for ranges.',
    accepted: [
      ['separate ones', outside('80; 443')],
      ['a range with -', outside('8000-8010')],
      ['a range with ~', outside('8000~8010')],
    ],
    refused: [
      ['; and -', outside('80;90-100', '80'), `${EXTERNAL} portsMixed`],
      ['; and ~', outside('90~100;80', '80'), `${EXTERNAL} portsMixed`],
      ['- and ~', outside('80-90~100', '80'), `${EXTERNAL} invalidParameters`],
      ['a comma', outside('80,443', '80'), `${EXTERNAL} invalidParameters`],
      ['a ; with nothing behind it', outside('80;', '80'), `${EXTERNAL} invalidParameters`],
    ],
  },
  'internal ports differ': {
    sentence: 'Internal ports must differ.',
    note: 'Those of one mapping. Two external ports may lead to one internal port: the rule is no loss then.',
    accepted: [
      ['two of them', outside('8080;8081', '80;81')],
      [
        'one inside for two mappings',
        findNetworkViolations({
          portMappings: [MAPPING, { ...MAPPING, name: 'also', externalPorts: '8081' }],
        }),
      ],
    ],
    refused: [['one of them twice', outside('8080;8081', '80;80'), `${INTERNAL} internalPortsSame`]],
  },
  'an external port leads to one place': {
    sentence: '§8, 201',
    accepted: [
      [
        'another port',
        findNetworkViolations({
          portMappings: [MAPPING, { ...MAPPING, name: 'also', externalPorts: '8081' }],
        }),
      ],
      [
        'the same one of the other protocol',
        findNetworkViolations({ portMappings: [MAPPING, { ...MAPPING, name: 'dns', protocol: 'udp' }] }),
      ],
    ],
    refused: [
      ['twice in one list', outside('80;80', '80;81'), `${EXTERNAL} mappingPortTaken`],
      [
        'inside the range of another',
        findNetworkViolations({
          portMappings: [
            MAPPING,
            { ...MAPPING, name: 'b', externalPorts: '8000-9000', internalPorts: '1-1001' },
          ],
        }),
        'portMappings.1.externalPorts mappingPortTaken',
      ],
      [
        'one protocol and both',
        findNetworkViolations({ portMappings: [MAPPING, { ...MAPPING, name: 'all', protocol: 'all' }] }),
        'portMappings.1.externalPorts mappingPortTaken',
      ],
    ],
  },
  'as many inside as outside': {
    sentence: '§8, 207',
    accepted: [['two and two', outside('20-21', '2020;2021')]],
    refused: [['one and two', outside('20', '80;81'), `${INTERNAL} mappingCountDiffers`]],
  },
};
