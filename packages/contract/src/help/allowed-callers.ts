import type { AccessNeed } from '../kit/access.ts';

/** Kinds of callers on the help page. */
export const CALLERS = [
  'visitor',
  'account',
  'reader',
  'writer',
  'owner',
  'manufacturer',
  'administrator',
] as const;
export type Caller = (typeof CALLERS)[number];

export const CALLER_LABELS: Readonly<Record<Caller, string>> = {
  visitor: 'Visitor of the live demo',
  account: 'Signed-in account',
  reader: 'Read-only share',
  writer: 'Read-write share',
  owner: 'Owner of the project',
  manufacturer: 'Manufacturer',
  administrator: 'Administrator',
};

export const NEED_LABELS: Readonly<Record<AccessNeed, string>> = {
  public: 'Public',
  session: 'With any session',
  account: 'With an account',
  read: 'See a project',
  pictures: 'See the pictures of its cameras',
  write: 'Configure and maintain a project',
  owner: 'Own a project',
  manufacturer: 'Register devices and release firmware',
  administrator: 'Run the installation',
};

const ACCOUNTS = ['account', 'reader', 'writer', 'owner', 'manufacturer', 'administrator'] as const;

/**
 * Callers that each requirement allows, for projects other than demos: all callers can read a demo, and none
 * can change it. A server test compares this table with `authorise`.
 */
export const ALLOWED_CALLERS: Readonly<Record<AccessNeed, readonly Caller[]>> = {
  public: CALLERS,
  session: CALLERS,
  account: ACCOUNTS,
  read: ['reader', 'writer', 'owner'],
  pictures: ['writer', 'owner'],
  write: ['writer', 'owner'],
  owner: ['owner'],
  manufacturer: ['manufacturer'],
  administrator: ['administrator'],
};
