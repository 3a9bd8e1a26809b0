import { listPossibleParents } from '@northlight/contract';
import { FieldSet } from '../../kit/form/FieldSet.tsx';
import { SelectField } from '../../kit/form/fields.tsx';
import type { SettingsPart } from './settings-part.ts';

const AUTOMATIC = 'automatic';

/** Field for the preferred parent of a secondary node. Nodes below it are not offered. */
export function MeshFields({ form, mesh }: SettingsPart) {
  const { preferredParent } = form.values;
  const possible = mesh ? listPossibleParents(mesh) : [];
  const isListed = preferredParent === '' || possible.some(({ mac }) => mac === preferredParent);
  const nameOf = (mac: string) => mesh?.nodes.find((node) => node.mac === mac)?.name ?? mac;
  return (
    <FieldSet>
      <SelectField
        label="Preferred parent"
        description="The node connects to it while it receives it with −75 dBm or more, and otherwise to the best other node."
        data={[
          { value: AUTOMATIC, label: 'Automatic' },
          ...possible.map(({ mac, name }) => ({ value: mac, label: name })),
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
