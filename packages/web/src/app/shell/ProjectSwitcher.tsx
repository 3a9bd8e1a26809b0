import type { Project } from '@northlight/contract';
import { Combobox, UnstyledButton, useCombobox } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconSelector from '@tabler/icons-react/dist/esm/icons/IconSelector.mjs';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { PATHS } from '../../paths.ts';
import { HealthDot } from '../../ui/HealthDot.tsx';
import { useShellContext } from '../shell-context.tsx';
import classes from './shell.module.css';
import { findWorstState } from '../use-tab-title.ts';

const MAX_SHOWN = 50;
const NEW_PROJECT = 'new';

export function ProjectSwitcher() {
  const { project, projects, session } = useShellContext();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch('');
    },
  });
  const found = useMemo(() => findProjects(projects, search), [projects, search]);
  const choose = (value: string) => {
    combobox.closeDropdown();
    if (value === NEW_PROJECT) void navigate({ to: PATHS.newProject, search: {} });
    else void navigate({ to: choosePage(window.location.pathname), search: { project: Number(value) } });
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} width={320} position="bottom-start" shadow="md">
      <Combobox.Target targetType="button">
        <UnstyledButton
          className={`row gap-10 box raised text strong hover ${classes['switcher']}`}
          onClick={() => combobox.toggleDropdown()}
          aria-label={`${project?.name ?? 'No project'}, switch project`}
        >
          <span className="ellipsis">{project?.name ?? 'No project'}</span>
          <IconSelector size={15} aria-hidden />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown aria-label="Projects">
        <Combobox.Search
          value={search}
          aria-label="Find a project"
          placeholder="Find a project"
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            combobox.updateSelectedOptionIndex();
          }}
        />
        <Combobox.Options mah={360} style={{ overflowY: 'auto' }} aria-label="Projects">
          {found.slice(0, MAX_SHOWN).map((each) => (
            <Combobox.Option key={each.id} value={String(each.id)} active={each.id === project?.id}>
              <span className="row gap-8 wide">
                <HealthDot state={findWorstState(each).state} />
                <span className="grow ellipsis">{each.name}</span>
                <span className="mut">
                  {each.devicesOnline}/{each.deviceCount}
                </span>
              </span>
            </Combobox.Option>
          ))}
          {!session.visitor && session.accessType === 'web' && (
            <Combobox.Option value={NEW_PROJECT}>
              <span className="row gap-8 wide">
                <IconPlus size={14} aria-hidden />
                Create project
              </span>
            </Combobox.Option>
          )}
        </Combobox.Options>
        {found.length === 0 && <Combobox.Empty>No matching projects</Combobox.Empty>}
      </Combobox.Dropdown>
    </Combobox>
  );
}

export function findProjects(projects: readonly Project[], search: string): readonly Project[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return projects;
  return projects.filter(({ name, city, country }) =>
    `${name} ${city} ${country}`.toLowerCase().includes(wanted),
  );
}

/**
 * Returns the page to open after switching projects: the current page if it is a project page, otherwise the
 * overview.
 */
function choosePage(pathname: string) {
  const page = Object.values(PATHS).find((path) => path === pathname);
  return page?.startsWith('/manage/') ? page : PATHS.overview;
}
