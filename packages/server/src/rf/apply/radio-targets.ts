import {
  changesPower,
  type ChannelWidth,
  EMPTY_WIRELESS,
  type NetworkConfig,
  type RadioSetting,
  type RfPlanRow,
  type RfRadioChannel,
  type RfRadioKey,
} from '@northlight/contract';
import { formatRadioId } from '../radio-id.ts';
import type { ChangedRadio, RadioTarget } from '../tables.ts';

/** A radio and what it gets. */
export interface ChannelChange extends RfRadioKey {
  readonly to: RadioTarget;
  /** Channels for the time in which radar bans that one. */
  readonly fallbacks?: readonly RfRadioChannel[] | undefined;
}

/** Sets the channels of radios, which an optimization may change again, and their power if it changes. */
export function withChannels(config: NetworkConfig, changes: readonly ChannelChange[]): NetworkConfig {
  const { wireless = EMPTY_WIRELESS } = config;
  const changed = new Map(changes.map((change) => [formatRadioId(change), change]));
  const before = new Map(wireless.radios.map((radio) => [formatRadioId(radio), radio]));
  const planned = changes.map(({ deviceId, fallbacks, radioId, to }): RadioSetting => {
    const { loweredFromDbm, off, powerDbm } = before.get(formatRadioId({ deviceId, radioId })) ?? {};
    const power = to.power ?? { loweredFromDbm, powerDbm: powerDbm ?? 'auto' };
    return {
      deviceId,
      radioId,
      channel: to.channel,
      widthMhz: to.widthMhz as ChannelWidth,
      powerDbm: power.powerDbm,
      planned: true,
      ...(power.loweredFromDbm !== undefined && { loweredFromDbm: power.loweredFromDbm }),
      ...(fallbacks && {
        fallbacks: fallbacks.map(({ channel, widthMhz }) => ({
          channel,
          widthMhz: widthMhz as ChannelWidth,
        })),
      }),
      ...((to.off ?? off) && { off: true as const }),
    };
  });
  const others = wireless.radios.filter((radio) => !changed.has(formatRadioId(radio)));
  return { ...config, wireless: { ...wireless, radios: [...others, ...planned] } };
}

/** Returns the values that a row of a plan sets at its radio. */
export const toChange = (row: RfPlanRow): ChannelChange => ({
  deviceId: row.deviceId,
  radioId: row.radioId,
  to: toTarget(row),
  fallbacks: row.fallbacks,
});

function toTarget({ power, proposed, turnsOff, ...row }: RfPlanRow): RadioTarget {
  const isLowered = power !== undefined && power.proposed < power.most;
  return {
    ...proposed,
    ...(power &&
      changesPower({ power, ...row }) && {
        power: isLowered
          ? { powerDbm: power.proposed, loweredFromDbm: power.most }
          : { powerDbm: 'auto' as const },
      }),
    ...(turnsOff && { off: true }),
  };
}

/** Returns a radio as a plan changes it, with its settings before. */
export function toChangedRadio(row: RfPlanRow, { wireless }: NetworkConfig): ChangedRadio {
  const { deviceId, now, radioId } = row;
  const { loweredFromDbm, powerDbm = 'auto' } =
    wireless?.radios.find((radio) => formatRadioId(radio) === formatRadioId(row)) ?? {};
  const after = toTarget(row);
  return {
    deviceId,
    radioId,
    before: {
      ...now,
      ...(after.power && { power: { powerDbm, ...(loweredFromDbm !== undefined && { loweredFromDbm }) } }),
      ...(after.off && { off: false }),
    },
    after,
  };
}
