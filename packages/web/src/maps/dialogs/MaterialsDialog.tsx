import { mapMaterials, type MapMaterials, WALL_LOSSES, type WallMaterial } from '@northlight/contract';
import { ActionIcon, Button, NumberInput, Select, TextInput } from '@mantine/core';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { FormDialog } from '../../app/dialog/FormDialog.tsx';
import { useProject } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, call } from '../../kit/api/index.ts';
import { findZodErrors, useApiForm } from '../../kit/form/index.ts';
import { WALL_LOSS_NAMES } from '../heat/quantities.ts';

/** The materials of a project with their losses in each band. */
export function MaterialsDialog({
  materials,
  onClose,
}: {
  readonly materials: MapMaterials;
  readonly onClose: () => void;
}) {
  const { id: projectId } = useProject();
  const { form, ...state } = useApiForm({
    initialValues: { items: materials.items, wallLosses: materials.wallLosses },
    validate: ({ items, wallLosses }) =>
      findZodErrors(mapMaterials, { version: materials.version, items, wallLosses }),
    onSubmit: async ({ items, wallLosses }) => {
      await call('mapMaterialsSave', {
        params: { projectId },
        body: { version: materials.version, items, wallLosses },
      });
      await awaitRefetch();
      toast.done('The materials were saved.');
      onClose();
    },
  });
  const { items } = form.values;
  const add = () => {
    const id = crypto.randomUUID();
    const material: WallMaterial = { id, name: 'New material', lossDb: { ghz2: 10, ghz5: 10 } };
    form.setFieldValue('items', [...items, material]);
  };
  return (
    <FormDialog {...state} title="Wall materials" width="wide" submit="Save materials" onClose={onClose}>
      <p className="mut">
        The loss of one wall. As measured in buildings, all walls on a way together count at most 14 dB,
        because signals reach a room behind several walls through doors and reflections too.
      </p>
      <Select
        label="Wall losses"
        mt="sm"
        allowDeselect={false}
        data={WALL_LOSSES.map((value) => ({ value, label: WALL_LOSS_NAMES[value] }))}
        {...form.getInputProps('wallLosses')}
      />
      <table className="lined">
        <thead>
          <tr>
            <th scope="col">Material</th>
            <th scope="col">Loss at 2.4 GHz (dB)</th>
            <th scope="col">Loss at 5 GHz (dB)</th>
            <th scope="col">
              <span className="mut">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, name }, index) => (
            <tr key={id}>
              <td>
                <TextInput aria-label="Material" {...form.getInputProps(`items.${index}.name`)} />
              </td>
              <td>
                <NumberInput
                  aria-label={`Loss of ${name} at 2.4 GHz`}
                  decimalScale={1}
                  {...form.getInputProps(`items.${index}.lossDb.ghz2`)}
                />
              </td>
              <td>
                <NumberInput
                  aria-label={`Loss of ${name} at 5 GHz`}
                  decimalScale={1}
                  {...form.getInputProps(`items.${index}.lossDb.ghz5`)}
                />
              </td>
              <td>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove ${name}`}
                  onClick={() => form.removeListItem('items', index)}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {typeof form.errors['items'] === 'string' && <p role="alert">{form.errors['items']}</p>}
      <Button variant="default" size="xs" mt="sm" onClick={add}>
        Add material
      </Button>
    </FormDialog>
  );
}
