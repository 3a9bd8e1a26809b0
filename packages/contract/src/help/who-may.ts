import type { Need } from '../kit/access.ts';

/** Who stands how to a project or to the installation, as the help names them. */
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

export const CALLER_WORDS: Readonly<Record<Caller, string>> = {
  visitor: 'Visitor of the live demo',
  account: 'Signed-in account',
  reader: 'Read-only share',
  writer: 'Read-write share',
  owner: 'Owner of the project',
  manufacturer: 'Manufacturer',
  administrator: 'Administrator',
};

export const NEED_WORDS: Readonly<Record<Need, string>> = {
  public: 'Open to everybody',
  session: 'Whoever has entered',
  account: 'With an account',
  read: 'See a project',
  write: 'Configure and maintain a project',
  owner: 'Own a project',
  manufacturer: 'Manufacturer’s lists',
  administrator: 'Run the installation',
};

const ACCOUNTS = ['account', 'reader', 'writer', 'owner', 'manufacturer', 'administrator'] as const;

/**
 * Who may do what needs what. A project's needs are asked about a project that is not a demo: there, everybody reads and
 * nobody changes anything. A test of the server holds this table against the function that decides.
 */
export const WHO_MAY: Readonly<Record<Need, readonly Caller[]>> = {
  public: CALLERS,
  session: CALLERS,
  account: ACCOUNTS,
  read: ['reader', 'writer', 'owner'],
  write: ['writer', 'owner'],
  owner: ['owner'],
  manufacturer: ['manufacturer'],
  administrator: ['administrator'],
};
