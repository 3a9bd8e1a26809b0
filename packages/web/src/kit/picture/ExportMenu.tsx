import { Button, Menu } from '@mantine/core';
import { PageAction, useIsInMenu } from '../page/index.ts';
import type { PictureFormat } from './export-picture.tsx';

const FORMATS: readonly { readonly format: PictureFormat; readonly label: string }[] = [
  { format: 'png', label: 'Picture (PNG)' },
  { format: 'svg', label: 'Drawing (SVG)' },
  { format: 'pdf', label: 'Document (PDF)' },
];

/** Offers the formats in which a drawing can be saved. */
export function ExportMenu({ onExport }: { readonly onExport: (format: PictureFormat) => void }) {
  const isInMenu = useIsInMenu();
  if (isInMenu)
    return FORMATS.map(({ format, label }) => (
      <PageAction key={format} onClick={() => onExport(format)}>
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
          <Menu.Item key={format} onClick={() => onExport(format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
