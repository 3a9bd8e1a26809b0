import type { DeviceView, Outcome } from './records.ts';

/** Wraps a step of a device that takes no configuration now, for the given reason; undefined changes nothing. */
export const withHold =
  (step: (view: DeviceView) => Outcome, hold: string | undefined) =>
  ({ device, work }: DeviceView): Outcome =>
    step({ device: { ...device, hold }, work });
