import type { DeviceKind } from '../device-protocol/capabilities.ts';
import type { AlarmKind } from './names.ts';

/** Explanations of the kinds of alarms, apart from their rules, so that pages without alarms do not load them. */

interface AlarmKindTexts {
  /** One sentence for the table of rules. */
  readonly about: string;
  /** The first action that the operator can take while the alarm is open. */
  readonly firstStep: string;
  /** First action for gateways, instead of `firstStep`. */
  readonly gatewayFirstStep?: string;
}

export const ALARM_KIND_TEXTS: Readonly<Record<AlarmKind, AlarmKindTexts>> = {
  'device-offline': {
    about: 'A device lost its connection.',
    firstStep: 'Check the device’s power and the cable to its uplink.',
    gatewayFirstStep: 'Check the gateway’s power and its internet line.',
  },
  'device-flapping': {
    about: 'A device loses its connection repeatedly. One alarm counts the disconnections.',
    firstStep: 'Check the device’s power supply, then its cable or the signal of its uplink.',
  },
  'site-lost': {
    about: 'All devices with their own internet connection went offline within 1 min.',
    firstStep: 'Check the site’s power and its internet line.',
  },
  'uplink-down': {
    about: 'An uplink or WAN port lost its link while the device stayed online.',
    firstStep: 'Check the cable of the port and the device at its other end.',
  },
  'poe-budget': {
    about: 'PoE demand exceeds the switch’s budget.',
    firstStep: 'Move a powered device to another switch, or turn off PoE on a port that is not needed.',
  },
  'poe-fault': {
    about: 'A switch port stopped supplying power to its device.',
    firstStep: 'Check the cable and the powered device, then turn PoE of the port off and on.',
  },
  'port-flapping': {
    about: 'A port changes between up and down repeatedly. One alarm counts the changes.',
    firstStep: 'Replace the cable of the port, then check the device at its other end.',
  },
  'vlan-path-broken': {
    about: 'A port between clients and the gateway does not carry their VLAN. The clients get no address.',
    firstStep: 'Add the VLAN to the port, then review and apply the change.',
  },
  'config-refused': {
    about: 'A device refused its configuration.',
    firstStep: 'Read the reason on the device’s page, correct the setting and apply it again.',
  },
  'config-rolled-back': {
    about: 'A device rolled back to an earlier configuration.',
    firstStep: 'Compare the last two versions under History, correct the change and apply it again.',
  },
  'config-drifted': {
    about: 'A device’s configuration differs from the project’s.',
    firstStep: 'Open the device, compare the settings, then keep them or apply the project’s.',
  },
  'channel-plan-worse': {
    about: 'A channel plan made the Wi-Fi worse, so that the channels before it were restored.',
    firstStep: 'Compare the predicted and the measured figures under RF Optimization, History.',
  },
  'restore-drill-failed': {
    about: 'The nightly drill could not restore a backup, or restored something else than it contains.',
    firstStep: 'Read the differences under Backup, then make a new backup of the device.',
  },
  'identity-takeover': {
    about:
      'Several devices connect with one credential, or a device reports the serial number or MAC address of another device.',
    firstStep: 'Find out which device is genuine, then reset the other one and remove its access.',
  },
  'claim-attempt': {
    about: 'Another account entered the correct claim code of a device of this project.',
    firstStep: 'Check who knows the claim code. Your device stays in your project.',
  },
  'device-event': {
    about: 'The device reported an event for which there is no separate alarm kind.',
    firstStep: 'Open the device and read its log around this time.',
  },
  'cpu-high': {
    about: 'A device’s CPU load is at or above this value.',
    firstStep:
      'Check the device’s traffic and clients at this time. Restart the device if the load stays high.',
  },
  'memory-high': {
    about: 'A device’s memory use is at or above this value.',
    firstStep: 'Update the device’s software. Restart the device if its memory use stays high.',
  },
  'clients-high': {
    about: 'A device has this many clients or more.',
    firstStep: 'Check the load of the device. Add an access point where many clients connect.',
  },
  'project-clients-high': {
    about: 'The project has this many online clients or more.',
    firstStep: 'Check the load of the internet line and of the DHCP pools.',
  },
  'dhcp-pool-high': {
    about:
      'A DHCP pool uses this share of its addresses or more. The alarm is critical while the pool is full, because further clients have no internet.',
    firstStep: 'Enlarge the pool or shorten its lease time under DHCP Policy.',
  },
  'backhaul-weak': {
    about: 'A mesh node receives its parent with this signal or less. Its clients have a slow connection.',
    firstStep: 'Move the node closer to its parent or to a stronger node, or connect it by a cable.',
  },
  'backhaul-flapping': {
    about: 'A mesh node changes its parent repeatedly. One alarm counts the changes.',
    firstStep: 'Move the node closer to one of the other nodes, or connect it by a cable.',
  },
  'bridge-link-weak': {
    about:
      'One end of a bridge link receives the other with this signal or less. Rain can interrupt the link.',
    firstStep:
      'Align the antennas of both ends under Wireless, Bridge links, and check that the line of sight is free.',
  },
  'disk-fault': {
    about:
      'A disk of a recorder reports faults, or has failed or is missing. The alarm is critical unless the disk still records.',
    firstStep: 'Replace the disk. Export recordings that you need first if it still records.',
  },
  'disk-full': {
    about:
      'A recorder that does not overwrite stops recording in this time or sooner. The alarm is critical while its disks are full.',
    firstStep: 'Let the recorder overwrite its oldest recordings, or add a disk.',
  },
  'recording-stopped': {
    about: 'A recorder receives cameras and does not record them.',
    firstStep: 'Check the disks and the recording schedule of the recorder.',
  },
  'retention-short': {
    about:
      'At the rate of the last 24 h, a recorder will hold this share of the promised days of a camera or less. Recordings are not lost yet.',
    firstStep: 'Add a disk, reduce the bit rate of the cameras, or change the promised days.',
  },
  'camera-lost': {
    about:
      'A recorder does not receive a camera that is online or not managed here. An offline camera of the project has the alarm Device offline.',
    firstStep: 'Check the camera’s power and cable, then its address and password in the recorder.',
  },
  'camera-tampered': {
    about: 'A camera reports that it was covered, turned away or moved.',
    firstStep: 'Look at the picture of the camera, then check its lens and its direction at its place.',
  },
  'picture-frozen': {
    about: 'A camera is online, and its last three hourly pictures are the same.',
    firstStep: 'Restart the camera, by PoE if it does not answer.',
  },
  'picture-covered': {
    about:
      'The last two hourly pictures of a camera show nothing, although it is not usually dark at this time.',
    firstStep: 'Look at the picture of the camera, then clean or uncover its lens.',
  },
  'clock-wrong': {
    about:
      'The clock of a camera or recorder is wrong by this time or more. Its recordings have wrong times, and ONVIF passwords fail.',
    firstStep: 'Set the source of time of the device to a time server that it can reach.',
  },
  'default-password': {
    about: 'A camera or recorder accepts the password of its maker.',
    firstStep: 'Set another password on the device, also where the recorder uses it.',
  },
};

export function getFirstStep(kind: AlarmKind, deviceKind: DeviceKind | undefined): string {
  const { firstStep, gatewayFirstStep = firstStep } = ALARM_KIND_TEXTS[kind];
  return deviceKind === 'gateway' ? gatewayFirstStep : firstStep;
}
