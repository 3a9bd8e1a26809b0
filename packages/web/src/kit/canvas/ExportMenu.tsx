import { Button, Menu } from '@mantine/core';
import { PageAction, useIsInMenu } from '../page/index.ts';
import type { PictureFormat, Sheet } from './export-picture.tsx';

const FORMATS: readonly { readonly format: PictureFormat; readonly label: string }[] = [
  { format: 'png', label: 'Picture (PNG)' },
  { format: 'svg', label: 'Drawing (SVG)' },
  { format: 'pdf', label: 'Document (PDF)' },
];

interface ExportMenuProps {
  readonly createSheet: () => Promise<Sheet>;
  readonly onError: (error: unknown) => void;
}

/** Saves a drawing in the format that the user chooses. */
export function ExportMenu({ createSheet, onError }: ExportMenuProps) {
  const isInMenu = useIsInMenu();
  const save = async (format: PictureFormat): Promise<void> => {
    try {
      const { exportPicture } = await import('./export-picture.tsx');
      await exportPicture(format, await createSheet());
    } catch (error) {
      onError(error);
    }
  };
  if (isInMenu)
    return FORMATS.map(({ format, label }) => (
      <PageAction key={format} onClick={() => void save(format)}>
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
          <Menu.Item key={format} onClick={() => void save(format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
