import { Button, Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { ButtonLink } from '../app/app-link.tsx';
import { useUrlState } from '../kit/url-state.ts';
import { PATHS } from '../paths.ts';
import { RANGES } from './ranges.ts';
import { useProjectActions } from './use-project-actions.ts';
import { MENU_WIDTH } from '../ui/constants.ts';

const ANY_TIME = 'Created at any time';

/** Tools of the project list: the time range, deleted projects, demos, and a new project. */
export function ProjectListTools() {
  const { search, set } = useUrlState();
  const { demo, demoBusy } = useProjectActions();
  return (
    <>
      <Menu position="bottom-end" width={MENU_WIDTH}>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} />}>
            {RANGES.find(({ value }) => value === search.tab)?.label ?? ANY_TIME}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Created</Menu.Label>
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
          <Menu.Label>Your own demo for 15 days, with simulated devices that you can configure</Menu.Label>
          <Menu.Item onClick={() => demo('wlan')}>Hotel, traditional WLAN</Menu.Item>
          <Menu.Item onClick={() => demo('mesh')}>House, wireless mesh</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ButtonLink to={PATHS.newProject} leftSection={<IconPlus size={15} />}>
        Create project
      </ButtonLink>
    </>
  );
}
