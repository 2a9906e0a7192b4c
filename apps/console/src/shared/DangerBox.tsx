import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/useTexts.ts'
import { StatusShape } from '../ui/states/StatusTag.tsx'
import styles from './DangerBox.module.css'

interface DangerBoxProps {
  /** The dangers, each with its tick. */
  readonly children: ReactNode
  /** Text to type: the code of the junction, or for many junctions their number (`mayBeSent`). */
  readonly asked: string
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly disabled: boolean
}

/**
 * Shows the dangers of a change in a box apart from other remarks, and asks for the code of the junction. `WhyField` asks
 * for the reason. `mayBeSent` of packages/controller checks both.
 */
export function DangerBox({ children, asked, typed, onType, disabled }: DangerBoxProps) {
  const t = useTexts('settings', 'edit')
  return (
    <fieldset className={styles.box}>
      <legend>
        <StatusShape tone="bad" /> {t('danger.title')}
      </legend>
      {children}
      <TextInput
        label={t('danger.code', { code: asked })}
        classNames={{ label: styles.code }}
        required
        withAsterisk={false}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        disabled={disabled}
        onChange={(event) => onType(event.currentTarget.value)}
      />
    </fieldset>
  )
}
