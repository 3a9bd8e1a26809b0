import { ACCOUNT_KINDS, ACCOUNT_LEVELS, ACCOUNT_ROLES, type ManagedAccount } from '@northlight/contract';

export const ROLE_WORDS: Readonly<Record<number, string>> = {
  [ACCOUNT_ROLES.normal]: 'Normal',
  [ACCOUNT_ROLES.engineer]: 'Engineer',
  [ACCOUNT_ROLES.manufacturer]: 'Manufacturer',
  [ACCOUNT_ROLES.thirdParty]: 'Third-party customer',
};
export const LEVEL_WORDS: Readonly<Record<number, string>> = {
  [ACCOUNT_LEVELS.common]: 'Common user',
  [ACCOUNT_LEVELS.basic]: 'Basic member',
  [ACCOUNT_LEVELS.silver]: 'Silver member',
  [ACCOUNT_LEVELS.gold]: 'Gold member',
};

export const KIND_WORDS: Readonly<Record<number, string>> = {
  [ACCOUNT_KINDS.admin]: 'Administrator',
  [ACCOUNT_KINDS.guest]: 'Guest',
};

export const roleWord = ({ role }: Pick<ManagedAccount, 'role'>): string => ROLE_WORDS[role] ?? String(role);
export const levelWord = ({ level }: Pick<ManagedAccount, 'level'>): string =>
  LEVEL_WORDS[level] ?? String(level);
export const kindWord = ({ kind }: Pick<ManagedAccount, 'kind'>): string => KIND_WORDS[kind] ?? String(kind);
export const stateWord = ({ disabled }: Pick<ManagedAccount, 'disabled'>): string =>
  disabled ? 'Disabled' : 'Enabled';

/** The words of a table of numbers as options of a select. */
export const optionsOf = (words: Readonly<Record<number, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
