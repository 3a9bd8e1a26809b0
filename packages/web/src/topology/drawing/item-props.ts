/** Properties of a card or a line, which the frame of the drawing finds by its id. */
export const createItemProps = (id: string, label: string, isFocusable: boolean) => ({
  role: isFocusable ? 'group' : 'img',
  tabIndex: isFocusable ? 0 : undefined,
  'aria-label': label,
  'data-id': id,
});

/** Returns the id of the card or the line that contains an element. */
export const findItemId = (target: EventTarget): string | undefined =>
  (target instanceof Element && target.closest('[data-id]')?.getAttribute('data-id')) || undefined;
