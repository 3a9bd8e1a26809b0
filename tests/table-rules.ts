import type { TableRules } from './table-ownership.ts';

/** Read model and exceptions of the table rule; decision 0111 lists the read model's stable columns. */
export const TABLE_RULES: TableRules = {
  readModel: {
    accounts: {
      private: [
        'password_hash',
        'wrapped_key',
        'factor_pending',
        'factor_secret',
        'factor_last_step',
        'signing_key',
      ],
    },
    projects: { private: ['device_password', 'device_verifier'] },
    shares: { private: [] },
    devices: {
      private: ['token_hash', 'next_token_hash', 'next_token_salt', 'next_certificate'],
    },
    device_state: { private: [] },
    document_drafts: { private: [] },
  },
  exceptions: [
    {
      file: 'alarms/conditions/picture-faults.ts',
      access: 'read',
      tables: ['picture_signatures'],
      reason: 'Hourly pictures are watched; video builds on alarms and cannot be called from it.',
    },
    {
      file: 'alarms/conditions/recorder-faults.ts',
      access: 'read',
      tables: ['recording_promises'],
      reason:
        'The projected days of recorders are compared with the promises; devices builds on alarms and cannot be called from it.',
    },
    {
      file: 'jobs/missing-device.ts',
      access: 'read',
      tables: ['removed_devices'],
      reason:
        'A command to a removed device answers 410; devices builds on jobs and cannot be called from it.',
    },
    {
      file: 'platform/audit.ts',
      access: 'write',
      tables: ['audit'],
      reason: 'Every request writes its audit row in its own transaction, and the platform serves requests.',
    },
    {
      file: 'sharing/transfers.ts',
      access: 'write',
      tables: ['projects'],
      reason:
        'An accepted transfer changes the owner; projects builds on sharing and cannot be called from it.',
    },
    {
      file: 'sharing/transfers.ts',
      access: 'read',
      tables: ['alarms'],
      reason:
        'The review of a transfer shows open alarms; alarms builds on sharing and cannot be called from it.',
    },
  ],
};
