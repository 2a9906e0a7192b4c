import type { Expected } from '@greenwave/transfer/expectedOutcomes'
import { Button } from '@mantine/core'
import { useId } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './Files.module.css'

/** How many lines of a list an import writes. `isMost`: at most; `rest`: how many it writes only if it is to overwrite. */
interface ImportCount {
  readonly count: number
  readonly isMost: boolean
  readonly rest: number
}

/** Returns how many lines an import writes. Logins are compared by the import itself: theirs are written at most. */
export function importCount(expected: Readonly<Record<Expected, number>>, isOverwriting: boolean): ImportCount {
  const { created, placed, login, differs } = expected
  const surely = created + placed + (isOverwriting ? differs : 0)
  return { count: surely + login, isMost: login > 0, rest: isOverwriting ? 0 : differs }
}

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
