import type { Project } from '@northlight/contract';
import { Button, Menu } from '@mantine/core';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { formatTime } from '../kit/format/index.ts';
import { PageAction, useIsInMenu } from '../kit/page/index.ts';
import type { DisplayGraph } from './display-graph.ts';
import type { PictureFormat } from './export-drawing.tsx';
import type { Highlight } from './highlight.ts';
import { SPACING } from './drawing-styles.ts';
import type { Offsets } from './align-cards.ts';

interface ExportMenuProps {
  readonly graph: DisplayGraph;
  readonly direction: 'vertical' | 'horizontal';
  readonly highlight: Highlight | undefined;
  /** Positions of cards that users moved. */
  readonly offsets: Offsets;
  /** The shown time of the past; undefined for the present. */
  readonly at: string | undefined;
}

const FORMATS: readonly { readonly format: PictureFormat; readonly label: string }[] = [
  { format: 'png', label: 'Picture (PNG)' },
  { format: 'svg', label: 'Drawing (SVG)' },
  { format: 'pdf', label: 'Document (PDF)' },
];

/** Saves the shown topology as a file, with project, time and legend. */
export function ExportMenu(props: ExportMenuProps) {
  const project = useProject();
  const isInMenu = useIsInMenu();
  const start = (format: PictureFormat): void =>
    void save(format, project, props).catch((error: unknown) => toast.error(error));
  if (isInMenu)
    return FORMATS.map(({ format, label }) => (
      <PageAction key={format} onClick={() => start(format)}>
        {`Export: ${label}`}
      </PageAction>
    ));
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default">Export</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map(({ format, label }) => (
          <Menu.Item key={format} onClick={() => start(format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

async function save(
  format: PictureFormat,
  { name, timeZone }: Pick<Project, 'name' | 'timeZone'>,
  { at, direction, graph, highlight, offsets }: ExportMenuProps,
): Promise<void> {
  const time = formatTime(at ?? new Date().toISOString(), timeZone);
  const file = `topology ${name} ${time}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const { exportDrawing } = await import('./export-drawing.tsx');
  const options = { ...SPACING, direction };
  await exportDrawing(format, file, { graph, options, offsets, highlight, project: name, time });
}
