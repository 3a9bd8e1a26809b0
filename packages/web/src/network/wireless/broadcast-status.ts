import { formatBand, MISSING_REASONS, type PolicyBroadcast, type WifiPolicy } from '@northlight/contract';
import { formatPlural } from '../../kit/format/index.ts';

/** Broadcast state of a policy, for an icon and a label. */
export interface BroadcastStatus {
  readonly state: 'full' | 'part' | 'none' | 'paused' | 'off';
  readonly text: string;
}

/**
 * Describes the broadcast state of a policy. `applied` is the policy in the applied configuration, which may
 * differ from the draft.
 */
export function getBroadcastStatus(
  applied: WifiPolicy | undefined,
  air: PolicyBroadcast | undefined,
): BroadcastStatus {
  if (!applied) return { state: 'off', text: 'Not applied yet' };
  if (!applied.enabled) return { state: 'off', text: 'Disabled' };
  if (!air) return { state: 'off', text: '–' };
  const { onAir, paused, wanted } = air;
  if (wanted === 0) return { state: 'off', text: 'No radio yet' };
  if (paused)
    return {
      state: 'paused',
      text: onAir === 0 ? 'Off by schedule' : `Off by schedule, ${onAir} still on`,
    };
  const text = `${onAir} of ${formatPlural(wanted, 'radio')}`;
  if (onAir === wanted) return { state: 'full', text };
  return { state: onAir === 0 ? 'none' : 'part', text };
}

/** Formats a radio that does not broadcast a policy: `AP-07, 5G: The device is offline.` */
export const describeMissingRadio = ({
  band,
  deviceName,
  reason,
}: PolicyBroadcast['missing'][number]): string =>
  `${deviceName}, ${formatBand(band)}: ${MISSING_REASONS[reason]}`;
