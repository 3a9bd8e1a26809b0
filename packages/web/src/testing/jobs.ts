import type { Device, Job } from '@northlight/contract';
import { ALLOWED, OWNER, PAST } from './fixtures.ts';

/** A finished job on one device. */
export const createJob = (
  { id, name }: Pick<Device, 'id' | 'name'>,
  kind: Job['kind'],
  row: Partial<Job['rows'][number]> = {},
): Job => ({
  id: '00000000-0000-4000-8000-000000000001',
  kind,
  title: `Job on ${name}`,
  state: row.state === 'running' ? 'running' : 'done',
  createdAt: PAST,
  createdBy: OWNER,
  rows: [{ deviceId: id, deviceName: name, state: 'done', issues: [], wave: 0, updatedAt: PAST, ...row }],
  wave: 0,
  can: { cancel: ALLOWED, retry: ALLOWED },
});
