import { ALARM_KIND_TEXTS, ALARM_KINDS, type AlarmRule } from '@northlight/contract';
import { Switch, Table } from '@mantine/core';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { useState } from 'react';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { ABSENT } from '../kit/format/index.ts';
import { useIsPhone } from '../kit/use-is-phone.ts';
import classes from './alarms.module.css';
import {
  formatDelayLabel,
  formatQuietHoursLabel,
  formatRuleSeverityLabel,
  formatThresholdLabel,
} from './rule-labels.ts';
import { SeverityMark } from './SeverityMark.tsx';

interface RuleRowProps {
  readonly rule: AlarmRule;
  readonly can: Parameters<typeof GatedButton>[0]['can'];
  /** False in the live demo, whose note above the page states the reason once for all rules. */
  readonly hasEdit?: boolean;
  readonly onEdit: () => void;
  readonly onChange: (values: Partial<Pick<AlarmRule, 'enabled' | 'notify'>>) => void;
}

/** One rule as a table row; on a phone as one line, whose name opens and closes the details. */
export function RuleRow({ can, hasEdit = true, onChange, onEdit, rule }: RuleRowProps) {
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const { label } = ALARM_KINDS[rule.kind];
  const { about } = ALARM_KIND_TEXTS[rule.kind];
  const severity = formatRuleSeverityLabel(rule) ?? (
    <SeverityMark severity={rule.severity ?? ALARM_KINDS[rule.kind].severity} />
  );
  const threshold = formatThresholdLabel(rule);
  const delay = formatDelayLabel(rule);
  return (
    <Table.Tr data-closed={(isPhone && !isOpen) || undefined}>
      <Table.Td>
        {isPhone ? (
          <button
            type="button"
            className={`grid wide strong ${classes['kindButton']}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronRight size={14} aria-hidden="true" />
            <span>{label}</span>
            <span className={`mut small regular ${classes['kindSeverity']}`}>{severity}</span>
          </button>
        ) : (
          <span className="strong">{label}</span>
        )}
        <span className={`mut ${classes['about']}`}>{about}</span>
      </Table.Td>
      <Table.Td data-part="enabled">
        <RuleSwitch
          label={`${label}: enabled`}
          can={can}
          checked={rule.enabled}
          onChange={(enabled) => onChange({ enabled })}
        />
      </Table.Td>
      <Table.Td data-part="severity">{severity}</Table.Td>
      <Table.Td data-label="Threshold" data-absent={threshold === undefined || undefined}>
        {threshold ?? ABSENT}
      </Table.Td>
      <Table.Td data-label="Delay" data-absent={delay === undefined || undefined} className="nowrap">
        {delay ?? ABSENT}
      </Table.Td>
      <Table.Td data-label="Notify">
        <RuleSwitch
          label={`${label}: notify`}
          can={can}
          checked={rule.notify}
          onChange={(notify) => onChange({ notify })}
        />
      </Table.Td>
      <Table.Td data-label="Quiet hours" data-absent={!rule.quiet || undefined}>
        {rule.quiet ? formatQuietHoursLabel(rule.quiet) : ABSENT}
      </Table.Td>
      <Table.Td data-part="edit">
        {hasEdit && (
          <GatedButton can={can} size="xs" variant="default" aria-label={`Edit ${label}`} onClick={onEdit}>
            Edit
          </GatedButton>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

interface RuleSwitchProps {
  readonly label: string;
  readonly can: RuleRowProps['can'];
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Switch of a rule; without permission, its value as text. */
function RuleSwitch({ can, checked, label, onChange }: RuleSwitchProps) {
  if (!can?.allowed) return checked ? 'On' : 'Off';
  return (
    <Switch
      size="sm"
      aria-label={label}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
