import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './Dialog.module.css'

/** The buttons of a dialog, always in sight; what is beside them stands at the left. */
export function DialogFooter({ beside, children }: { readonly beside?: ReactNode; readonly children: ReactNode }) {
  return (
    <Group className={styles.footer ?? ''} justify="flex-end" gap="xs">
      {beside}
      <Group gap="xs" wrap="nowrap">
        {children}
      </Group>
    </Group>
  )
}
