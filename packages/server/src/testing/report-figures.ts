import type { DeviceDetail } from '@northlight/contract';
import { topics } from '@northlight/contract/device-protocol';
import { pollUntil } from './eventually.ts';
import type { PlayedDevice } from './played-site.ts';
import type { TestServer } from './test-server.ts';

/**
 * Returns a function that sends a report of a device in the session `one`, and waits until its CPU load, which is a
 * different one for each report, is stored.
 */
export function createFigureReporter(
  world: TestServer,
  get: (device: PlayedDevice) => Promise<Pick<DeviceDetail, 'cpuPercent'>>,
) {
  let reports = 0;
  return async (device: PlayedDevice, figures: object): Promise<void> => {
    reports += 1;
    const message = { session: 'one', seq: reports, ts: world.clock.now(), cpu: reports, ...figures };
    void device.raw.publish(topics.up(device.id, 'stat'), message);
    await pollUntil(async () => {
      await world.clock.advance(10);
      return (await get(device)).cpuPercent === message.cpu;
    });
  };
}
