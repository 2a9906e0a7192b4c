import type { Expected } from '@greenwave/transfer/expectedOutcomes'
import { Button } from '@mantine/core'
import { useId } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { importCount } from '../model/importCount.ts'
import styles from './Files.module.css'

interface ImportButtonProps {
  readonly total: number
  /** Numbers of lines by outcome; undefined where the existing data cannot be compared. */
  readonly expected: Readonly<Record<Expected, number>> | undefined
  readonly isOverwriting: boolean
  /** Whether it imports, or compares. */
  readonly isBusy: boolean
  /** Whether the last try broke off. */
  readonly isBroken: boolean
  readonly onClick: () => void
}

/** Imports what is to be written, says how many lines these are, or why there are none. */
export function ImportButton({ total, expected, isOverwriting, isBusy, isBroken, onClick }: ImportButtonProps) {
  const t = useTexts('admin', 'files')
  const reasonId = useId()
  const atMost = { count: total, isMost: total > 0, rest: 0 }
  const { count, isMost, rest } = expected ? importCount(expected, isOverwriting) : atMost
  const isNothing = count === 0 && !isBusy && !isBroken
  const label = () => {
    if (isBroken) return t('list.goOn')
    if (isBusy) return t('import')
    return isNothing ? t('list.nothing') : t(isMost ? 'list.importMost' : 'list.import', { count })
  }
  const reason = () => {
    if (total === 0) return t('list.whyNothing.noLines')
    return t(rest > 0 ? 'list.whyNothing.leftAlone' : 'list.whyNothing.allThere')
  }
  return (
    <>
      <Button
        disabled={isNothing}
        loading={isBusy}
        aria-describedby={isNothing ? reasonId : undefined}
        onClick={onClick}
      >
        {label()}
      </Button>
      {isNothing && (
        <p id={reasonId} className={styles.hint}>
          {reason()}
        </p>
      )}
    </>
  )
}
