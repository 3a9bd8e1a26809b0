import { NET_MODE_LABELS, type Project, TEMPLATE_TARGETS_LIMIT } from '@northlight/contract';
import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useShellContext } from '../../app/shell-context.tsx';
import { GatedButton, deny, formatReason } from '../../kit/controls/GatedButton.tsx';
import { formatPlural } from '../../kit/format/index.ts';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import classes from './apply.module.css';

const SEARCH_FROM = 8;

interface ChooseProjectsProps {
  readonly chosen: readonly number[];
  readonly onChange: (chosen: readonly number[]) => void;
  readonly onNext: () => void;
  readonly onCancel: () => void;
}

/** Selects projects of the account. Projects that the account cannot configure show the reason. */
export function ChooseProjects({ chosen, onCancel, onChange, onNext }: ChooseProjectsProps) {
  const { projects } = useShellContext();
  const [search, setSearch] = useState('');
  const shown = projects.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const configurable = shown.filter(({ can }) => can.write.allowed).map(({ id }) => id);
  const allChosen = configurable.length > 0 && configurable.every((id) => chosen.includes(id));
  const toggle = (ids: readonly number[], wanted: boolean) =>
    onChange([...chosen.filter((id) => !ids.includes(id)), ...(wanted ? ids : [])]);
  const can =
    chosen.length === 0
      ? deny('Choose a project first.')
      : chosen.length > TEMPLATE_TARGETS_LIMIT
        ? deny(`Select at most ${TEMPLATE_TARGETS_LIMIT} projects at once.`)
        : ({ allowed: true } as const);
  return (
    <>
      <p className="mut below">
        Northlight matches VLANs by ID, DHCP pools by VLAN, and wireless policies by name or SSID. The rest of
        each project stays unchanged. You review all changes before Northlight sends them.
      </p>
      {projects.length > SEARCH_FROM && (
        <TextInput
          aria-label="Search projects"
          placeholder="Search projects"
          mb={8}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <Checkbox
        size="xs"
        mb={8}
        label={`All configurable projects: ${configurable.length} of ${formatPlural(shown.length, 'project')}`}
        disabled={configurable.length === 0}
        checked={allChosen}
        onChange={(event) => toggle(configurable, event.currentTarget.checked)}
      />
      <ScrollBox label="Projects" className={`grid box divided ${classes['projects']}`}>
        {shown.map((project) => (
          <ProjectRow
            key={project.id}
            project={project}
            chosen={chosen.includes(project.id)}
            onToggle={(wanted) => toggle([project.id], wanted)}
          />
        ))}
      </ScrollBox>
      <Group justify="flex-end" mt="lg" gap={8}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <GatedButton key="review" can={can} onClick={onNext}>
          Review changes
        </GatedButton>
      </Group>
    </>
  );
}

interface ProjectRowProps {
  readonly project: Project;
  readonly chosen: boolean;
  readonly onToggle: (wanted: boolean) => void;
}

function ProjectRow({ chosen, onToggle, project }: ProjectRowProps) {
  const { can, deviceCount, name, netMode } = project;
  return (
    <div className={`row between gap-16 ${classes['project']}`}>
      <Checkbox
        size="xs"
        label={name}
        description={can.write.allowed ? undefined : formatReason(can.write)}
        disabled={!can.write.allowed}
        checked={chosen}
        onChange={(event) => onToggle(event.currentTarget.checked)}
      />
      <span className="fixed mut">
        {NET_MODE_LABELS[netMode]} · {formatPlural(deviceCount, 'device')}
      </span>
    </div>
  );
}
