import type { ConfigChange } from '@northlight/contract';
import { Table } from '@mantine/core';
import { ScrollBox } from '../ui/ScrollBox.tsx';
import classes from './review.module.css';

interface ChangeTableProps {
  readonly changes: readonly ConfigChange[];
  /** Column headers of the two sides. */
  readonly headers?: readonly [before: string, after: string];
}

/** Table of changes: setting, before, after. */
export function ChangeTable({ changes, headers = ['Now', 'After'] }: ChangeTableProps) {
  return (
    <ScrollBox label="Changes" className={classes['diff']}>
      <Table verticalSpacing={6} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Setting</Table.Th>
            <Table.Th>{headers[0]}</Table.Th>
            <Table.Th>{headers[1]}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map((change) => (
            <Table.Tr key={change.setting}>
              <Table.Td>{change.setting}</Table.Td>
              <Table.Td>
                {change.now === undefined ? (
                  <span className="mut">none</span>
                ) : (
                  <del className={classes['before']}>{change.now}</del>
                )}
              </Table.Td>
              <Table.Td>
                {change.after === undefined ? (
                  <span className="mut">removed</span>
                ) : (
                  <ins className={classes['after']} data-new={change.now === undefined || undefined}>
                    {change.after}
                  </ins>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
