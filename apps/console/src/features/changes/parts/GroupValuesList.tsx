import type { RecordedChange } from '@greenwave/changes/historyEntry'
import { useMemo } from 'react'
import { ChangedValues } from '../../../shared/ChangedValues.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { filterOfKind } from '../model/changeFilters.ts'
import { groupValues } from '../model/groupValues.ts'
import styles from './Changes.module.css'

/** Lists the values that changed alike at many junctions, and those that differ between junctions. */
export function GroupValuesList({ entries }: { readonly entries: readonly RecordedChange[] }) {
  const t = useTexts('settings', 'changes')
  const { before, after, differing, until, untilBefore } = useMemo(() => groupValues(entries), [entries])
  const hasCommon = Object.keys(after).length > 0 || until !== undefined
  const kinds = [...new Set(differing.flatMap((kind) => filterOfKind(kind) ?? []))]
  return (
    <>
      {(hasCommon || differing.length === 0) && (
        <ChangedValues before={before} after={after} until={until} untilBefore={untilBefore} />
      )}
      {differing.length > 0 && (
        <p className={styles.differing}>
          {kinds.length > 0 && `${kinds.map((kind) => t(`kinds.${kind}`)).join(', ')}: `}
          <b>{t('group.differ')}</b>
        </p>
      )}
    </>
  )
}
