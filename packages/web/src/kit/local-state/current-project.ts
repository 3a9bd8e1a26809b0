import type { Project } from '@northlight/contract';

/** The current project, stored for the session of this tab (specification §3). */
export interface CurrentProject {
  readonly id: number;
  readonly isShare: boolean;
  /** Network mode: 0 is WLAN, 1 is mesh. */
  readonly netMode: number;
  readonly projectName: string;
  readonly right: 'rw' | 'r';
  /** Offset of the project's time zone, such as +8. */
  readonly zone: string;
  /** Type of the project; 9 is a demo. */
  readonly type_flag: number;
}

export const NO_PROJECT: CurrentProject = {
  id: 0,
  isShare: false,
  netMode: 0,
  projectName: '',
  right: 'rw',
  zone: '+8',
  type_flag: 0,
};

/** Formats the offset of a time zone: `Asia/Shanghai` is `+8`, `Asia/Kolkata` is `+5:30`, `UTC` is `+0`. */
export function getZoneOffset(timeZone: string, at: Date = new Date()): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace(/^GMT/, '') || '+0';
}

export const resolveCurrentProject = (
  project: Pick<Project, 'id' | 'isShare' | 'netMode' | 'name' | 'right' | 'timeZone' | 'typeFlag'>,
  at?: Date,
): CurrentProject => ({
  id: project.id,
  isShare: project.isShare,
  netMode: project.netMode,
  projectName: project.name,
  right: project.right,
  zone: getZoneOffset(project.timeZone, at),
  type_flag: project.typeFlag,
});

export function isCurrentProject(value: unknown): value is CurrentProject {
  if (typeof value !== 'object' || value === null) return false;
  const known = value as Readonly<Record<string, unknown>>;
  return (
    typeof known['id'] === 'number' &&
    typeof known['isShare'] === 'boolean' &&
    typeof known['netMode'] === 'number' &&
    typeof known['projectName'] === 'string' &&
    (known['right'] === 'rw' || known['right'] === 'r') &&
    typeof known['zone'] === 'string' &&
    typeof known['type_flag'] === 'number'
  );
}
