import {
  OTHER_MODE_REASON,
  type PolicyMode,
  PSK_MODES,
  RADIUS_MODES,
  SECURITY_MODE_LABELS,
} from '@northlight/contract';
import { FieldRow } from '../../../kit/form/FieldSet.tsx';
import { NumberField, PasswordField, SelectField } from '../../../kit/form/fields.tsx';
import { KeptSecrets, type KeptSecret } from '../../KeptSecrets.tsx';
import { Ipv4Field } from '../../../kit/form/typed-fields.tsx';
import type { PolicyPart } from './form-parts.ts';
import { chooseCipher, type PolicyValues } from './policy-values.ts';

const MODES: readonly PolicyMode[] = ['open', ...PSK_MODES, ...RADIUS_MODES];
const MODE_OPTIONS = [
  ...MODES.map((mode) => ({ value: mode as string, label: SECURITY_MODE_LABELS[mode] })),
  { value: 'other', label: `${SECURITY_MODE_LABELS.other}: ${OTHER_MODE_REASON}`, disabled: true },
];

/** Fields for security mode and credentials, with buttons that reveal stored secrets. */
export function SecurityFields({ form }: PolicyPart) {
  const kept = listKeptSecrets(form.values);
  return (
    <>
      <Fields form={form} />
      {kept.length > 0 && <KeptSecrets secrets={kept} />}
    </>
  );
}

const isRadiusMode = (mode: PolicyMode): boolean => mode === 'wpa' || mode === 'wpa2';

function listKeptSecrets({ keyId, mode, radiusSecretId }: PolicyValues): KeptSecret[] {
  if (mode === 'open') return [];
  const [id, label] = isRadiusMode(mode)
    ? [radiusSecretId, 'current RADIUS password']
    : [keyId, 'current password'];
  return id === undefined ? [] : [{ id, label }];
}

function Fields({ form }: Pick<PolicyPart, 'form'>) {
  const { cipher, mode } = form.values;
  const isRadius = isRadiusMode(mode);
  return (
    <>
      <SelectField
        label="Security mode"
        data={MODE_OPTIONS}
        allowDeselect={false}
        {...form.getInputProps('mode')}
        onChange={(next) => {
          const chosen = MODES.find((each) => each === next);
          if (chosen) form.setValues({ mode: chosen, cipher: chooseCipher(chosen, cipher) });
        }}
      />
      {mode === 'open' && <p className="mut above">Everyone can join, and traffic is not encrypted.</p>}
      {mode !== 'open' && (isRadius ? <RadiusFields form={form} /> : <KeyField form={form} />)}
    </>
  );
}

const KEPT = 'Unchanged';

function KeyField({ form }: Pick<PolicyPart, 'form'>) {
  return (
    <PasswordField
      label="Password"
      isSet={form.values.keyId !== undefined}
      description={
        form.values.keyId === undefined
          ? '8 to 63 letters, digits and symbols, or 64 hex digits'
          : 'Leave empty to keep the current one'
      }
      placeholder={form.values.keyId === undefined ? undefined : KEPT}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      {...form.getInputProps('key')}
      aria-invalid={form.errors['key'] !== undefined || undefined}
    />
  );
}

function RadiusFields({ form }: Pick<PolicyPart, 'form'>) {
  const isKept = form.values.radiusSecretId !== undefined;
  return (
    <>
      <FieldRow>
        <Ipv4Field label="RADIUS server" {...form.getInputProps('radiusIp')} />
        <NumberField
          label="RADIUS port"
          allowDecimal={false}
          clampBehavior="none"
          hideControls
          {...form.getInputProps('radiusPort')}
        />
      </FieldRow>
      <PasswordField
        label="RADIUS password"
        isSet={isKept}
        description={
          isKept
            ? 'Leave empty to keep the current one'
            : 'The RADIUS server expects this password from the devices'
        }
        placeholder={isKept ? KEPT : undefined}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        {...form.getInputProps('radiusSecret')}
        aria-invalid={form.errors['radiusSecret'] !== undefined || undefined}
      />
    </>
  );
}
