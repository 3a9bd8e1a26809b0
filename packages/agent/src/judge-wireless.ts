import type { Capabilities, DeviceConfig } from '@northlight/contract/device-protocol';
import { assignWlans, limitPower, getThresholdFloor } from './ap/assign-wlans.ts';
import type { Verdict } from './judge-ports.ts';

/** Checks the Wi-Fi settings: existing radios, features of radios, and contradictions. */
export function judgeWireless({ wireless }: DeviceConfig, caps: Capabilities, verdict: Verdict): void {
  if (!wireless || !caps.features.includes('wifi')) return;
  const names = wireless.wlans.map(({ name }) => name);
  for (const [index, { accessThresholdDbm, name, security }] of wireless.wlans.entries()) {
    const at = `wireless.wlans.${index}`;
    if (names.indexOf(name) < index) verdict.refuse(`${at}.name`, `The name ${name} is used twice.`);
    const withSae = security.mode === 'wpa3-sae' || security.mode === 'wpa3-sae-wpa2-psk';
    if (withSae && security.mode === 'wpa3-sae' && !security.ciphers.includes('AES'))
      verdict.refuse(`${at}.security.ciphers`, 'WPA3 needs AES.');
    else if (withSae && security.ciphers.includes('TKIP'))
      verdict.substitute(`${at}.security.ciphers`, 'WPA3 does not support TKIP.', 'AES is used.');
    const floor = getThresholdFloor(caps);
    if (accessThresholdDbm !== undefined && accessThresholdDbm < floor)
      verdict.substitute(
        `${at}.accessThresholdDbm`,
        `The lowest access threshold of this device is ${floor} dBm.`,
        `Clients weaker than ${floor} dBm cannot connect.`,
      );
  }
  for (const { path, reason, substitution } of assignWlans(wireless, caps).issues)
    verdict.substitute(path, reason, substitution ?? '');
  judgeRadios(wireless.radios, caps, verdict);
}

function judgeRadios(
  settings: NonNullable<DeviceConfig['wireless']>['radios'],
  { radios }: Capabilities,
  verdict: Verdict,
): void {
  const ids = settings.map(({ id }) => id);
  for (const [index, { id, powerDbm }] of settings.entries()) {
    const at = `wireless.radios.${index}`;
    const radio = radios.find((own) => own.id === id);
    if (ids.indexOf(id) < index) verdict.refuse(`${at}.id`, `Radio ${id} is listed twice.`);
    if (!radio) {
      verdict.substitute(at, `This device has no radio ${id}.`, 'Its settings are left out.');
      continue;
    }
    const { issue } = powerDbm === 'auto' ? {} : limitPower(powerDbm, radio);
    if (issue) verdict.substitute(`${at}.powerDbm`, issue.reason, issue.substitution ?? '');
  }
}
