import type { Project, WaitingDevice } from '@northlight/contract';

/** What a device is in few words: its model without what it has on board. */
export function whatItIs({ modelName }: WaitingDevice): string {
  return modelName.split(',')[0] ?? modelName;
}

export interface ProjectChoice {
  readonly value: string;
  readonly label: string;
  readonly disabled: boolean;
}

/** Every project of the account; one that it may not add to says why in its name. */
export function projectChoices(projects: readonly Project[]): ProjectChoice[] {
  return projects.map(({ id, name, property, can }) => {
    const reason =
      property === 'demo'
        ? 'demo'
        : can.write.allowed
          ? undefined
          : property === 'own'
            ? 'locked'
            : 'read only';
    return {
      value: String(id),
      label: reason === undefined ? name : `${name} (${reason})`,
      disabled: reason !== undefined,
    };
  });
}

/** The open project when the device can go there, else the only one that it can go to. */
export function likelyProject(choices: readonly ProjectChoice[], open: number | undefined): string {
  const free = choices.filter(({ disabled }) => !disabled);
  const here = free.find(({ value }) => value === String(open));
  return here?.value ?? (free.length === 1 ? (free[0]?.value ?? '') : '');
}
