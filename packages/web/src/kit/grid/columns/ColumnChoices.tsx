import type { ListColumns } from '@northlight/contract';
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  ScrollArea,
  SegmentedControl,
  Stack,
  Text,
} from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { DEFAULT_PREFS, moveColumn } from './use-column-prefs.ts';

export interface ColumnChoicesProps {
  readonly columns: readonly { readonly id: string; readonly header: string }[];
  readonly order: readonly string[];
  readonly visibility: Readonly<Record<string, boolean>>;
  readonly prefs: ListColumns;
  readonly onChange: (next: ListColumns) => void;
}

/** Settings for the columns, their order and the density; buttons are alternatives to dragging. */
export function ColumnChoices({ columns, order, visibility, prefs, onChange }: ColumnChoicesProps) {
  const shown = order
    .map((id) => columns.find((column) => column.id === id))
    .filter((column) => column !== undefined);
  return (
    <>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="Density"
        value={prefs.density}
        data={[
          { value: 'compact', label: 'Compact' },
          { value: 'comfortable', label: 'Comfortable' },
        ]}
        onChange={(value) => onChange({ ...prefs, density: value === 'compact' ? 'compact' : 'comfortable' })}
      />
      <ScrollArea.Autosize mah="min(60vh, 560px)" my={8} type="auto" scrollbars="y">
        <Stack gap={2}>
          {shown.map((column, index) => (
            <Group key={column.id} gap={2} wrap="nowrap" justify="space-between">
              <Checkbox
                size="xs"
                py={4}
                label={column.header}
                checked={visibility[column.id] !== false}
                disabled={index === 0}
                onChange={(event) =>
                  onChange({
                    ...prefs,
                    visibility: { ...prefs.visibility, [column.id]: event.currentTarget.checked },
                  })
                }
              />
              <Group gap={0} wrap="nowrap">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={24}
                  aria-label={`Move ${column.header} up`}
                  disabled={index <= 1}
                  onClick={() => onChange({ ...prefs, order: moveColumn(order, column.id, -1) })}
                >
                  <IconArrowUp size={13} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={24}
                  aria-label={`Move ${column.header} down`}
                  disabled={index === 0 || index === shown.length - 1}
                  onClick={() => onChange({ ...prefs, order: moveColumn(order, column.id, 1) })}
                >
                  <IconArrowDown size={13} />
                </ActionIcon>
              </Group>
            </Group>
          ))}
        </Stack>
      </ScrollArea.Autosize>
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          Alt + ← → on a header changes its width
        </Text>
        <Button variant="default" size="compact-xs" onClick={() => onChange(DEFAULT_PREFS)}>
          Reset columns
        </Button>
      </Group>
    </>
  );
}
