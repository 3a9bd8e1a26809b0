import { CommandRunner, type DeviceSystem, LinuxDriver, SILENT_LOG } from '@northlight/agent';
import { findCapabilities } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';

/** Returns the capabilities of a model, for machines with its port names. */
export function createCapabilities(model: string): Capabilities {
  const caps = findCapabilities(model);
  if (!caps) throw new Error(`There is no model ${model}.`);
  return caps;
}

/** Creates a driver without a link, to test the effects of a configuration on a machine. */
export function createLabDriver<A>(
  system: DeviceSystem<A>,
  model: string,
  caps = createCapabilities(model),
): LinuxDriver<A> {
  const nothing = () => undefined;
  return new LinuxDriver({
    system,
    caps,
    commands: new CommandRunner({ caps, handlers: {}, log: SILENT_LOG }),
    describe: () => ({
      model,
      sn: 'NLLAB00000000001',
      mac: '02:00:00:00:00:01',
      sw: '1',
      hw: '1',
      caps,
      uptimeSeconds: 0,
      nets: {},
    }),
    log: SILENT_LOG,
    onOnline: nothing,
    onOffline: nothing,
  });
}
