import { type Lan, lan, type NetworkConfig, type NetworkScope } from '@northlight/contract';
import { findItemErrors, mapToFields } from '../item-errors.ts';

export type LanValues = Record<string, unknown> & Lan;

export const toLanValues = (own: Lan | undefined): LanValues => ({ ip: '', prefix: 24, ...own });
export const toLan = ({ ip, prefix }: LanValues): Lan => ({ ip: ip.trim(), prefix });

export const findLanErrors = (
  values: LanValues,
  config: NetworkConfig,
  scope: NetworkScope,
): Record<string, string> =>
  mapToFields(
    findItemErrors({ list: 'lan', next: toLan(values), replaced: 'lan', schema: lan }, config, scope),
    (path) => path || 'ip',
  );
