import { listPossibleParents } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { FieldSet } from '../../kit/form/FieldSet.tsx';
import { SelectField } from '../../kit/form/fields.tsx';
import { listParentOptions } from './parent-options.ts';
import type { SettingsSectionProps } from './settings-section-props.ts';

const AUTOMATIC = 'automatic';

/** Field for the preferred parent of a secondary node. Nodes below it are not offered. */
export function MeshFields({ device, form, mesh }: SettingsSectionProps) {
  const { id: projectId } = useProject();
  const { data } = useQuery(createQuery('deviceGet', { params: { projectId, deviceId: device.id } }));
  const { preferredParent } = form.values;
  const possible = mesh ? listPossibleParents(mesh) : [];
  const isListed = preferredParent === '' || possible.some(({ mac }) => mac === preferredParent);
  const nameOf = (mac: string) => mesh?.nodes.find((node) => node.mac === mac)?.name ?? mac;
  return (
    <FieldSet>
      <SelectField
        label="Preferred parent"
        description={
          preferredParent === ''
            ? 'The node connects to the best node that it receives.'
            : `The node connects to ${nameOf(preferredParent)} while its signal is −75 dBm or more, and otherwise to the best other node.`
        }
        data={[
          { value: AUTOMATIC, label: 'Automatic' },
          ...listParentOptions(possible, data),
          ...(isListed ? [] : [{ value: preferredParent, label: nameOf(preferredParent) }]),
        ]}
        allowDeselect={false}
        {...form.getInputProps('preferredParent')}
        value={preferredParent === '' ? AUTOMATIC : preferredParent}
        onChange={(value) =>
          form.setValues({ preferredParent: value === null || value === AUTOMATIC ? '' : value })
        }
      />
    </FieldSet>
  );
}
