import type { Project, WaitingDevice } from '@northlight/contract';

/** Returns the model name without the equipment after the comma. */
export function formatModelLabel({ modelName }: WaitingDevice): string {
  return modelName.split(',')[0] ?? modelName;
}

export interface ProjectChoice {
  readonly value: string;
  readonly label: string;
  readonly disabled: boolean;
}

/** Lists the options for all projects of the account. A disabled project has the reason after its name. */
export function listProjectChoices(projects: readonly Project[]): ProjectChoice[] {
  return projects.map(({ id, name, property, can }) => {
    const reason =
      property === 'demo'
        ? 'demo'
        : can.write.allowed
          ? undefined
          : property === 'own'
            ? 'locked'
            : 'read-only';
    return {
      value: String(id),
      label: reason === undefined ? name : `${name} (${reason})`,
      disabled: reason !== undefined,
    };
  });
}

/** Returns the open project if it can take the device, otherwise the only project that can. */
export function suggestProject(choices: readonly ProjectChoice[], open: number | undefined): string {
  const enabled = choices.filter(({ disabled }) => !disabled);
  const openChoice = enabled.find(({ value }) => value === String(open));
  return openChoice?.value ?? (enabled.length === 1 ? (enabled[0]?.value ?? '') : '');
}
