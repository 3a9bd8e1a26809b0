import type { Page } from 'playwright-core';

/** Checks of the layout in the browser: what is outside the window, too small for a finger, or covered. */

/**
 * Lists problems of the window's width: a page that is wider, and controls outside the window that cannot be
 * scrolled to.
 */
export function findOutside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const findings: string[] = [];
    const main = document.querySelector('main');
    for (const area of [document.documentElement, main])
      if (area && area.scrollWidth > area.clientWidth + 1)
        findings.push(`${area.tagName} is ${area.scrollWidth - area.clientWidth} px too wide`);
    for (const control of document.querySelectorAll<HTMLElement>('a, button, input, select, [role="tab"]')) {
      const { left, right, width } = control.getBoundingClientRect();
      if (width === 0 || getComputedStyle(control).visibility === 'hidden') continue;
      if (control.classList.contains('skip-link') || control.closest('[role="grid"]')) continue;
      if (left >= -1 && right <= window.innerWidth + 1) continue;
      let parent = control.parentElement;
      while (parent && !/auto|scroll/.test(getComputedStyle(parent).overflowX)) parent = parent.parentElement;
      if (parent && parent !== main) continue;
      findings.push(
        `${control.tagName} “${control.getAttribute('aria-label') ?? control.textContent}” at ${Math.round(left)} to ${Math.round(right)} px`,
      );
    }
    return findings;
  });
}

/**
 * Lists controls whose target is smaller than 44 × 44 px. Excepted are links in running text and in rows, and the
 * drawing of ports, whose table has the same controls (WCAG 2.5.8, Inline and Equivalent).
 */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LEAST = 42;
    const isHit = (control: Element, x: number, y: number): boolean => {
      const found = document.elementFromPoint(x, y);
      return found !== null && (control.contains(found) || found.closest('label')?.control === control);
    };
    /** Returns the length of the target through a point in one direction and its opposite (px). */
    const measure = (control: Element, x: number, y: number, dx: number, dy: number): number => {
      const reach = (sign: number): number => {
        let length = 0;
        while (length < LEAST && isHit(control, x + sign * dx * length, y + sign * dy * length)) length += 1;
        return length;
      };
      return reach(1) + reach(-1);
    };
    /** Returns true for a control in a row that the end of its list covers in part. */
    const isCut = (control: Element): boolean => {
      const list = control.closest('[role="grid"]')?.getBoundingClientRect();
      const row = control.closest('[role="row"]')?.getBoundingClientRect();
      return list !== undefined && row !== undefined && row.bottom > list.bottom;
    };
    const isInText = (control: Element): boolean =>
      control.tagName === 'A' &&
      getComputedStyle(control).display === 'inline' &&
      control.parentElement?.textContent?.trim() !== control.textContent?.trim();
    const isVisible = (control: Element, x: number, y: number): boolean =>
      isHit(control, x, y) || control.closest('label')?.contains(document.elementFromPoint(x, y)) === true;
    const controls = [...document.querySelectorAll('a, button, input, select, textarea, summary')];
    return controls.flatMap((control) => {
      const target = control.closest('.mantine-Input-input') ?? control;
      const { height, left, top, width } = target.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const isShown = width > 0 && isVisible(control, x, y);
      if (
        !isShown ||
        isCut(control) ||
        control.matches(
          '.skip-link, svg *, [role="gridcell"] a, tr[data-opens] a, [aria-label="Ports"] button',
        ) ||
        isInText(control)
      )
        return [];
      const isWide = width >= LEAST || measure(control, x, y, 1, 0) >= LEAST;
      const isHigh = height >= LEAST || measure(control, x, y, 0, 1) >= LEAST;
      const name = control.getAttribute('aria-label') ?? control.textContent;
      return isWide && isHigh
        ? []
        : [`${control.tagName} “${name}” ${Math.round(width)} × ${Math.round(height)} px`];
    });
  });
}

/**
 * Lists controls that another element covers, within the open dialog if there is one. Controls that are
 * scrolled out of their area are not covered, nor are those behind a sticky header or footer.
 */
export function findCovered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scope = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.body;
    const isInView = (x: number, y: number, control: Element): boolean => {
      if (x < 0 || y < 0 || x > window.innerWidth || y > window.innerHeight) return false;
      for (let area = control.parentElement; area; area = area.parentElement) {
        if (getComputedStyle(area).overflowY === 'visible') continue;
        const { bottom, left, right, top } = area.getBoundingClientRect();
        if (x < left || x > right || y < top || y > bottom) return false;
      }
      return true;
    };
    const isSticky = (found: Element): boolean => {
      for (let area: Element | null = found; area; area = area.parentElement)
        if (/sticky|fixed/.test(getComputedStyle(area).position) && !area.contains(scope)) return true;
      return false;
    };
    return [...scope.querySelectorAll('a, button, input, select, textarea, summary')].flatMap((control) => {
      const { height, left, top, width } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (width < 2 || height < 2 || !isInView(x, y, control)) return [];
      if (getComputedStyle(control).visibility === 'hidden' || control.closest('[inert]')) return [];
      const found = document.elementFromPoint(x, y);
      if (!found || control.contains(found) || found.contains(control) || isSticky(found)) return [];
      if (found.closest('label')?.contains(control) || found.closest('label')?.control === control) return [];
      if (control.closest('.mantine-Input-wrapper')?.contains(found)) return [];
      const name = control.getAttribute('aria-label') ?? control.textContent;
      return [`${control.tagName} “${name}” is covered by ${found.outerHTML.slice(0, 120)}`];
    });
  });
}
