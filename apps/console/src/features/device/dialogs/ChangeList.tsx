import { endedEarly } from '@greenwave/changes/holdEnd'
import { unfoldedSite, unfoldedWrite } from '@greenwave/changes/siteValues'
import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import type { Hold } from '@greenwave/contract/records/holds'
import type { AttributeValues } from '@greenwave/controller/attributes'
import { sameValue } from '@greenwave/controller/delivery'
import { serverNowMs } from '../../../data/serverTime.ts'
import { sinceText } from '../../../shared/dateText.ts'
import { useChangeWords } from '../../../shared/useChangeWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './Findings.module.css'

interface ChangeListProps {
  readonly before: AttributeValues
  readonly after: AttributeSet
  /** End of the mode, epoch milliseconds; null: no end; undefined: no end is shown. */
  readonly until: number | null | undefined
  /** The hold that it replaces or ends; null if nothing is held. */
  readonly holdBefore: Hold | null
}

/** Lists the old and the new value of everything that changes, in words. */
export function ChangeList({ before, after, until, holdBefore }: ChangeListProps) {
  const dialog = useTexts('settings', 'dialogs')
  const { nameOf, valueText } = useChangeWords()
  const old = unfoldedSite(before)
  const changed = Object.entries(unfoldedWrite(before, after)).filter(
    ([key, value]) => !sameValue(old[key], value ?? undefined),
  )
  const held = holdBefore ?? undefined
  const untilBefore = until === undefined ? endedEarly(after, held, serverNowMs()) : held?.until
  const hasEnd = until !== untilBefore
  if (changed.length === 0 && !hasEnd) return <p className={styles.state}>{dialog('change.unchanged')}</p>
  return (
    <ul className={styles.changes}>
      {changed.map(([key, value]) => (
        <li key={key}>
          {nameOf(key)}
          <b>
            <del>{valueText(key, old[key])}</del> → {valueText(key, value)}
          </b>
        </li>
      ))}
      {hasEnd && <EndChange until={until} untilBefore={untilBefore} />}
    </ul>
  )
}

/** Shows the end of the mode, with the previous end if the mode was held already. */
function EndChange({ until, untilBefore }: Record<'until' | 'untilBefore', number | null | undefined>) {
  const t = useTexts('settings', 'hold')
  const nowMs = serverNowMs()
  const words = (ms: number | null) => (ms === null ? t('ends.never') : sinceText(ms, nowMs))
  return (
    <li>
      {t('label')}
      <b>
        {untilBefore !== undefined && (
          <>
            <del>{words(untilBefore)}</del> →{' '}
          </>
        )}
        {until === undefined ? t('endsNow') : words(until)}
      </b>
    </li>
  )
}
