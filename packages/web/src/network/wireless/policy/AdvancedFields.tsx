import {
  ACCESS_THRESHOLD_MAX,
  CIPHERS_BY_MODE,
  findCipherProblem,
  getAccessThresholdMin,
  isFiveGhz,
  GROUP_KEY_ROTATION_MAX_SECONDS,
  GROUP_KEY_ROTATION_MIN_SECONDS,
  SECURITY_MODE_LABELS,
} from '@northlight/contract';
import { CheckboxField, NumberField, SelectField } from '../../../kit/form/fields.tsx';
import { formatDuration } from '../../../kit/format/index.ts';
import { useNetworkDraft } from '../../../draft/index.ts';
import type { PolicyPart } from './form-parts.ts';
import { CodeField } from '../../../kit/form/typed-fields.tsx';

const ALL_CIPHERS = ['AES', 'TKIP', 'TKIP+AES'] as const;

/** Fields that most policies leave at their defaults: SSID details, encryption and the lowest accepted signal. */
export function AdvancedFields({ form }: PolicyPart) {
  const { scope } = useNetworkDraft();
  const { bands, devices, everywhere, hasSecondName, mode } = form.values;
  const canSplit = bands.includes('2.4G') && bands.some(isFiveGhz);
  const minDbm = getAccessThresholdMin({ devices: everywhere ? 'all' : devices }, scope.wireless.devices);
  return (
    <>
      <CheckboxField
        label="Separate 5 GHz SSID"
        description={canSplit || hasSecondName ? undefined : 'Needs 2.4 GHz and 5 GHz'}
        disabled={!canSplit && !hasSecondName}
        {...form.getInputProps('hasSecondName', { type: 'checkbox' })}
      />
      {hasSecondName && <CodeField label="5 GHz SSID" {...form.getInputProps('ssid5g')} />}
      <CheckboxField label="Hide the SSID" {...form.getInputProps('hidden', { type: 'checkbox' })} />
      <NumberField
        label="Minimum signal to join (dBm)"
        description={`Rejects clients with a weaker signal; ${minDbm} to ${ACCESS_THRESHOLD_MAX}, empty for no threshold`}
        placeholder="None"
        empty="None"
        allowDecimal={false}
        clampBehavior="none"
        hideControls
        {...form.getInputProps('thresholdDbm')}
      />
      {mode !== 'open' && (
        <SelectField
          label="Encryption"
          data={ALL_CIPHERS.map((choice) => {
            const problem = findCipherProblem(mode, choice);
            return {
              value: choice,
              label: problem === undefined ? choice : `${choice}: not with this mode`,
              disabled: problem !== undefined,
            };
          })}
          description={
            CIPHERS_BY_MODE[mode].length < ALL_CIPHERS.length
              ? `${SECURITY_MODE_LABELS[mode]} works with ${CIPHERS_BY_MODE[mode].join(' or ')} only`
              : undefined
          }
          allowDeselect={false}
          {...form.getInputProps('cipher')}
        />
      )}
      {mode !== 'open' && <KeyUpdate form={form} />}
    </>
  );
}

const KeyUpdate = ({ form }: PolicyPart) => (
  <NumberField
    label="Group key rotation (s)"
    description={describeKeyUpdate(form.values.keyUpdateSeconds)}
    allowDecimal={false}
    allowNegative={false}
    clampBehavior="none"
    hideControls
    {...form.getInputProps('keyUpdateSeconds')}
  />
);

/** Describes the time between changes of the group key: `1 h; 60 to 99999, 0 for never`. */
function describeKeyUpdate(seconds: number | ''): string {
  const now = seconds === '' || seconds === 0 ? '' : `${formatDuration(seconds)}; `;
  return `${now}${GROUP_KEY_ROTATION_MIN_SECONDS} to ${GROUP_KEY_ROTATION_MAX_SECONDS}, 0 for never`;
}
