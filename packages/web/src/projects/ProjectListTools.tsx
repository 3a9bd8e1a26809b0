import { Button, Menu, Select } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { ButtonLink } from '../app/app-link.tsx';
import { useUrlState } from '../kit/url-state.ts';
import { PATHS } from '../paths.ts';
import { RANGES } from './ranges.ts';
import { useProjectActions } from './use-project-actions.ts';

/** The list's own tools: projects of a time, demos, deleted ones, and a new one. */
export function ProjectListTools() {
  const { search, set } = useUrlState();
  const { demo, demoBusy } = useProjectActions();
  return (
    <>
      <Select
        aria-label="Created within"
        size="xs"
        w={150}
        data={[{ value: '', label: 'Created any time' }, ...RANGES]}
        allowDeselect={false}
        value={search.tab ?? ''}
        onChange={(tab) => set({ tab: tab === '' || tab === null ? undefined : tab })}
      />
      <Button variant="default" onClick={() => set({ dialog: 'deleted' })}>
        Recently deleted
      </Button>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button variant="default" loading={demoBusy} rightSection={<IconChevronDown size={14} />}>
            Try a demo
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>A demo of your own, for 15 days: simulated devices that you may configure</Menu.Label>
          <Menu.Item onClick={() => demo('wlan')}>Hotel, traditional WLAN</Menu.Item>
          <Menu.Item onClick={() => demo('mesh')}>House, cable-free mesh</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ButtonLink to={PATHS.newProject} leftSection={<IconPlus size={15} />}>
        New project
      </ButtonLink>
    </>
  );
}
