import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useState } from 'react';
import { render } from '../../testing/render.tsx';
import { DataGrid, type GridColumn } from './index.ts';

interface Device {
  readonly id: string;
  readonly type: string;
  readonly clients?: number;
}

const DEVICES: readonly Device[] = [
  { id: 'Lobby', type: 'AP', clients: 9 },
  { id: 'Cellar', type: 'Switch' },
  { id: 'Attic', type: 'AP', clients: 12 },
];
const COLUMNS: readonly GridColumn<Device>[] = [
  { id: 'name', header: 'Name', width: 200, card: 'title', value: ({ id }) => id },
  { id: 'type', header: 'Type', width: 120, card: 'state', value: ({ type }) => type, facet: true },
  {
    id: 'clients',
    header: 'Clients',
    width: 120,
    card: 'figure',
    value: ({ clients }) => clients,
    align: 'right',
  },
];

interface DevicesProps {
  readonly rows?: readonly Device[];
  readonly isLoading?: boolean;
  readonly isSelectable?: boolean;
  readonly columns?: readonly GridColumn<Device>[];
  /** Row that is open at first, as by its URL. */
  readonly opened?: string;
}

/** A list of devices, with the name of its open row beside it. */
function Devices({
  rows = DEVICES,
  isLoading = false,
  isSelectable = false,
  columns = COLUMNS,
  opened,
}: DevicesProps) {
  const [open, setOpen] = useState(opened);
  return (
    <div style={{ height: 500, display: 'flex', flexDirection: 'column' }}>
      <DataGrid
        id="devices"
        label="Devices"
        noun="device"
        rows={isLoading ? undefined : rows}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ id }) => id}
        openId={open}
        onOpen={({ id }) => setOpen(id)}
        empty={<p>No devices yet</p>}
        {...(isSelectable && {
          renderSelection: (selected: readonly Device[], clear: () => void) => (
            <button type="button" onClick={clear}>
              Restart {selected.map(({ id }) => id).join(', ')}
            </button>
          ),
        })}
      />
      <output>Open: {open ?? 'none'}</output>
      <button type="button" onClick={() => setOpen(undefined)}>
        Close
      </button>
    </div>
  );
}

const grid = page.getByRole('grid', { name: 'Devices' });
const header = (name: string) => page.getByRole('columnheader', { name });
const filter = page.getByRole('textbox', { name: 'Filter' });

/** Returns the names of the shown rows, from top to bottom. */
const names = (): string[] =>
  grid
    .getByRole('row')
    .elements()
    .filter((row) => row.getAttribute('aria-rowindex') !== '1')
    .toSorted((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
    .map((row) => row.querySelector('[data-sticky]')?.textContent ?? '');

describe('sorting', () => {
  it('sorts ascending by a column header, then descending, and marks the header', async () => {
    await render(<Devices />);
    await expect.poll(names).toEqual(['Lobby', 'Cellar', 'Attic']);
    await header('Name').getByRole('button').click();
    await expect.poll(names).toEqual(['Attic', 'Cellar', 'Lobby']);
    await expect.element(header('Name')).toHaveAttribute('aria-sort', 'ascending');
    await header('Name').getByRole('button').click();
    await expect.poll(names).toEqual(['Lobby', 'Cellar', 'Attic']);
    await expect.element(header('Name')).toHaveAttribute('aria-sort', 'descending');
    await expect.element(header('Type')).toHaveAttribute('aria-sort', 'none');
  });

  it('compares numbers as numbers, and puts rows without a value last in both directions', async () => {
    await render(<Devices />);
    await header('Clients').getByRole('button').click();
    await expect.poll(names).toEqual(['Lobby', 'Attic', 'Cellar']);
    await header('Clients').getByRole('button').click();
    await expect.poll(names).toEqual(['Attic', 'Lobby', 'Cellar']);
  });
});

describe('filtering', () => {
  it('shows the rows that contain a text, counts them, and shows all again without the filter', async () => {
    await render(<Devices />);
    await filter.fill('att');
    await userEvent.keyboard('{Enter}');
    await expect.poll(names).toEqual(['Attic']);
    await expect.element(page.getByText('1 of 3 devices')).toBeVisible();
    await page.getByRole('button', { name: 'Remove att' }).click();
    await expect.poll(names).toHaveLength(3);
    await expect.element(page.getByText('3 devices', { exact: true })).toBeVisible();
  });

  it('clears the filter and the text that is being typed when no row matches', async () => {
    await render(<Devices />);
    await filter.fill('roof');
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await expect.element(filter).toHaveValue('');
    await expect.poll(names).toHaveLength(3);
  });

  it('focuses the filter by the slash key, and offers the columns and the values of the rows', async () => {
    await render(<Devices />);
    await expect.poll(names).toHaveLength(3);
    await userEvent.keyboard('/');
    await expect.element(filter).toHaveFocus();
    await page.getByRole('option', { name: 'Type =' }).click();
    await page.getByRole('option', { name: 'Type = Switch' }).click();
    await expect.poll(names).toEqual(['Cellar']);
  });

  it('filters while a text is typed, but not while the text names a column', async () => {
    await render(<Devices />);
    await expect.poll(names).toHaveLength(3);
    await filter.fill('cell');
    await expect.poll(names).toEqual(['Cellar']);
    await filter.fill('type');
    await expect.poll(names).toHaveLength(3);
    await userEvent.keyboard('{Enter}');
    await expect.element(filter).toHaveValue('Type = ');
    await page.getByRole('option', { name: 'Type = Switch' }).click();
    await expect.poll(names).toEqual(['Cellar']);
  });

  it('filters by the exact text on Enter if a row contains it, also if a column name begins with it', async () => {
    await render(<Devices rows={[{ id: 'Type printer', type: 'AP' }]} />);
    await expect.poll(names).toHaveLength(1);
    await filter.fill('type');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Remove type' })).toBeVisible();
  });

  it('saves a filter under a name, applies it again and deletes it', async () => {
    await render(<Devices />);
    await expect.poll(names).toHaveLength(3);
    await filter.fill('cell');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('textbox', { name: 'Save the current filter' }).fill('Basement');
    await page.getByRole('button', { name: 'Save filter' }).click();
    await page.getByRole('button', { name: 'Remove cell' }).click();
    await expect.poll(names).toHaveLength(3);
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('button', { name: /^Basement/ }).click();
    await expect.poll(names).toEqual(['Cellar']);
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('button', { name: 'Delete Basement' }).click();
    await expect.element(page.getByRole('button', { name: /^Basement/ })).not.toBeInTheDocument();
  });

  it('offers to clear a filter that no row matches', async () => {
    await render(<Devices />);
    await filter.fill('nowhere');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('No device matches the filter')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await expect.poll(names).toHaveLength(3);
  });
});

describe('the keyboard', () => {
  it('moves through the rows by arrow keys, Home and End, and opens a row by Enter', async () => {
    await render(<Devices />);
    await expect.poll(names).toHaveLength(3);
    (grid.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect.element(page.getByText('Open: Cellar')).toBeVisible();
    await userEvent.keyboard('{End}{Enter}');
    await expect.element(page.getByText('Open: Attic')).toBeVisible();
    await userEvent.keyboard('{Home}{Enter}');
    await expect.element(page.getByText('Open: Lobby')).toBeVisible();
    const active = grid.element().getAttribute('aria-activedescendant') ?? '';
    expect(document.getElementById(active)?.textContent).toContain('Lobby');
  });
});

describe('the row that was open', () => {
  it('is the active row after its panel is closed, and the arrow keys continue from this row', async () => {
    await render(<Devices opened="Cellar" />);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect.element(page.getByText('Open: none')).toBeVisible();
    (grid.element() as HTMLElement).focus();
    const active = grid.element().getAttribute('aria-activedescendant') ?? '';
    expect(document.getElementById(active)?.textContent).toContain('Cellar');
    await userEvent.keyboard('{ArrowDown}');
    expect(getComputedStyle(grid.element()).outlineStyle).toBe('none');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Open: Attic')).toBeVisible();
  });
});

describe('the height', () => {
  it('ends after the last row of a short list', async () => {
    await render(<Devices />);
    await expect.poll(names).toHaveLength(3);
    expect(grid.element().clientHeight).toBeLessThan(200);
  });

  it('fills the available height with a long list', async () => {
    await render(
      <Devices rows={Array.from({ length: 90 }, (_, index) => ({ id: `AP-${index}`, type: 'AP' }))} />,
    );
    await expect.poll(() => grid.element().clientHeight).toBeGreaterThan(300);
  });
});

describe('the selection', () => {
  it('selects rows by Space and by their checkbox, and offers actions on them in the toolbar', async () => {
    await render(<Devices isSelectable />);
    await expect.poll(names).toHaveLength(3);
    (grid.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown} ');
    await page.getByRole('checkbox', { name: 'Select Attic' }).click();
    const toolbar = page.getByRole('toolbar', { name: 'Selected rows' });
    await expect.element(toolbar.getByText('2 devices selected')).toBeVisible();
    await toolbar.getByRole('button', { name: 'Restart Lobby, Attic' }).click();
    await expect.element(toolbar).not.toBeInTheDocument();
    await expect.element(page.getByText('Open: none')).toBeVisible();
  });

  it('is cleared by the button beside the number of selected rows', async () => {
    await render(<Devices isSelectable />);
    await page.getByRole('checkbox', { name: 'Select Attic' }).click();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await expect.element(page.getByRole('toolbar', { name: 'Selected rows' })).not.toBeInTheDocument();
  });

  it('has its actions below the list on a phone, inside the window', async () => {
    const { innerHeight, innerWidth } = window;
    await page.viewport(390, 844);
    try {
      await render(<Devices isSelectable />);
      await page.getByRole('checkbox', { name: 'Select Attic' }).click();
      const toolbar = page.getByRole('toolbar', { name: 'Selected rows' }).element().getBoundingClientRect();
      expect(toolbar.left).toBeGreaterThanOrEqual(0);
      expect(toolbar.right).toBeLessThanOrEqual(390);
      expect(toolbar.top).toBeGreaterThanOrEqual(grid.element().getBoundingClientRect().bottom);
    } finally {
      await page.viewport(innerWidth, innerHeight);
    }
  });

  it('selects all rows that the filter shows, and shows a partial selection in the header', async () => {
    await render(<Devices isSelectable />);
    const all = page.getByRole('checkbox', { name: 'Select all rows' });
    await page.getByRole('checkbox', { name: 'Select Lobby' }).click();
    await expect.element(all).toBePartiallyChecked();
    await page.getByRole('checkbox', { name: 'Select Lobby' }).click();
    await filter.fill('Type = AP');
    await userEvent.keyboard('{Enter}');
    await expect.poll(names).toEqual(['Lobby', 'Attic']);
    await all.click();
    await expect.element(all).toBeChecked();
    await expect.element(page.getByRole('button', { name: 'Restart Lobby, Attic' })).toBeVisible();
  });
});

describe('a list without rows', () => {
  it('shows its empty state', async () => {
    await render(<Devices rows={[]} />);
    await expect.element(page.getByText('No devices yet')).toBeVisible();
    await expect.element(grid).not.toBeInTheDocument();
  });

  it('is busy while it is loaded for the first time', async () => {
    await render(<Devices isLoading isSelectable />);
    await expect.element(page.getByRole('checkbox', { name: 'Select all rows' })).toBeDisabled();
    await expect.element(grid).toHaveAttribute('aria-busy', 'true');
    await expect.element(page.getByText('Loading')).toBeVisible();
  });
});

describe('a list on a phone', () => {
  it('gives the first line of a card to an event, and shows the state before the details', async () => {
    const { innerHeight, innerWidth } = window;
    await page.viewport(390, 844);
    try {
      const columns = COLUMNS.map((column) =>
        column.id === 'name' ? { ...column, card: 'event' as const } : column,
      );
      const id = 'The gateway rolled back a configuration that disconnected it from the cloud';
      await render(<Devices rows={[{ id, type: 'AP', clients: 9 }]} columns={columns} />);
      const cells = grid.getByRole('gridcell').elements();
      expect(cells.map(({ textContent }) => textContent)).toEqual([id, 'AP', 'Clients 9']);
      const [event, state] = cells.map((cell) => cell.getBoundingClientRect());
      expect(event?.width).toBeGreaterThan(340);
      expect(state?.top).toBeGreaterThanOrEqual(event?.bottom ?? Infinity);
    } finally {
      await page.viewport(innerWidth, innerHeight);
    }
  });

  it('shows further details in a third line of a card, with their headers as names', async () => {
    const { innerHeight, innerWidth } = window;
    await page.viewport(390, 844);
    try {
      const columns = COLUMNS.map((column) =>
        column.id === 'clients' ? { ...column, card: 'more' as const } : column,
      );
      await render(<Devices rows={[{ id: 'Lobby', type: 'AP', clients: 9 }]} columns={columns} />);
      const cells = grid.getByRole('gridcell').elements();
      expect(cells.map(({ textContent }) => textContent)).toEqual(['Lobby', 'AP', 'Clients 9']);
      const card = grid.getByRole('row').element().getBoundingClientRect();
      expect(cells.at(-1)?.getBoundingClientRect().bottom).toBeLessThanOrEqual(card.bottom);
    } finally {
      await page.viewport(innerWidth, innerHeight);
    }
  });

  it('shows a card for each row, sorts by a chosen column, and opens and selects rows', async () => {
    const { innerHeight, innerWidth } = window;
    await page.viewport(390, 844);
    try {
      await render(<Devices isSelectable />);
      const cards = () =>
        grid
          .getByRole('row')
          .elements()
          .slice(1)
          .map((row) =>
            [...row.querySelectorAll('[role="gridcell"]')].map((cell) => cell.textContent).join('|'),
          );
      expect(cards()).toEqual(['|Lobby|AP|Clients 9', '|Cellar|Switch', '|Attic|AP|Clients 12']);
      await grid.getByRole('combobox', { name: 'Sort by' }).selectOptions('Clients, descending');
      await expect.poll(() => cards()[0]).toBe('|Attic|AP|Clients 12');
      await grid.getByRole('checkbox', { name: 'Select Cellar' }).click();
      await expect.element(page.getByRole('button', { name: 'Restart Cellar' })).toBeVisible();
      await grid.getByText('Lobby').click();
      await expect.element(page.getByText('Open: Lobby')).toBeVisible();
    } finally {
      await page.viewport(innerWidth, innerHeight);
    }
  });
});
