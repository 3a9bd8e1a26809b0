/** Members that the configuration files of all kinds of devices have. */
export const SAMPLE_IDENTITY = {
  sn: 'NL0000000000000A',
  secret: 'a'.repeat(64),
  mac: '02:00:00:00:00:01',
  model: 'NL-LGW',
  cloudHost: '203.0.113.1',
  cloudPort: 8883,
  stateDir: '/var/lib/northlight',
};
