import { expect, test } from 'vitest';
import { checkInterfaces } from './check-interfaces.ts';
import { parseAgentConfig } from './load-config.ts';
import { SAMPLE_IDENTITY } from '../testing/sample-identity.ts';

const radio = { id: 'radio0', interface: 'wlan9', band: '5G' };

test.each([
  [
    { wan: 'wan9', lan: ['lan1', 'lan9'] },
    'wan: this machine has no interface wan9; lan.1: this machine has no interface lan9',
  ],
  [{ wan: ['wan0', 'wan9'], lan: ['lan1'] }, 'wan.1: this machine has no interface wan9'],
  [{ ports: ['lan1', 'p9'] }, 'ports.1: this machine has no interface p9'],
  [{ uplink: 'lan1', radios: [radio] }, 'radios.0.interface: this machine has no interface wlan9'],
  [
    { cable: 'eth9', bridge: radio },
    'cable: this machine has no interface eth9; bridge.interface: this machine has no interface wlan9',
  ],
])('names the fields of missing interfaces: %j', (own, faults) => {
  const config = parseAgentConfig(JSON.stringify({ ...SAMPLE_IDENTITY, ...own }), 'agent.json');
  expect(() => checkInterfaces(config, 'agent.json', ['lo', 'wan0', 'lan1'])).toThrow(
    `agent.json: ${faults}. It has wan0, lan1.`,
  );
});
