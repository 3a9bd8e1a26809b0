/**
 * Returns true if a dialog or drawer is open. It handles Escape first, so that one Escape closes only one
 * layer.
 */
export function isModalOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"], dialog[open]') !== null;
}
