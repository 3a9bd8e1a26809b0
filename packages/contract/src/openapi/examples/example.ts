/**
 * Example of the request body and the answer of one operation. Each is absent if the operation has none; the
 * answer also if it is a file.
 */
export interface Example {
  readonly body?: unknown;
  readonly answer?: unknown;
}
export type Examples = Readonly<Record<string, Example>>;

export const OK = { ok: true };
export const ALLOWED = { allowed: true };
export const SWITCH = { id: '0gRq1TUbX8yKe5nVw2ZpLc', name: 'Lobby-switch' };
export const ACCESS_POINT = { id: '0gRq1TUbX8yKe5nVw2ZpLd', name: 'Lobby-AP' };
export const GATEWAY = { id: '0gRq1TUbX8yKe5nVw2ZpLb', name: 'Office-gateway' };
export const CLIENT_MAC = '9C:B6:D0:1E:42:7A';
const JOB_ID = '6f1c7d52-3a0b-4c89-9d1e-27b4f0a8c365';

/** Returns a job that runs on the sample switch. */
export const createJob = (kind: string, title: string) => ({
  id: JOB_ID,
  kind,
  title,
  state: 'running',
  createdAt: '2026-11-23T14:05:00.000Z',
  createdBy: 'owner@example.com',
  rows: [
    {
      deviceId: SWITCH.id,
      deviceName: SWITCH.name,
      state: 'sent',
      issues: [],
      wave: 0,
      updatedAt: '2026-11-23T14:05:01.000Z',
    },
  ],
  wave: 0,
  can: { cancel: ALLOWED, retry: { allowed: false, code: 400, reason: 'The job is still running.' } },
});
