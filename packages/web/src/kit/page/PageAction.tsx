import { Button } from '@mantine/core';
import { GatedButton } from '../controls/GatedButton.tsx';
import { type PageActionProps, useMenuParts } from './menu-parts.ts';

/** Secondary action of a page: a button, or an item of the menu that contains it on a phone. */
export function PageAction(props: PageActionProps) {
  const parts = useMenuParts();
  if (parts) return <parts.Item {...props} />;
  const { can, isChosen: _isChosen, ...button } = props;
  return can ? (
    <GatedButton can={can} variant="default" {...button} />
  ) : (
    <Button variant="default" {...button} />
  );
}
