import { MISSING_REASONS, type PolicyBroadcast, type WifiPolicy } from '@northlight/contract';

/** How a policy stands on the air, as a sign and a word. */
export interface AirWord {
  readonly state: 'full' | 'part' | 'none' | 'paused' | 'off';
  readonly text: string;
}

/** In words; `applied` is the policy that the devices were told, which the draft may have changed. */
export function airWord(applied: WifiPolicy | undefined, air: PolicyBroadcast | undefined): AirWord {
  if (!applied) return { state: 'off', text: 'Not applied yet' };
  if (!applied.enabled) return { state: 'off', text: 'Disabled' };
  if (!air) return { state: 'off', text: '–' };
  const { onAir, paused, wanted } = air;
  if (wanted === 0) return { state: 'off', text: 'No radio yet' };
  if (paused)
    return {
      state: 'paused',
      text: onAir === 0 ? 'Off by its schedule' : `Off by its schedule, ${onAir} still on`,
    };
  if (onAir === wanted) return { state: 'full', text: `${onAir} of ${wanted}` };
  return { state: onAir === 0 ? 'none' : 'part', text: `${onAir} of ${wanted}` };
}

/** `AP-07, 5G: The device is offline.` */
export const missingWord = ({ band, deviceName, reason }: PolicyBroadcast['missing'][number]): string =>
  `${deviceName}, ${band}: ${MISSING_REASONS[reason]}`;
