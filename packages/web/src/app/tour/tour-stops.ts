import { type Device, DEMO_WLAN_PROJECT } from '@northlight/contract';
import { PATHS } from '../../paths.ts';
import type { AppSearch } from '../../kit/url-state.ts';

/** One stop of the guided tour: a page of the demo hotel and what to look at there. */
export interface TourStop {
  readonly title: string;
  readonly text: string;
  readonly to: (typeof PATHS)['status' | 'alarms' | 'devices' | 'log' | 'deviceData'];
  /** True if the search parameters name a device. */
  readonly opensDevice?: true;
  /** Returns the search parameters of the page. Without `devices` they name no device. */
  readonly search: (devices: readonly Device[]) => AppSearch;
}

const project = DEMO_WLAN_PROJECT;
/** Switch of the hotel that has an outage in its simulated past. */
const SWITCH = 'Access-F3';

export const TOUR_STOPS: readonly TourStop[] = [
  {
    title: 'The whole site on one page',
    text: 'The 65 devices of this hotel are simulated but report like real ones. Each figure shows its age. A coloured tile names a problem and the first step to take.',
    to: PATHS.status,
    search: () => ({ project }),
  },
  {
    title: 'One alarm for one cause',
    text: `When the switch ${SWITCH} lost power, the access points behind it went offline too. That is one alarm, with its duration, the affected devices and the changes before it.`,
    to: PATHS.alarms,
    search: () => ({ project, filter: SWITCH }),
  },
  {
    title: 'Every device at a glance',
    text: 'Ports, radios, clients and history of a device open beside the list. A control that you cannot use shows the reason.',
    to: PATHS.devices,
    opensDevice: true,
    search: (devices) => {
      const gateway = devices.find(({ kind }) => kind === 'gateway');
      return { project, ...(gateway && { open: gateway.id }) };
    },
  },
  {
    title: 'A bad change rolls back',
    text: 'You review each change before it is sent, and the devices confirm it. This gateway lost the cloud after a change, rolled back automatically and reported it.',
    to: PATHS.log,
    search: () => ({ project, filter: 'rolled back' }),
  },
  {
    title: 'Events on the time axis',
    text: 'Charts mark outages, alarms and changes on the time axis. Point at a mark to see the event, and select it to open the event.',
    to: PATHS.deviceData,
    opensDevice: true,
    search: (devices) => {
      const outage = devices.find(({ name }) => name === SWITCH);
      return { project, range: '7d', ...(outage && { devices: outage.id }) };
    },
  },
];
