import type { Capabilities, DeviceConfig } from '@northlight/contract/device-protocol';
import { placeWlans, powerOf, thresholdFloor } from './ap/place-wlans.ts';
import type { Verdict } from './judge-ports.ts';

/** The rules of the air: which radios there are, what each can, and what cannot be meant. */
export function judgeWireless({ wireless }: DeviceConfig, caps: Capabilities, verdict: Verdict): void {
  if (!wireless || !caps.features.includes('wifi')) return;
  const names = wireless.wlans.map(({ name }) => name);
  for (const [index, { accessThresholdDbm, name, security }] of wireless.wlans.entries()) {
    const at = `wireless.wlans.${index}`;
    if (names.indexOf(name) < index) verdict.refuse(`${at}.name`, `The name ${name} stands there twice.`);
    const withSae = security.mode === 'wpa3-sae' || security.mode === 'wpa3-sae-wpa2-psk';
    if (withSae && security.mode === 'wpa3-sae' && !security.ciphers.includes('AES'))
      verdict.refuse(`${at}.security.ciphers`, 'WPA3 needs AES.');
    else if (withSae && security.ciphers.includes('TKIP'))
      verdict.leaveOut(`${at}.security.ciphers`, 'WPA3 knows no TKIP.', 'AES is used.');
    const floor = thresholdFloor(caps);
    if (accessThresholdDbm !== undefined && accessThresholdDbm < floor)
      verdict.leaveOut(
        `${at}.accessThresholdDbm`,
        `This device refuses clients from ${floor} dBm on.`,
        `Clients weaker than ${floor} dBm are not let in.`,
      );
  }
  for (const { path, reason, substitution } of placeWlans(wireless, caps).issues)
    verdict.leaveOut(path, reason, substitution ?? '');
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
    if (ids.indexOf(id) < index) verdict.refuse(`${at}.id`, `Radio ${id} stands there twice.`);
    if (!radio) {
      verdict.leaveOut(at, `This device has no radio ${id}.`, 'Its settings are left out.');
      continue;
    }
    const { issue } = powerDbm === 'auto' ? {} : powerOf(powerDbm, radio);
    if (issue) verdict.leaveOut(`${at}.powerDbm`, issue.reason, issue.substitution ?? '');
  }
}
