/** Whether a dialog or drawer lies over the page: it handles Escape first, so that one Escape closes one layer. */
export function isModalOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"], dialog[open]') !== null;
}
