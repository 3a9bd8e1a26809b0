import type { Project } from '@northlight/contract';
import { useProject } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { formatTime } from '../../kit/format/index.ts';
import { ExportMenu as FormatMenu } from '../../kit/picture/ExportMenu.tsx';
import type { PictureFormat } from '../../kit/picture/export-picture.tsx';
import type { Positions } from './positions.ts';
import type { DisplayGraph } from '../graph/display-graph.ts';
import { SPACING } from './drawing-styles.ts';
import type { Highlight } from '../graph/highlight.ts';

interface ExportMenuProps {
  readonly graph: DisplayGraph;
  readonly direction: 'vertical' | 'horizontal';
  readonly highlight: Highlight | undefined;
  /** Positions of cards that users moved. */
  readonly offsets: Positions;
  /** The shown time of the past; undefined for the present. */
  readonly at: string | undefined;
}

/** Saves the shown topology as a file, with project, time and legend. */
export function ExportMenu(props: ExportMenuProps) {
  const project = useProject();
  return (
    <FormatMenu
      onExport={(format) => void save(format, project, props).catch((error: unknown) => toast.error(error))}
    />
  );
}

async function save(
  format: PictureFormat,
  { name, timeZone }: Pick<Project, 'name' | 'timeZone'>,
  { at, direction, graph, highlight, offsets }: ExportMenuProps,
): Promise<void> {
  const time = formatTime(at ?? new Date().toISOString(), timeZone);
  const [{ createFileName, exportPicture }, { TopologySheet }] = await Promise.all([
    import('../../kit/picture/export-picture.tsx'),
    import('./TopologySheet.tsx'),
  ]);
  const sheet = { graph, options: { ...SPACING, direction }, offsets, highlight, project: name, time };
  await exportPicture(format, {
    fileName: createFileName('topology', name, time),
    title: `Network topology of ${name}`,
    content: <TopologySheet {...sheet} />,
  });
}
