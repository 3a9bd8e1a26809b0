export { AuditGrid } from './AuditGrid.tsx';
