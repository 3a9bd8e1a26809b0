import type { LogRecord } from '@northlight/contract';
import { formatPlural } from '../kit/format/index.ts';

/** Returns the event of a record, with the number of devices of a group: `Configuration 1 applied on 65 devices`. */
export const describeRecord = ({ event, members }: LogRecord): string =>
  members ? `${event} on ${formatPlural(members.length, 'device')}` : event;

/** Returns the event of a record with the device's name: `AP-1: Offline`. */
export const describeWithDevice = (record: LogRecord): string =>
  record.device && !record.members ? `${record.device.name}: ${record.event}` : describeRecord(record);
