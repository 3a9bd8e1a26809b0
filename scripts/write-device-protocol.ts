import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describeMembers } from '../packages/contract/src/device-protocol/describe-members.ts';

const PAGE = 'docs/device-protocol-members.md';
writeFileSync(PAGE, describeMembers());
execFileSync('oxfmt', [PAGE]);
