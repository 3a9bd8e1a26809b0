/** Facts about a page that its route declares for the shell. */
export interface PageData {
  /** Menu flag that the page requires; without it, the shell shows not-found. */
  readonly flag?: string;
  readonly title?: string;
  /**
   * True for pages that need neither a menu flag nor an account. Sessions that a third party opened can
   * show them too.
   */
  readonly isOpenToAll?: true;
}
