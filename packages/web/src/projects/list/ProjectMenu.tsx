import type { Project } from '@northlight/contract';
import { ActionIcon, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import { useNavigate } from '@tanstack/react-router';
import { GatedMenuItem } from '../../kit/controls/GatedMenuItem.tsx';
import { PATHS } from '../../paths.ts';
import { MENU_WIDTH } from '../../ui/constants.ts';
import { useProjectActions } from '../use-project-actions.ts';

const PAGES = [
  { label: 'Devices', to: PATHS.devices },
  { label: 'Alarms', to: PATHS.alarms },
  { label: 'Sharing', to: PATHS.sharing },
] as const;

/** Menu of a project in the list: its pages, and the actions of its owner with the reason of a refusal. */
export function ProjectMenu({ project }: { readonly project: Project }) {
  const navigate = useNavigate();
  const { remove } = useProjectActions();
  const { id, name } = project;
  const openPage = (search: { dialog?: string }) => () =>
    void navigate({ to: PATHS.project, params: { id: String(id) }, search });
  return (
    <Menu position="bottom-end" width={MENU_WIDTH}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={26} aria-label={`Actions for ${name}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${name}`}>
        <Menu.Item onClick={openPage({})}>Details</Menu.Item>
        {PAGES.map(({ label, to }) => (
          <Menu.Item key={label} onClick={() => void navigate({ to, search: { project: id } })}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <GatedMenuItem can={project.can.own} onClick={openPage({ dialog: 'edit' })}>
          Edit project
        </GatedMenuItem>
        <GatedMenuItem can={project.can.own} danger onClick={() => remove(project)}>
          Delete project
        </GatedMenuItem>
      </Menu.Dropdown>
    </Menu>
  );
}
