export { ClientCharts } from './ClientCharts.tsx';
