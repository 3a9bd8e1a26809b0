import type { ConfigChange } from '@northlight/contract';
import { Button, Table } from '@mantine/core';
import { Fragment } from 'react';
import { ScrollBox } from '../ui/ScrollBox.tsx';
import { groupChanges, type ItemChanges } from './group-changes.ts';
import classes from './review.module.css';

interface ChangeTableProps {
  readonly changes: readonly ConfigChange[];
  /** Headers of the two value columns. */
  readonly headers?: readonly [before: string, after: string];
  /** Undoes the edits of one item; absent for changes that are not a draft. */
  readonly onRevert?: ((item: ItemChanges) => void) | undefined;
}

/** Table of changes grouped by item, with field, value before and value after. */
export function ChangeTable({ changes, headers = ['Now', 'After'], onRevert }: ChangeTableProps) {
  return (
    <ScrollBox label="Changes" className={`scrolled ${classes['diff']}`}>
      <Table verticalSpacing={5} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Setting</Table.Th>
            <Table.Th>{headers[0]}</Table.Th>
            <Table.Th>{headers[1]}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groupChanges(changes).map((item, index, items) => (
            <Fragment key={item.path.join('/')}>
              {item.device && item.device.id !== items[index - 1]?.device?.id && (
                <Table.Tr className={classes['device']}>
                  <Table.Th colSpan={3} scope="rowgroup">
                    {item.device.name}
                  </Table.Th>
                </Table.Tr>
              )}
              {item.title !== '' && (
                <Table.Tr className={classes['item']}>
                  <Table.Th colSpan={3} scope="rowgroup">
                    <span className="row between gap-8">
                      <span>
                        <span>{item.title}</span>
                        {item.kind !== 'changed' && (
                          <span
                            className={`regular ${item.kind === 'removed' ? 'err' : 'accent'} ${classes['kind']}`}
                          >
                            {item.kind}
                          </span>
                        )}
                      </span>
                      {onRevert && (
                        <Button
                          variant="subtle"
                          size="compact-xs"
                          aria-label={`Revert ${item.device ? `${item.device.name}, ` : ''}${item.title}`}
                          onClick={() => onRevert(item)}
                        >
                          Revert
                        </Button>
                      )}
                    </span>
                  </Table.Th>
                </Table.Tr>
              )}
              {item.kind !== 'changed' && <WholeItem item={item} />}
              {item.kind === 'changed' &&
                item.fields.map(({ after, label, now }) => (
                  <Table.Tr key={label}>
                    <Table.Td w="30%" className={classes['field']}>
                      {label}
                    </Table.Td>
                    <Table.Td>
                      {now === undefined ? <span className="mut">–</span> : <del className="mut">{now}</del>}
                    </Table.Td>
                    <Table.Td>
                      {after === undefined ? (
                        <span className="mut">–</span>
                      ) : (
                        <ins className={now === undefined ? 'unlinked' : ''}>{after}</ins>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

/** The settings of a new or removed item in one line, because there is nothing to compare them with. */
function WholeItem({ item: { fields, kind } }: { readonly item: ItemChanges }) {
  const isRemoved = kind === 'removed';
  return (
    <Table.Tr>
      <Table.Td colSpan={3} className={classes['whole']}>
        {fields.map(({ after, label, now }) => (
          <span key={label}>
            <span className="mut">{label}</span>{' '}
            {isRemoved ? <del className="mut">{now}</del> : <ins className="unlinked">{after}</ins>}
          </span>
        ))}
      </Table.Td>
    </Table.Tr>
  );
}
