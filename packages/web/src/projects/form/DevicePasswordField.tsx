import { DEVICE_PASSWORD_MIN, DEVICE_PASSWORD_SIGNS } from '@northlight/contract/net';
import { Button, PasswordInput, type PasswordInputProps } from '@mantine/core';
import { CopyTextButton } from '../../ui/CopyTextButton.tsx';
import { useState } from 'react';
import { generateDevicePassword } from './generate-device-password.ts';

interface DevicePasswordFieldProps extends PasswordInputProps {
  readonly value: string;
  readonly onGenerate: (password: string) => void;
}

/**
 * Field for the device management password of a new project. A generated password is visible, so that it can
 * be copied.
 */
export function DevicePasswordField({ value, onGenerate, ...rest }: DevicePasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  const [generated, setGenerated] = useState<string>();
  const generate = () => {
    const password = generateDevicePassword();
    setGenerated(password);
    setVisible(true);
    onGenerate(password);
  };
  const isGenerated = value !== '' && value === generated;
  return (
    <div className="grid gap-8">
      <PasswordInput
        label="Device management password"
        description={
          isGenerated
            ? 'Copy the password now. You can also reveal it later in the project settings, and the audit log records each request.'
            : `Every device of the project gets this password. Enter at least ${DEVICE_PASSWORD_MIN} characters with three of: upper case, lower case, digits, ${DEVICE_PASSWORD_SIGNS}. Use a different password from your account’s.`
        }
        autoComplete="new-password"
        required
        visible={visible}
        onVisibilityChange={setVisible}
        value={value}
        {...rest}
        // Marks the input as invalid, because the component marks only its wrapper.
        aria-invalid={rest.error ? true : undefined}
      />
      <div className="flex wrap gap-8">
        <Button variant="default" onClick={generate}>
          Generate password
        </Button>
        {isGenerated && <CopyTextButton text={value} label="Copy password" />}
      </div>
    </div>
  );
}
