import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/useTexts.ts'
import { StatusShape } from '../ui/states/StatusTag.tsx'
import styles from './DangerBox.module.css'

interface DangerBoxProps {
  /** The dangers, each with its tick. */
  readonly children: ReactNode
  /** What must be typed: the code of the junction, or of many junctions their number (`mayBeSent`). */
  readonly asked: string
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly disabled: boolean
}

/**
 * Boxes the dangers of a change apart from other remarks, and asks for the code of the junction. The reason is asked for
 * by `WhyField`. Whether it is enough says `mayBeSent` of packages/controller.
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
