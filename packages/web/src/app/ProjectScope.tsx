import type { Project } from '@northlight/contract';
import { Group, MultiSelect, Radio } from '@mantine/core';
import type { ComponentProps } from 'react';

/** Form values of a project selection, which is all projects of the account or a list. */
export interface ProjectScopeValues {
  readonly where: 'all' | 'some';
  readonly projects: string[];
}

export const ALL_PROJECTS: ProjectScopeValues = { where: 'all', projects: [] };

/** Converts form values into the value of the API. */
export const toProjectScope = ({ projects, where }: ProjectScopeValues): 'all' | number[] =>
  where === 'all' ? 'all' : projects.map(Number);

export const findProjectScopeErrors = ({
  projects,
  where,
}: ProjectScopeValues): { readonly projects?: string } =>
  where === 'some' && projects.length === 0 ? { projects: 'Choose at least one project.' } : {};

interface ProjectScopeProps {
  readonly label: string;
  readonly values: ProjectScopeValues;
  readonly projects: readonly Pick<Project, 'id' | 'name'>[];
  readonly where: Omit<ComponentProps<typeof Radio.Group>, 'children'>;
  readonly chosen: ComponentProps<typeof MultiSelect>;
}

export function ProjectScope({ chosen, label, projects, values, where }: ProjectScopeProps) {
  return (
    <>
      <Radio.Group label={label} {...where}>
        <Group mt={6}>
          <Radio value="all" label="All projects" />
          <Radio value="some" label="Selected projects" />
        </Group>
      </Radio.Group>
      {values.where === 'some' && (
        <MultiSelect
          label="Projects"
          data={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
          searchable
          {...chosen}
        />
      )}
    </>
  );
}
