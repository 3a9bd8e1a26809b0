import { type DeviceBackhaul, listPossibleParents } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { FieldSet } from '../../kit/form/FieldSet.tsx';
import { SelectField } from '../../kit/form/fields.tsx';
import type { SettingsSectionProps } from './settings-section-props.ts';

const AUTOMATIC = 'automatic';

/** Field for the preferred parent of a secondary node. Nodes below it are not offered. */
export function MeshFields({ deviceId, form, mesh }: SettingsSectionProps) {
  const { id: projectId } = useProject();
  const { data } = useQuery(createQuery('deviceGet', { params: { projectId, deviceId } }));
  const { preferredParent } = form.values;
  const possible = mesh ? listPossibleParents(mesh) : [];
  const isListed = preferredParent === '' || possible.some(({ mac }) => mac === preferredParent);
  const signals = listSignals(data?.backhaul);
  const nameOf = (mac: string) => mesh?.nodes.find((node) => node.mac === mac)?.name ?? mac;
  return (
    <FieldSet>
      <SelectField
        label="Preferred parent"
        description="The node connects to it while it receives it with −75 dBm or more, and otherwise to the best other node."
        data={[
          { value: AUTOMATIC, label: 'Automatic' },
          ...possible.map(({ mac, name }) => ({
            value: mac,
            label: `${name}${signals.get(name) ?? (data ? ', not in reach' : '')}`,
          })),
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

/** Returns the reported signal of each node of the project by its name, as the end of its label. */
function listSignals(backhaul: DeviceBackhaul | undefined): ReadonlyMap<string, string> {
  if (!backhaul) return new Map();
  const { candidates, parent, signalDbm } = backhaul;
  const others = candidates.flatMap(({ node, signalDbm: dbm }) =>
    'name' in node ? [[node.name, `, ${formatDbm(dbm)}`] as const] : [],
  );
  const current = signalDbm === undefined ? ', current parent' : `, ${formatDbm(signalDbm)}, current parent`;
  return new Map([...others, ...('name' in parent ? [[parent.name, current] as const] : [])]);
}

const formatDbm = (dbm: number): string => `${String(Math.round(dbm)).replace('-', '−')} dBm`;
