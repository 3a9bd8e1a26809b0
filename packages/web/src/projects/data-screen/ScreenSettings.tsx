import {
  DEFAULT_LAYOUT,
  SCREEN_COUNTRIES_MAX,
  SCREEN_PANELS,
  SCREEN_SIDE_MAX,
  type ScreenLayout,
  screenLayout,
  type ScreenPanel,
} from '@northlight/contract';
import { Button, Group, Modal, MultiSelect, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { awaitRefetch, call, createQuery } from '../../kit/api/index.ts';
import { Form, useApiForm, findZodErrors } from '../../kit/form/index.ts';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import { PANEL_TITLES } from './BoardPanels.tsx';
import { Displays } from './Displays.tsx';

interface ScreenSettingsProps {
  readonly layout: ScreenLayout;
  readonly onClose: () => void;
}

/** Dialog with the layout of the account's data screen, and its displays. */
export function ScreenSettings({ layout, onClose }: ScreenSettingsProps) {
  const session = useQuery(createQuery('sessionGet', { query: {} })).data;
  const [part, setPart] = useState('layout');
  return (
    <Modal opened onClose={onClose} title="Data screen" size={POPUP_WIDTHS.medium}>
      {session?.visitor ? (
        <p>Visitors see the default layout. Sign up to change the layout and create displays.</p>
      ) : (
        <>
          <SegmentedControl
            aria-label="Settings"
            data={[
              { value: 'layout', label: 'Layout' },
              { value: 'displays', label: 'Displays' },
            ]}
            value={part}
            onChange={setPart}
            mb="md"
          />
          {part === 'layout' ? <LayoutForm layout={layout} onClose={onClose} /> : <Displays />}
        </>
      )}
    </Modal>
  );
}

interface LayoutValues extends Record<string, unknown> {
  readonly title: string;
  readonly countries: string[];
  readonly left: string[];
  readonly right: string[];
}

const toValues = ({ countries, left, right, title }: ScreenLayout): LayoutValues => ({
  title,
  countries: [...countries],
  left: [...left],
  right: [...right],
});

const toLayout = ({ left, right, ...rest }: LayoutValues): ScreenLayout => ({
  ...rest,
  left: left as ScreenPanel[],
  right: right as ScreenPanel[],
});

function LayoutForm({ layout, onClose }: ScreenSettingsProps) {
  const projects = useQuery(createQuery('projectList', {})).data?.items ?? [];
  const countries = [...new Set(projects.map(({ country }) => country).filter((name) => name !== ''))].sort();
  const { form, ...state } = useApiForm<LayoutValues>({
    initialValues: toValues(layout),
    validate: (values) => findZodErrors(screenLayout, toLayout(values)),
    onSubmit: async (values) => {
      await call('dataScreenLayout', { body: toLayout(values) });
      await awaitRefetch();
      onClose();
    },
  });
  const availablePanels = (side: 'left' | 'right') => {
    const other = form.values[side === 'left' ? 'right' : 'left'];
    return SCREEN_PANELS.filter((panel) => !other.includes(panel)).map((panel) => ({
      value: panel,
      label: PANEL_TITLES[panel],
    }));
  };
  return (
    <Form {...state} submit="Save" onCancel={onClose}>
      <Stack gap="md">
        <TextInput label="Title" maxLength={18} required {...form.getInputProps('title')} />
        <MultiSelect
          label="Countries on the map"
          description={`Up to ${SCREEN_COUNTRIES_MAX} countries. Leave empty to show the countries with the most devices.`}
          data={countries}
          maxValues={SCREEN_COUNTRIES_MAX}
          searchable
          clearable
          nothingFoundMessage="No projects in this country."
          {...form.getInputProps('countries')}
        />
        <MultiSelect
          label="Panels left of the map"
          description="The first selected panel is at the top."
          data={availablePanels('left')}
          maxValues={SCREEN_SIDE_MAX}
          clearable
          {...form.getInputProps('left')}
        />
        <MultiSelect
          label="Panels right of the map"
          description="The first selected panel is at the top."
          data={availablePanels('right')}
          maxValues={SCREEN_SIDE_MAX}
          clearable
          {...form.getInputProps('right')}
        />
        <Group>
          <Button variant="default" onClick={() => form.setValues(toValues(DEFAULT_LAYOUT))}>
            Reset layout
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
