import { ActionIcon, Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import styles from './ListTable.module.css'

/** An action of a row, shown as a well-known icon or, where there is none, as a word. */
type RowAction<A extends string> = {
  readonly action: A
  /** The action and its subject: the button's accessible name and its tooltip. */
  readonly label: string
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly loading?: boolean
} & ({ readonly icon: Icon } | { readonly word: string })

export interface RowActionsProps<A extends string> {
  actions: readonly RowAction<A>[]
  onAction: (action: A) => void
}

/** The buttons at the end of a list row. */
export function RowActions<A extends string>({ actions, onAction }: RowActionsProps<A>) {
  return (
    <div className={styles.actions}>
      {actions.map((offered) => {
        const { action, label, danger = false, disabled = false, loading = false } = offered
        const common = {
          'aria-label': label,
          title: label,
          disabled,
          loading,
          onClick: () => onAction(action),
          ...(danger && { color: 'bad' }),
        }
        if ('word' in offered)
          return (
            <Button key={action} {...common} variant="subtle" size="compact-md" className={styles.word ?? ''}>
              {offered.word}
            </Button>
          )
        const { icon: ActionShape } = offered
        return (
          <ActionIcon key={action} {...common} size="lg">
            <ActionShape size={18} stroke={1.8} aria-hidden="true" />
          </ActionIcon>
        )
      })}
    </div>
  )
}
