import { Button, Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { ButtonLink } from '../app/app-link.tsx';
import { useUrlState } from '../kit/url-state.ts';
import { PATHS } from '../paths.ts';
import { RANGES } from './ranges.ts';
import { useProjectActions } from './use-project-actions.ts';

const ANY_TIME = 'Created any time';

/** The list's own tools: projects of a time, demos, deleted ones, and a new one. */
export function ProjectListTools() {
  const { search, set } = useUrlState();
  const { demo, demoBusy } = useProjectActions();
  return (
    <>
      <Menu position="bottom-end" width={190}>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} />}>
            {RANGES.find(({ value }) => value === search.tab)?.label ?? ANY_TIME}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Projects that were created</Menu.Label>
          <Menu.Item onClick={() => set({ tab: undefined })}>{ANY_TIME}</Menu.Item>
          {RANGES.map(({ value, label }) => (
            <Menu.Item key={value} onClick={() => set({ tab: value })}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
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
