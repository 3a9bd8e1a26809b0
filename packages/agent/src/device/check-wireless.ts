import type { Capabilities, DeviceConfig } from '@northlight/contract/device-protocol';
import { assignWlans, limitPower, getThresholdFloor } from '../ap/assign-wlans.ts';
import type { IssueCollector } from './check-ports.ts';

/** Checks the Wi-Fi settings: existing radios, features of radios, and contradictions. */
export function checkWireless(
  { wireless }: DeviceConfig,
  caps: Capabilities,
  collector: IssueCollector,
): void {
  if (!wireless || !caps.features.includes('wifi')) return;
  const names = wireless.wlans.map(({ name }) => name);
  for (const [index, { accessThresholdDbm, name, security }] of wireless.wlans.entries()) {
    const at = `wireless.wlans.${index}`;
    if (names.indexOf(name) < index) collector.refuse(`${at}.name`, `The name ${name} is used twice.`);
    const withSae = security.mode === 'wpa3-sae' || security.mode === 'wpa3-sae-wpa2-psk';
    if (withSae && security.mode === 'wpa3-sae' && !security.ciphers.includes('AES'))
      collector.refuse(`${at}.security.ciphers`, 'WPA3 needs AES.');
    else if (withSae && security.ciphers.includes('TKIP'))
      collector.substitute(`${at}.security.ciphers`, 'WPA3 does not support TKIP.', 'AES is used.');
    const floor = getThresholdFloor(caps);
    if (accessThresholdDbm !== undefined && accessThresholdDbm < floor)
      collector.substitute(
        `${at}.accessThresholdDbm`,
        `The lowest access threshold of this device is ${floor} dBm.`,
        `Clients weaker than ${floor} dBm cannot connect.`,
      );
  }
  for (const { path, reason, substitution } of assignWlans(wireless, caps).issues)
    collector.substitute(path, reason, substitution ?? '');
  checkRadios(wireless.radios, caps, collector);
}

function checkRadios(
  settings: NonNullable<DeviceConfig['wireless']>['radios'],
  { radios }: Capabilities,
  collector: IssueCollector,
): void {
  const ids = settings.map(({ id }) => id);
  for (const [index, { id, powerDbm }] of settings.entries()) {
    const at = `wireless.radios.${index}`;
    const radio = radios.find((own) => own.id === id);
    if (ids.indexOf(id) < index) collector.refuse(`${at}.id`, `Radio ${id} is listed twice.`);
    if (!radio) {
      collector.substitute(at, `This device has no radio ${id}.`, 'Its settings are left out.');
      continue;
    }
    const { issue } = powerDbm === 'auto' ? {} : limitPower(powerDbm, radio);
    if (issue) collector.substitute(`${at}.powerDbm`, issue.reason, issue.substitution ?? '');
  }
}
