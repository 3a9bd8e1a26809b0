import { ACCOUNT_KINDS, ACCOUNT_LEVELS, ACCOUNT_ROLES, type ManagedAccount } from '@northlight/contract';

export const ROLE_LABELS: Readonly<Record<number, string>> = {
  [ACCOUNT_ROLES.normal]: 'Normal',
  [ACCOUNT_ROLES.engineer]: 'Engineer',
  [ACCOUNT_ROLES.manufacturer]: 'Manufacturer',
  [ACCOUNT_ROLES.thirdParty]: 'Third-party customer',
};
export const LEVEL_LABELS: Readonly<Record<number, string>> = {
  [ACCOUNT_LEVELS.common]: 'Common user',
  [ACCOUNT_LEVELS.basic]: 'Basic member',
  [ACCOUNT_LEVELS.silver]: 'Silver member',
  [ACCOUNT_LEVELS.gold]: 'Gold member',
};

export const KIND_LABELS: Readonly<Record<number, string>> = {
  [ACCOUNT_KINDS.admin]: 'Administrator',
  [ACCOUNT_KINDS.guest]: 'Guest',
};

export const formatRoleLabel = ({ role }: Pick<ManagedAccount, 'role'>): string =>
  ROLE_LABELS[role] ?? String(role);
export const formatLevelLabel = ({ level }: Pick<ManagedAccount, 'level'>): string =>
  LEVEL_LABELS[level] ?? String(level);
export const formatKindLabel = ({ kind }: Pick<ManagedAccount, 'kind'>): string =>
  KIND_LABELS[kind] ?? String(kind);
export const formatStateLabel = ({ disabled }: Pick<ManagedAccount, 'disabled'>): string =>
  disabled ? 'Disabled' : 'Enabled';

export const toOptions = (labels: Readonly<Record<number, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
