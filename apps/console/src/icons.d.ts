/**
 * Types for deep imports of icons. The package's barrel file has thousands of modules, and its single files have no
 * types.
 */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react'

  const icon: Icon
  export default icon
}
