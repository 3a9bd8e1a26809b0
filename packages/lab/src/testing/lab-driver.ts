import { CommandRunner, type DeviceSystem, LinuxDriver, SILENT_LOG } from '@northlight/agent';
import { capabilitiesOf } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';

/** The capability document of a model, for machines whose ports are named as in it. */
export function capabilitiesFor(model: string): Capabilities {
  const caps = capabilitiesOf(model);
  if (!caps) throw new Error(`There is no model ${model}.`);
  return caps;
}

/** A driver without a link: what a configuration does to a machine. */
export function labDriver<A>(
  system: DeviceSystem<A>,
  model: string,
  caps = capabilitiesFor(model),
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
