import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { ScrollBox } from '../ui/ScrollBox.tsx';

interface HelpTableProps {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

export function HelpTable({ label, heads, rows }: HelpTableProps) {
  return (
    <ScrollBox label={label} className="text">
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, cells }) => (
            <Table.Tr key={key}>
              {cells.map((cell, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- a cell is identified by its column
                <Table.Td key={index}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
