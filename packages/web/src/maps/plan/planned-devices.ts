import { MODELS, type PlannedDevice } from '@northlight/contract';

/** Models of access points that can be planned, with their names. */
export const PLANNABLE_MODELS = MODELS.filter(
  ({ capabilities: { kind, radios } }) => kind === 'ap' && radios.length > 0,
).map(({ displayName, prefix }) => ({ value: prefix, label: displayName }));

/** Powers of planned access points (dBm): less than the maximum, because clients answer with less. */
export const PLANNED_POWER_DBM = { ghz2: 14, ghz5: 17 } as const;

/** Radios of a new planned access point. */
export const PLANNED_RADIOS: NonNullable<PlannedDevice['radios']> = [
  { band: 'ghz2', powerDbm: PLANNED_POWER_DBM.ghz2 },
  { band: 'ghz5', powerDbm: PLANNED_POWER_DBM.ghz5 },
];
