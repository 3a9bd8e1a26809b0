import { type Permission, RESERVATIONS_MAX } from '@northlight/contract';
import { ActionIcon } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { FieldSet } from '../../../kit/form/FieldSet.tsx';
import { FieldText } from '../../../kit/form/FieldText.tsx';
import { useReadOnly } from '../../../kit/form/read-only.tsx';
import { Section } from '../../../kit/page/index.ts';
import { GatedButton, deny } from '../../../kit/controls/GatedButton.tsx';
import { CodeField, Ipv4Field, MacField } from '../../../kit/form/typed-fields.tsx';
import classes from '../gateway.module.css';
import { EMPTY_RESERVATION, type PoolValues } from './pool-form-values.ts';

const ALLOWED: Permission = { allowed: true };
const FULL = deny(`The limit of ${RESERVATIONS_MAX} reserved addresses is reached. Remove one first.`);

/** Fields for reserved addresses, each for one client. */
export function ReservationFields({ form }: { readonly form: UseFormReturnType<PoolValues> }) {
  const { reservations } = form.values;
  const isReadOnly = useReadOnly();
  if (isReadOnly && reservations.length === 0) return null;
  if (isReadOnly)
    return (
      <Section title="Reserved addresses">
        <FieldSet>
          {reservations.map(({ ip, mac, name }) => (
            <FieldText key={ip} label={ip}>
              <span className="mono">{mac}</span> {name}
            </FieldText>
          ))}
        </FieldSet>
      </Section>
    );
  return (
    <fieldset className="grid gap-8 above">
      <legend className="strong">Reserved addresses</legend>
      <p className="mut">A client with this MAC address always gets the same IP address.</p>
      {reservations.map((_each, index) => (
        // The index is the key, because reservations have no id.
        <div key={index} className={`grid gap-6 wide align-centre ${classes['reservation']}`}>
          <Ipv4Field
            aria-label={`Address ${index + 1}`}
            placeholder="Address"
            {...form.getInputProps(`reservations.${index}.ip`)}
          />
          <MacField
            aria-label={`MAC address ${index + 1}`}
            placeholder="MAC address"
            {...form.getInputProps(`reservations.${index}.mac`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove reserved address ${index + 1}`}
            onClick={() => form.removeListItem('reservations', index)}
          >
            <IconX size={14} />
          </ActionIcon>
          <CodeField
            aria-label={`Name ${index + 1}`}
            placeholder="Name"
            {...form.getInputProps(`reservations.${index}.name`)}
          />
        </div>
      ))}
      <GatedButton
        can={reservations.length < RESERVATIONS_MAX ? ALLOWED : FULL}
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={() => form.insertListItem('reservations', EMPTY_RESERVATION)}
      >
        Reserve address
      </GatedButton>
    </fieldset>
  );
}
