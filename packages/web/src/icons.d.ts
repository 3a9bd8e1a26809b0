/** Icons are imported by path, because the index of the package makes a build read all 5,000 icons. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  const icon: import('@tabler/icons-react').Icon;
  export default icon;
}
